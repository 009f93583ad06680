import { DAY, HOUR, MINUTE } from "@sendwright/core/dates/units";
import { firestore } from "../../platform/firebase.ts";
import { logError } from "../../platform/log.ts";
import { sendsCollection } from "./documents.ts";
import { OPEN_STATES } from "./read.ts";

/*
 * What an operator may know of all sends: ids, states, times and numbers. Documents are read as
 * stored, because one that can't be read is the first that an operator wants to hear of.
 */

/** Something that needs a person: which send or account, why, and since when (milliseconds). */
export interface StuckItem {
  what: "send" | "account";
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

/**
 * Sends and accounts that need a person, the longest waiting first: at most `limit` for each
 * reason. Of paused sends only those with one of these `pauses`: others could be so many that they
 * would hide them.
 */
export async function stuckNow(
  now: number,
  limit: number,
  pauses: readonly OwnPause[] = PAUSES,
): Promise<StuckItem[]> {
  const sends = sendsCollection().withConverter(null);
  const senders = firestore().collection("senders");
  const found = await Promise.all([
    list(
      sends
        .where("wakeAt", "<=", now - LATE)
        .orderBy("wakeAt")
        .limit(limit),
      "wakeAt",
      "due, and not attended to",
    ),
    list(
      sends
        .where("purgeAt", "<=", now - VERY_LATE)
        .orderBy("purgeAt")
        .limit(limit),
      "purgeAt",
      "its data is due for deletion",
    ),
    list(sends.where("unreadable", ">", 0).limit(limit), "startsAt", "its document can't be read"),
    list(
      sends.where("faults", ">", 0).limit(limit),
      "startsAt",
      "its worker died, or its email couldn't be loaded",
    ),
    list(
      sends.where("state", "==", "paused").where("pauseReason", "in", pauses).limit(limit),
      "pausedAt",
      null,
    ),
    list(
      senders.where("leaseUntil", "<=", now - LATE).limit(limit),
      "leaseUntil",
      "its worker died, and no other came",
    ),
    list(
      senders
        .where("goneAt", "<=", now - VERY_LATE)
        .orderBy("goneAt")
        .limit(limit),
      "goneAt",
      "its deletion isn't finished",
    ),
    list(
      firestore()
        .collection("owners")
        .where("uploadsUntil", "<=", now - VERY_LATE)
        .orderBy("uploadsUntil")
        .limit(limit),
      "uploadsUntil",
      "its uploads are due for deletion",
    ),
  ]);
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

/**
 * The documents that a query finds; `reason` null: the reason of the pause, if a person must end
 * it.
 */
async function list(
  query: FirebaseFirestore.Query,
  since: string,
  reason: string | null,
): Promise<StuckItem[]> {
  const { docs } = await query.get();
  return docs.flatMap((document): StuckItem[] => {
    const pause = PAUSES.find((one) => one === document.get("pauseReason"));
    const why = reason ?? (pause && NEEDS_PERSON[pause]);
    // A send that is paused for its faults is listed as paused.
    const isOver =
      since === "startsAt" &&
      reason?.startsWith("its worker") &&
      document.get("state") === "paused";
    if (why === undefined || isOver) return [];
    const isSend = document.ref.parent.id === "sends";
    const [left, all] = [
      numberOf(document, "counts.queued") + numberOf(document, "counts.sending"),
      numberOf(document, "counts.total"),
    ];
    return [
      {
        what: isSend ? "send" : "account",
        id: document.id,
        reason: why,
        since: numberOf(document, since),
        ...(isSend && { emails: { left, all } }),
      },
    ];
  });
}

function numberOf(document: FirebaseFirestore.DocumentSnapshot, field: string): number {
  const value: unknown = document.get(field);
  return typeof value === "number" ? value : 0;
}

const KINDS = ["direct", "csv", "manual", "test"] as const;
const ENDS = ["sent", "failed", "warning", "skipped"] as const;

/** The numbers of the sends that began in the last 24 hours, and of all that are open now. */
export interface DayNumbers {
  sends: Record<(typeof KINDS)[number], number>;
  users: number;
  emails: Record<(typeof ENDS)[number] | "left", number>;
  open: Record<string, number>;
  /** Whether there are more than were read. */
  isCut: boolean;
}

const PER_READ = 1_000;

/** Reads each send of the last 24 hours, at most `limit`. */
export async function numbersOfDay(now: number, limit: number): Promise<DayNumbers> {
  const numbers: DayNumbers = {
    sends: { direct: 0, csv: 0, manual: 0, test: 0 },
    users: 0,
    emails: { sent: 0, failed: 0, warning: 0, skipped: 0, left: 0 },
    open: {},
    isCut: false,
  };
  const users = new Set<unknown>();
  const begun = sendsCollection()
    .withConverter(null)
    .where("createdAt", ">=", now - DAY)
    .orderBy("createdAt")
    .select("owner", "kind", "counts", "createdAt")
    .limit(PER_READ);
  let read = 0;
  for (let page = await begun.get(); ; ) {
    for (const document of page.docs) {
      const kind = KINDS.find((one) => one === document.get("kind"));
      if (kind) numbers.sends[kind] += 1;
      users.add(document.get("owner"));
      for (const end of ENDS) numbers.emails[end] += numberOf(document, `counts.${end}`);
      numbers.emails.left +=
        numberOf(document, "counts.queued") + numberOf(document, "counts.sending");
    }
    read += page.size;
    const last = page.docs.at(-1);
    numbers.isCut = page.size === PER_READ && read >= limit;
    if (!last || page.size < PER_READ || numbers.isCut) break;
    page = await begun.startAfter(last).get();
  }
  numbers.users = users.size;
  for (const state of OPEN_STATES) {
    numbers.open[state] = (
      await sendsCollection().where("state", "==", state).count().get()
    ).data().count;
  }
  return numbers;
}
