import type { CallResult } from "@sendwright/core/attempt/runner";
import { sendEvent, type Waiting } from "@sendwright/core/attempt/sendEvent";
import { AppError } from "@sendwright/core/contract";
import { fetchProgress, isNotFound } from "../data/fetchProgress.ts";
import { undoHeldSend } from "../data/undoHeldSend.ts";
import { isLost } from "../lib/isLost.ts";

/** Looks up the send of an attempt once. Throws AppError. */
export async function lookUpSend(waiting: Waiting): Promise<CallResult> {
  try {
    const seen = await fetchProgress(waiting.key);
    return { event: sendEvent(waiting, seen.send, Date.now()), seen };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { event: { type: "missing", key: waiting.key, at: Date.now() } };
  }
}

/** Undoes a held send. Null if the result is unknown: ask again. */
export async function undoHeld(key: string): Promise<CallResult | null> {
  try {
    const undone = await undoHeldSend(key);
    if (undone.is === "undone") return { event: { type: "undone", key, at: Date.now() } };
    return { event: { type: "late", key }, ...(undone.send && { seen: { send: undone.send } }) };
  } catch (error) {
    if (error instanceof AppError && !isLost(error)) return { event: { type: "notUndone", key, refusal: error } };
    return null;
  }
}
