import { findPerson, type OutputOf } from "@sendwright/core/contract";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

export type PersonEmails = OutputOf<typeof findPerson>;

/** Everything that is kept of emails to one address (null to ask nothing); asked anew each time. */
export function usePersonEmails(address: string | null) {
  return useQuery({
    queryKey: ["person", addressKey(address ?? "")],
    queryFn: ({ signal }) =>
      call(
        findPerson,
        { address: address ?? "" },
        { signal, fallback: "Could not look for emails to this address." },
      ),
    enabled: address !== null,
    staleTime: 0,
  });
}
