import { sendEvent, type WaitingAttempt } from "@sendwright/core/attempt/attempt";
import { holdOf } from "@sendwright/core/attempt/hold";
import type { CallResult } from "@sendwright/core/attempt/runner";
import { AppError, type SendAnswer } from "@sendwright/core/contract";
import { directSendFailure } from "@sendwright/core/contract/messages";
import { fetchProgress, isNotFound } from "../data/sendProgress.ts";
import { undoHeldSend } from "../data/undoHeldSend.ts";
import { isLost } from "../lib/isLost.ts";

/** Turns the result of the call that starts a send into an event for the attempt. */
export async function outcomeOf(
  key: string,
  begin: () => Promise<SendAnswer>,
): Promise<CallResult> {
  try {
    const seen = await begin();
    return { event: { type: "answered", key, hold: holdOf(seen.send, Date.now()) }, seen };
  } catch (error) {
    const refusal =
      error instanceof AppError
        ? error
        : new AppError("send_failed", directSendFailure(), { cause: error });
    const isConflict = refusal.reason === "idempotency_conflict";
    if (!isConflict && !isLost(refusal)) return { event: { type: "refused", key, refusal } };
    return {
      event: { type: "lost", key, cause: isConflict ? "conflict" : "silence", at: Date.now() },
    };
  }
}

/** Looks up the send of an attempt once. Throws AppError. */
export async function lookUpSend(waiting: WaitingAttempt): Promise<CallResult> {
  try {
    const seen = await fetchProgress(waiting.key);
    return { event: sendEvent(waiting, seen.send, Date.now()), seen };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { event: { type: "missing", key: waiting.key, at: Date.now() } };
  }
}

/** Undoes a held send. Null if the result is unknown, or the browser is offline: ask again. */
export async function undoHeld(key: string): Promise<CallResult | null> {
  try {
    const undone = await undoHeldSend(key);
    if (undone.is === "undone") return { event: { type: "undone", key, at: Date.now() } };
    return { event: { type: "late", key }, ...(undone.send && { seen: { send: undone.send } }) };
  } catch (error) {
    if (!(error instanceof AppError) || isLost(error) || error.reason === "offline") return null;
    return { event: { type: "notUndone", key, refusal: error } };
  }
}
