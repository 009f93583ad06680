import type { News } from "@sendwright/core/attempt/attempt";
import { holdOf } from "@sendwright/core/attempt/hold";
import { AppError, type SendAnswer } from "@sendwright/core/contract";
import { directSendFailure } from "@sendwright/core/sends/counts";
import { isLost } from "../lib/isLost.ts";

/** What the attempt hears of the call that begins a send, and the answer if one came. */
export async function outcomeOf(
  key: string,
  begin: () => Promise<SendAnswer>,
): Promise<{ event: News; answer?: SendAnswer }> {
  try {
    const answer = await begin();
    return { event: { type: "answered", key, hold: holdOf(answer.send, Date.now()) }, answer };
  } catch (error) {
    const refusal =
      error instanceof AppError ? error : new AppError("send_failed", directSendFailure(), { cause: error });
    const isConflict = refusal.reason === "idempotency_conflict";
    if (!isConflict && !isLost(refusal)) return { event: { type: "refused", key, refusal } };
    return { event: { type: "lost", key, cause: isConflict ? "conflict" : "silence", at: Date.now() } };
  }
}
