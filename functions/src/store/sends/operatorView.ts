import { HOUR, MINUTE } from "@sendwright/core/dates/units";
import type { DocumentSnapshot, Query } from "firebase-admin/firestore";
import { firestore } from "../../platform/firebase.ts";
import { logError } from "../../platform/log.ts";
import { sendsCollection } from "./documents.ts";
import { ACTIVE_STATES } from "./read.ts";
import { MAX_FAULTS } from "./sendTimes.ts";

/*
 * The sends and accounts as an operator may see them: ids, states, times and numbers. Reads
 * documents as stored, because unreadable ones matter most here.
 */

/** Something that needs a person: which send or account, why, and since when (milliseconds). */
export interface StuckItem {
  kind: "send" | "account";
  id: string;
  reason: string;
  since: number;
  /** Of a send: emails to go, and all of them. */
  emails?: { left: number; all: number };
}

/** How late the sweep may be before its work counts as stuck. */
const LATE = 10 * MINUTE;
/** Deletions may be later: the sweep does them after everything else. */
const VERY_LATE = HOUR;

/**
 * The pauses that a person must end. The others end automatically, its owner made them, or a stop
 * did.
 */
const NEEDS_PERSON = {
  errors: "paused: ten emails in a row, or three tries, failed",
  reconnect: "paused: its owner must reconnect Google",
  disabled: "paused: its owner was disabled",
} as const;
type OwnPause = keyof typeof NEEDS_PERSON;
const PAUSES = Object.keys(NEEDS_PERSON) as OwnPause[];

/** The faults that a send can have before they pause it. */
const FAULTS = Array.from({ length: MAX_FAULTS - 1 }, (_, i) => i + 1);

/**
 * Sends and accounts that need a person, the longest waiting first: at most `limit` for each
 * reason. If more sends have faults or are paused, it lists any of them: an order by time would
 * need an index. `pauses`: the pauses to list.
 */
export async function stuckNow(
  now: number,
  limit: number,
  pauses: readonly OwnPause[] = PAUSES,
): Promise<StuckItem[]> {
  const found = await Promise.all(searches(now, pauses).map((search) => stuckIn(search, limit)));
  return found.flat().sort((a, b) => a.since - b.since);
}

/** The pauses that an operator can end; the others only their owner can. */
const OPERATOR_ENDS: readonly OwnPause[] = ["errors"];
const MAX_REPORTED = 100;

/**
 * In the first minute of each hour, logs how many sends and accounts need an operator
 * (docs/operate.md).
 */
export async function reportStuck(now: number): Promise<void> {
  if (now % HOUR >= MINUTE) return;
  const stuck = await stuckNow(now, MAX_REPORTED, OPERATOR_ENDS);
  if (stuck.length > 0) logError("sends are stuck", { count: stuck.length });
}

interface Search {
  /** Finds only what needs a person: others could fill the limit and hide it. */
  query: Query;
  /** The field with the time since which it waits. */
  since: string;
  reason: string;
}

function searches(now: number, pauses: readonly OwnPause[]): Search[] {
  const sends = sendsCollection().withConverter(null);
  const senders = firestore().collection("senders");
  const owners = firestore().collection("owners");
  const overdue = (of: Query, since: string, late: number, reason: string): Search => ({
    query: of.where(since, "<=", now - late).orderBy(since),
    since,
    reason,
  });
  return [
    overdue(sends, "wakeAt", LATE, "due, and not attended to"),
    overdue(sends, "purgeAt", VERY_LATE, "its data is due for deletion"),
    {
      // The longer it waits, the more often it was tried.
      query: sends.where("unreadable", ">", 0).orderBy("unreadable", "desc"),
      since: "startsAt",
      reason: "its document can't be read",
    },
    {
      query: sends.where("state", "in", ACTIVE_STATES).where("faults", "in", FAULTS),
      since: "startsAt",
      reason: "its worker died, or its email couldn't be loaded",
    },
    ...pauses.map((pause) => ({
      query: sends.where("state", "==", "paused").where("pauseReason", "==", pause),
      since: "pausedAt",
      reason: NEEDS_PERSON[pause],
    })),
    overdue(senders, "leaseUntil", LATE, "its worker died, and no other came"),
    overdue(senders, "goneAt", VERY_LATE, "its deletion isn't finished"),
    overdue(owners, "uploadsUntil", VERY_LATE, "its uploads are due for deletion"),
  ];
}

async function stuckIn({ query, since, reason }: Search, limit: number): Promise<StuckItem[]> {
  const { docs } = await query.limit(limit).get();
  return docs.map((document): StuckItem => {
    const isSend = document.ref.parent.id === "sends";
    const all = numberOf(document, "counts.total");
    return {
      kind: isSend ? "send" : "account",
      id: document.id,
      reason,
      since: numberOf(document, since),
      ...(isSend && { emails: { left: emailsToGo(document), all } }),
    };
  });
}

/** A number of a document as stored; 0 if it isn't one. */
export function numberOf(document: DocumentSnapshot, field: string): number {
  const value: unknown = document.get(field);
  return typeof value === "number" ? value : 0;
}

/** How many emails of a send, as stored, are still to go. */
export function emailsToGo(send: DocumentSnapshot): number {
  return numberOf(send, "counts.queued") + numberOf(send, "counts.sending");
}
