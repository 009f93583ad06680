import { type InputOf, type SendAnswer, sendDirect } from "@sendwright/core/contract";
import { ownTimeZone } from "@sendwright/core/hours/hours";
import { directSendFailure } from "@sendwright/core/sends/counts";
import { call } from "../lib/call.ts";

export interface DirectCall {
  input: Omit<InputOf<typeof sendDirect>, "idempotency_key">;
  files: readonly File[];
}

/** Begins a Direct Send; its key is the send's id. Throws AppError; `isLost` tells what that means. */
export function beginDirect(
  key: string,
  { input, files }: DirectCall,
  hold: { hold?: number } = {},
): Promise<SendAnswer> {
  const sent = { time_zone: ownTimeZone(), ...input, ...hold, idempotency_key: key };
  return call(sendDirect, sent, { files: { attachments: files }, fallback: directSendFailure });
}
