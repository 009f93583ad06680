import type { HandedList } from "@sendwright/core/contract";
import { forget, read } from "../shared/stored.ts";
import { currentSession } from "./session.ts";

/**
 * The page's question for the list that Bulk Send is to take over; with `taken`, the page has it,
 * and it is forgotten. Answers null for none, or if it is another account's.
 */
export async function handOver(taken: unknown): Promise<HandedList | null> {
  const [list, session] = [await read("handed"), await currentSession()];
  if (!list || list.uid !== session?.uid) return null;
  if (taken === undefined) return list;
  if (taken === list.id) await forget("handed");
  return null;
}
