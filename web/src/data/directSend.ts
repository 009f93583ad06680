import { AppError, type InputOf, type SendAnswer, sendDirect } from "@sendwright/functions/contract";
import { ownTimeZone } from "@sendwright/functions/core";
import { call } from "../lib/call.ts";

export interface DirectCall {
  input: Omit<InputOf<typeof sendDirect>, "idempotency_key">;
  files: readonly File[];
}

/** Takes the reason of a failure that nobody had words for; gives the fixed one (rule: words). */
export function directSendFailure(reason: string = "send_failed"): string {
  return `Failed to send email(s) (${reason})`;
}

/** Takes a key, which is the send's id, and a call; begins a Direct Send. Throws AppError; `isLost` tells what that means. */
export async function beginDirect(key: string, { input, files }: DirectCall): Promise<SendAnswer> {
  try {
    const sent = { time_zone: ownTimeZone(), ...input, idempotency_key: key };
    return await call(sendDirect, sent, { files: { attachments: files }, fallback: "" });
  } catch (error) {
    if (!(error instanceof AppError) || error.message !== "") throw error;
    const { reason, requestId } = error;
    throw new AppError(reason, directSendFailure(reason), { cause: error, ...(requestId && { requestId }) });
  }
}
