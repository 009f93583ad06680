import { findPerson, type OutputOf } from "@sendwright/core/contract";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

export type PersonEmails = OutputOf<typeof findPerson>;

/**
 * Everything that is kept of emails to one address, or to everyone of a name (null to ask nothing);
 * asked anew each time.
 */
export function usePersonEmails(sought: string | null) {
  return useQuery({
    queryKey: ["person", addressKey(sought ?? "")],
    queryFn: ({ signal }) =>
      call(
        findPerson,
        { address: sought ?? "" },
        { signal, fallback: "Could not look for emails to this person." },
      ),
    enabled: sought !== null,
    staleTime: 0,
  });
}
