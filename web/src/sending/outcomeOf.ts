import { holdOf } from "@sendwright/core/attempt/hold";
import type { CallResult } from "@sendwright/core/attempt/runner";
import { AppError, type SendAnswer } from "@sendwright/core/contract";
import { directSendFailure } from "@sendwright/core/sends/counts";
import { isLost } from "../lib/isLost.ts";

/** Turns the result of the call that starts a send into an event for the attempt. */
export async function outcomeOf(key: string, begin: () => Promise<SendAnswer>): Promise<CallResult> {
  try {
    const seen = await begin();
    return { event: { type: "answered", key, hold: holdOf(seen.send, Date.now()) }, seen };
  } catch (error) {
    const refusal =
      error instanceof AppError ? error : new AppError("send_failed", directSendFailure(), { cause: error });
    const isConflict = refusal.reason === "idempotency_conflict";
    if (!isConflict && !isLost(refusal)) return { event: { type: "refused", key, refusal } };
    return { event: { type: "lost", key, cause: isConflict ? "conflict" : "silence", at: Date.now() } };
  }
}
