import { getSendMail } from "@sendwright/core/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const FALLBACK = "Could not load this email.";

/**
 * The email of one row of the send (null to show none). It never changes. Until it is there, the
 * one of the row before stays, if `canStay` allows it.
 */
export function useSendMail(id: string, row: number | null, canStay = (_row: number) => false) {
  return useQuery({
    queryKey: ["send-mail", id, row],
    queryFn:
      row === null
        ? skipToken
        : ({ signal }) => call(getSendMail, { id, row }, { signal, fallback: FALLBACK }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => {
      const [, send, last] = query?.queryKey ?? [];
      return send === id && typeof last === "number" && canStay(last) ? before : undefined;
    },
  });
}
