import type { CheckedRow } from "@sendwright/functions/core";
import { useState } from "react";
import { look } from "../../../data/sendProgress.ts";
import { readSends } from "../../../data/sends.ts";
import { findRepeat, type Repeat, sameMail } from "./earlierRecipients.ts";

/** Earlier sends of one mail that are looked through; more in one day is somebody's way of working, not an accident. */
const MOST = 5;

async function lookForRepeat(title: string, rows: readonly CheckedRow[]): Promise<Repeat | null> {
  const candidates = sameMail(await readSends(), title, Date.now()).slice(0, MOST);
  return findRepeat(rows, await Promise.all(candidates.map(({ id }) => look(id))));
}

/** What a person answers when the same mail has gone to the same people. */
export type RepeatAnswer = "send" | "leave_out" | "cancel";

/**
 * Asks before the same mail goes to the same people a second time within a day. Nothing is remembered for it: the results of the
 * last day are read, which the server deletes after 24 hours anyway.
 */
export function useRepeatGuard() {
  const [isLooking, setLooking] = useState(false);
  const [asked, setAsked] = useState<{ repeat: Repeat; ready: number; answer: (answer: RepeatAnswer) => void } | null>(
    null,
  );

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
  const ask = (repeat: Repeat, ready: number): Promise<RepeatAnswer> =>
    new Promise((resolve) => {
      const answer = (given: RepeatAnswer) => {
        setAsked(null);
        resolve(given);
      };
      setAsked({ repeat, ready, answer });
    });
  return { isLooking, asked, look, ask };
}

export type RepeatGuard = ReturnType<typeof useRepeatGuard>;
