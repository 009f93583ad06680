import type { News } from "@sendwright/core/attempt/attempt";
import type { Waiting } from "@sendwright/core/attempt/news";
import type { QueryClient } from "@tanstack/react-query";
import { noteSend } from "../data/sendProgress.ts";
import { readSends, SENDS_KEY } from "../data/sends.ts";
import { lookFor } from "./lookFor.ts";

/** Looks for the send of a lost call; returns what is certain, null when nobody knows and it has to be asked again. */
export function lookForLost(cache: QueryClient, key: string): Promise<News | null> {
  return lookAt(cache, { is: "lost", key });
}

/** Looks for the send of a press that waits; returns what the attempt hears of it, null when nobody knows. */
export async function lookAt(cache: QueryClient, waiting: Waiting): Promise<News | null> {
  try {
    const { event, progress } = await lookFor(waiting);
    if (progress) noteSend(cache, progress.send, progress.results, progress.cursor);
    return event;
  } catch {
    return null;
  }
}

/** Has the list of sends read anew; what listens to it learns what it shows. */
export async function lookAtList(cache: QueryClient): Promise<void> {
  try {
    await cache.fetchQuery({ queryKey: SENDS_KEY, queryFn: ({ signal }) => readSends(signal), staleTime: 0 });
  } catch (error) {
    console.warn("Could not look whether the send began:", error instanceof Error ? error.message : error);
  }
}
