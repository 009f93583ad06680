import { AppError, type InputOf, type SendAnswer, sendDirect } from "@sendwright/functions/contract";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { CONFIG_KEY } from "./config.ts";
import { noteSend } from "./sendProgress.ts";
import { SENDS_KEY, UNCERTAIN } from "./sends.ts";

export interface DirectSend {
  input: InputOf<typeof sendDirect> & { idempotency_key: string };
  files: readonly File[];
}

const BEGIN = ["begin-direct-send"] as const;

/** Takes the reason of a failure that nobody had words for; gives the specification's (section 8: Sending). */
export function directSendFailure(reason: string = "send_failed"): string {
  return `Failed to send email(s) (${reason})`;
}

async function begin({ input, files }: DirectSend): Promise<SendAnswer> {
  try {
    return await call(sendDirect, input, { files: { attachments: files }, fallback: "" });
  } catch (error) {
    if (!(error instanceof AppError) || error.message !== "") throw error;
    const { reason, requestId } = error;
    throw new AppError(reason, directSendFailure(reason), { cause: error, ...(requestId && { requestId }) });
  }
}

/**
 * Begins a Direct Send; `input.idempotency_key` is its id. Throws AppError; `isOutcomeOpen` tells whether the server may have begun
 * it all the same.
 */
export function useBeginDirect() {
  const cache = useQueryClient();
  return useMutation<SendAnswer, Error, DirectSend>({
    mutationKey: BEGIN,
    mutationFn: begin,
    onSuccess: ({ send, results }) => noteSend(cache, send, results),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: SENDS_KEY }),
        cache.invalidateQueries({ queryKey: CONFIG_KEY }),
      ]),
  });
}

/** Whether the call that begins a Direct Send is on its way, also when another tab of the application was opened meanwhile. */
export function useIsBeginningDirect(): boolean {
  return useIsMutating({ mutationKey: BEGIN }) > 0;
}

/**
 * Takes what a call to send failed with; tells whether a send of its key may exist: the answer was lost, or the key already stands
 * for an earlier press of the button.
 */
export function isOutcomeOpen(error: unknown): boolean {
  return error instanceof AppError && (UNCERTAIN.has(error.reason) || error.reason === "idempotency_conflict");
}
