import { AppError, type Send } from "@sendwright/functions/contract";
import { type Attempt, holdOf, isReleased, type News } from "@sendwright/functions/core";
import type { QueryClient } from "@tanstack/react-query";
import { isNotFound, look, noteSend } from "../data/sendProgress.ts";
import { readSends, SENDS_KEY } from "../data/sends.ts";
import { undoSend } from "../data/undoSend.ts";
import { isLost } from "../lib/isLost.ts";

/** A press whose send the server holds, or is asked to give up. */
type HeldAttempt = Extract<Attempt, { is: "held" | "undoing" }>;

/** How often a send is looked at while it is held, and so soon after its hold; milliseconds. */
const LOOK_EVERY = 3_000;
const SOON = 300;

/** Takes a held attempt, and the present; gives the wait until the next look (milliseconds). */
export function untilLook({ hold: { until } }: HeldAttempt, now: number): number {
  const left = until - now;
  return left > 0 ? Math.min(LOOK_EVERY, left + SOON) : 1_000;
}

/** Looks at a send that is held; gives what has become of it, null while that is nothing new. */
export function lookAtHeld(cache: QueryClient, { key, hold }: HeldAttempt): Promise<News | null> {
  return lookAt(cache, key, (send) => (isReleased(send, hold, Date.now()) ? { type: "released", key } : null));
}

/** Looks for the send of a lost call; gives what is certain, null when nobody knows and it has to be asked again. */
export function lookForLost(cache: QueryClient, key: string): Promise<News | null> {
  return lookAt(cache, key, (send) => ({ type: "found", key, hold: holdOf(send, Date.now()) }));
}

/** Has the list of sends read anew; whoever hears it learns what it shows. */
export async function lookAtList(cache: QueryClient): Promise<void> {
  try {
    await cache.fetchQuery({ queryKey: SENDS_KEY, queryFn: ({ signal }) => readSends(signal), staleTime: 0 });
  } catch (error) {
    console.warn("Could not look whether the send began:", error instanceof Error ? error.message : error);
  }
}

async function lookAt(cache: QueryClient, key: string, eventOf: (send: Send) => News | null): Promise<News | null> {
  try {
    const { send, results, cursor } = await look(key);
    noteSend(cache, send, results, cursor);
    return eventOf(send);
  } catch (error) {
    return isNotFound(error) ? { type: "missing", key, at: Date.now() } : null;
  }
}

/** What came of an Undo. `refusal`: the server would not; then the send is held on. */
export type Undoing = { event: News; refusal?: AppError };

/** Takes back a send that is held; gives what came of it, null when nobody knows and it has to be asked again. */
export async function undoHeld(cache: QueryClient, { key }: HeldAttempt): Promise<Undoing | null> {
  try {
    const undone = await undoSend(key);
    if (undone.is === "undone") return { event: { type: "undone", key, at: Date.now() } };
    if (undone.send) noteSend(cache, undone.send);
    return { event: { type: "late", key } };
  } catch (error) {
    if (error instanceof AppError && !isLost(error)) return { event: { type: "notUndone", key }, refusal: error };
    return null;
  }
}
