import {
  AppError,
  findReceived,
  getCorrections,
  type InputOf,
  type OutputOf,
  receivedRows,
} from "@sendwright/core/contract";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "../lib/call.ts";
import { progressKey } from "./sendProgress.ts";
import { SENDS_KEY } from "./sendQueries.ts";

const NO_RECIPIENTS = { fallback: "Could not load the recipients of this send." };

/** Reads who received a finished send, with their values. */
export function useReceivers(id: string) {
  const mutationKey = ["receivers", id];
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: () => call(getCorrections, { id, who: "received" }, NO_RECIPIENTS),
  });
  // Several buttons read them.
  return { mutateAsync, isPending: useIsMutating({ mutationKey }) > 0 };
}

/**
 * Reads who of a finished send can be corrected now, or for whom a scheduled one is to be edited.
 */
export function useCorrections(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(getCorrections, { id }, NO_RECIPIENTS),
    onError: () => {
      // It isn't as the screen has it: it has begun, or another tab has sent failed rows again.
      void cache.invalidateQueries({ queryKey: SENDS_KEY });
      void cache.invalidateQueries({ queryKey: progressKey(id) });
    },
  });
}

export type Receipts = OutputOf<typeof findReceived>["received"];

/** Reads who already received an email, may have, or is about to. Throws AppError. */
export async function whoReceived(input: InputOf<typeof findReceived>): Promise<Receipts> {
  return (await call(findReceived, input)).received;
}

/**
 * Who already received the email, if that is why the server refused to send rows again; otherwise
 * null.
 */
export function receivedOf(error: Error): Receipts | null {
  if (!(error instanceof AppError) || error.reason !== "already_received") return null;
  return receivedRows.check(z.minLength(1)).safeParse(error.details?.received).data ?? null;
}
