import * as z from "zod";
import { firestore } from "../platform/firebase.ts";

/**
 * How far the sweep has come with work over all documents of a collection, and for which version of
 * the work.
 */
const progress = z.object({ version: z.number().int(), after: z.string().nullable() });

function upkeepOf(collection: string) {
  return firestore().collection("upkeep").doc(collection);
}

/**
 * The id after which work of this version continues: "" if it hasn't begun, null if it, or that of
 * a later version, is done.
 */
export async function readProgress(collection: string, version: number): Promise<string | null> {
  const { success, data } = progress.safeParse((await upkeepOf(collection).get()).data());
  if (!success || data.version < version) return "";
  return data.version > version ? null : data.after;
}

/** Stores how far work has come; `after` null when it is done. */
export async function keepProgress(
  collection: string,
  version: number,
  after: string | null,
): Promise<void> {
  await upkeepOf(collection).set({ version, after });
}
