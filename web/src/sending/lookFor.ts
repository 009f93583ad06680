import type { News } from "@sendwright/core/attempt/attempt";
import { newsIn, type Waiting } from "@sendwright/core/attempt/news";
import { AppError, type Send } from "@sendwright/core/contract";
import { isNotFound, look, type SendProgress } from "../data/look.ts";
import { takeBack } from "../data/takeBack.ts";
import { isLost } from "../lib/isLost.ts";

/**
 * Looks once for the send of a press that waits, and returns what the attempt hears, with the send if it is there.
 * Throws AppError.
 */
export async function lookFor(waiting: Waiting): Promise<{ event: News; progress?: SendProgress }> {
  try {
    const progress = await look(waiting.key);
    return { event: newsIn(waiting, progress.send, Date.now()), progress };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { event: { type: "missing", key: waiting.key, at: Date.now() } };
  }
}

/** What came of an Undo. `send`: as it was when Undo came too late. `refusal`: the server would not; then the send is held on. */
export type Undoing = { event: News; send?: Send | null; refusal?: AppError };

/** Undoes a held send, and returns what came of it, null when nobody knows: it has to be asked again. */
export async function undoHeld(key: string): Promise<Undoing | null> {
  try {
    const undone = await takeBack(key);
    if (undone.is === "undone") return { event: { type: "undone", key, at: Date.now() } };
    return { event: { type: "late", key }, send: undone.send };
  } catch (error) {
    if (error instanceof AppError && !isLost(error)) return { event: { type: "notUndone", key }, refusal: error };
    return null;
  }
}
