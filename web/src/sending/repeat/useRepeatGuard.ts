import { useState } from "react";
import { look, type SendProgress } from "../../data/look.ts";
import { readSends, readSendsBefore } from "../../data/sends.ts";
import { type AimedRow, findRepeat, type Repeat, sameMail } from "./earlierRecipients.ts";

const LOOKS_AT_ONCE = 5;
/** Of the list of sends: more in one day is nobody's way of working. */
const MOST_PAGES = 4;

/** What is known of who has a mail already. */
export interface Found {
  repeat: Repeat | null;
  /** False: not every send of the last day could be looked through. */
  isWhole: boolean;
}

/** Stands where `isWhole` is false. */
export const NOT_WHOLE = "Whether some of them have this mail already could not be looked up.";

/** The ended ones come latest first; the people of one whose title is gone are deleted, and so are those of all before it. */
async function readLatest() {
  const { sends, before } = await readSends();
  let older = before;
  for (let pages = 1; older !== null && sends.at(-1)?.title !== null; pages++) {
    if (pages === MOST_PAGES) return { sends, isWhole: false };
    const page = await readSendsBefore(older);
    sends.push(...page.sends);
    older = page.before;
  }
  return { sends, isWhole: true };
}

async function lookForRepeat(title: string, rows: readonly AimedRow[]): Promise<Found> {
  const { sends, isWhole } = await readLatest();
  const candidates = sameMail(sends, title, Date.now());
  const aimedAt = rows.filter(({ verdict }) => verdict === "ready").length;
  const earlier: SendProgress[] = [];
  let repeat: Repeat | null = null;
  while (candidates.length > 0 && (repeat?.rows.length ?? 0) < aimedAt) {
    earlier.push(...(await Promise.all(candidates.splice(0, LOOKS_AT_ONCE).map(({ id }) => look(id)))));
    repeat = findRepeat(rows, earlier);
  }
  return { repeat, isWhole };
}

/**
 * Finds out whether the same mail has gone to the same people within a day. Nothing is remembered for it: the results of the
 * last day are read, which the server deletes after 24 hours anyway.
 */
export function useRepeatGuard() {
  const [isLooking, setLooking] = useState(false);

  const look = async (title: string, rows: readonly AimedRow[]): Promise<Found> => {
    setLooking(true);
    try {
      return await lookForRepeat(title, rows);
    } catch (error) {
      // The guard is a help, not a lock: what cannot be read now must not keep mail from going out, but is said.
      console.warn("Could not look for an earlier send:", error instanceof Error ? error.message : error);
      return { repeat: null, isWhole: false };
    } finally {
      setLooking(false);
    }
  };
  return { isLooking, look };
}
