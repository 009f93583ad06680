import { newsIn, type Waiting } from "@sendwright/core/attempt/news";
import type { Heard } from "@sendwright/core/attempt/runner";
import { AppError } from "@sendwright/core/contract";
import { isNotFound, look } from "../data/look.ts";
import { takeBack } from "../data/takeBack.ts";
import { isLost } from "../lib/isLost.ts";

/** Looks once for the send of a press that waits. Throws AppError. */
export async function lookFor(waiting: Waiting): Promise<Heard> {
  try {
    const seen = await look(waiting.key);
    return { event: newsIn(waiting, seen.send, Date.now()), seen };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { event: { type: "missing", key: waiting.key, at: Date.now() } };
  }
}

/** Undoes a held send. Null when nobody knows what came of it: it has to be asked again. */
export async function undoHeld(key: string): Promise<Heard | null> {
  try {
    const undone = await takeBack(key);
    if (undone.is === "undone") return { event: { type: "undone", key, at: Date.now() } };
    return { event: { type: "late", key }, ...(undone.send && { seen: { send: undone.send } }) };
  } catch (error) {
    if (error instanceof AppError && !isLost(error)) return { event: { type: "notUndone", key, refusal: error } };
    return null;
  }
}
