import { getSendMail } from "@sendwright/core/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** The email of one row of the send (null to show none). It never changes. */
export function useSendMail(id: string, row: number | null) {
  return useQuery({
    queryKey: ["send-mail", id, row],
    queryFn: ({ signal }) =>
      call(getSendMail, { id, row: row ?? 1 }, { signal, fallback: "Could not load this email." }),
    enabled: row !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}
