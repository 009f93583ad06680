import type { CheckedRow } from "@sendwright/functions/core";
import { useState } from "react";
import { look } from "../../../data/look.ts";
import { readSends } from "../../../data/sends.ts";
import { findRepeat, type Repeat, sameMail } from "./earlierRecipients.ts";

/** Earlier sends of one mail that are looked through; more in one day is somebody's way of working, not an accident. */
const MOST = 5;

async function lookForRepeat(title: string, rows: readonly CheckedRow[]): Promise<Repeat | null> {
  const candidates = sameMail((await readSends()).sends, title, Date.now()).slice(0, MOST);
  return findRepeat(rows, await Promise.all(candidates.map(({ id }) => look(id))));
}

/**
 * Finds out whether the same mail has gone to the same people within a day. Nothing is remembered for it: the results of the
 * last day are read, which the server deletes after 24 hours anyway.
 */
export function useRepeatGuard() {
  const [isLooking, setLooking] = useState(false);

  const look = async (title: string, rows: readonly CheckedRow[]): Promise<Repeat | null> => {
    setLooking(true);
    try {
      return await lookForRepeat(title, rows);
    } catch (error) {
      // The guard is a help, not a lock: a list that cannot be read now must not keep mail from going out.
      console.warn("Could not look for an earlier send:", error instanceof Error ? error.message : error);
      return null;
    } finally {
      setLooking(false);
    }
  };
  return { isLooking, look };
}
