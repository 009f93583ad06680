import type { PauseReason } from "@sendwright/core/contract/sends";
import { nextWithin } from "@sendwright/core/hours/hours";
import type { CancelledBy, SendDoc } from "./schemas.ts";
import { endOfLife, MAX_FAULTS, SEND_TIMES, watchOver } from "./sendTimes.ts";

/**
 * The changes that each event writes; `sendState.ts` says where it is allowed. Null: nothing. A
 * text: why it can't happen.
 */
type Patch = Partial<SendDoc>;
type CountsPatch = Pick<SendDoc, "counts" | "suppressed">;

const NO_PAUSE = { pauseReason: null, pausedAt: null, resumesAt: null } as const;
const REPLACED = "You edited this send, so another one has taken its place.";
const TOO_OLD = "This send is too old. Please start a new one.";

export function begun(send: SendDoc, now: number): Patch {
  if (send.counts.queued === 0) return { state: "done", ...end(send, now) };
  if (send.hold > 0) return held(send, now + send.hold);
  return send.startsAt > now ? { state: "scheduled", wakeAt: send.startsAt } : going(send, now);
}

/** The hold starts once the send is complete, so writing a large one takes no time off it. */
function held(send: SendDoc, heldUntil: number): Patch {
  const startsAt = Math.max(send.startsAt, heldUntil);
  return { state: "scheduled", heldUntil, startsAt, wakeAt: startsAt };
}

/**
 * Like one given up during its preparation: the next process that finds it deletes it completely,
 * and its key is free.
 */
export function undone({ heldUntil }: SendDoc, now: number): Patch | string {
  if (heldUntil === null)
    return "This send was not held, so it cannot be undone. Cancel it instead.";
  return { state: "preparing", voided: true, wakeAt: now };
}

export function voided(send: SendDoc, now: number, { nonce }: { nonce?: string }): Patch | null {
  const isOver = send.createdAt + SEND_TIMES.void <= now;
  return isOver || nonce === send.nonce ? { voided: true } : null;
}

export function voidedAtOnce(): Patch {
  return { voided: true };
}

/** Resumes without its faults and its row of failures. */
function going(send: SendDoc, now: number): Patch {
  return {
    state: "queued",
    heldUntil: null,
    ...NO_PAUSE,
    wakeAt: watchOver(send, now),
    streak: 0,
    faults: 0,
    worker: null,
  };
}

export function started(send: SendDoc, now: number): Patch | null {
  return send.startsAt <= now ? going(send, now) : null;
}

export function startedNow(send: SendDoc, now: number): Patch {
  const diesAt = endOfLife(now, send.expiresAt);
  return { ...going({ ...send, diesAt }, now), startsAt: now, diesAt };
}

export function moved(
  send: SendDoc,
  _now: number,
  { startsAt }: { startsAt: number },
): Patch | string {
  const diesAt = endOfLife(startsAt, send.expiresAt);
  // Once its time is changed, it can be canceled but no longer undone.
  return startsAt < diesAt ? { startsAt, diesAt, wakeAt: startsAt, heldUntil: null } : TOO_OLD;
}

export function served(send: SendDoc, now: number, { lease }: { lease: string }): Patch {
  return { state: "running", startedAt: send.startedAt ?? now, worker: lease };
}

/** The end of a slice that didn't die. */
export function rested(
  send: SendDoc,
  now: number,
  event: CountsPatch & { streak: number; nextAt: number },
): Patch {
  const { counts, suppressed, streak, nextAt } = event;
  const went = counts.sent > send.counts.sent ? { faults: 0 } : {};
  return {
    streak,
    worker: null,
    ...went,
    wakeAt: watchOver(send, nextAt),
    ...countsOf(send, now, { counts, suppressed }),
  };
}

/** As `rested`, for a send that someone has paused or canceled meanwhile. */
export function left(
  send: SendDoc,
  now: number,
  { counts, suppressed, streak }: CountsPatch & { streak: number },
): Patch {
  return { streak, worker: null, ...countsOf(send, now, { counts, suppressed }) };
}

/** The counts of its rows, and its end if no rows are left. */
export function countsOf(send: SendDoc, now: number, { counts, suppressed }: CountsPatch): Patch {
  if (counts.queued + counts.sending > 0) return { counts, suppressed };
  const state = send.state === "cancelled" ? "cancelled" : "done";
  return { counts, suppressed, state, ...end(send, now) };
}

export function recounted(_send: SendDoc, _now: number, counted: CountsPatch): Patch {
  const { counts, suppressed } = counted;
  return { counts, suppressed };
}

/** Rows and files are deleted a day later, or at once if their owner is gone. */
function end({ cancelledBy }: SendDoc, now: number): Patch {
  const deletesAt = cancelledBy === "ownerDeleted" ? now : now + SEND_TIMES.kept;
  return {
    ...NO_PAUSE,
    worker: null,
    faults: 0,
    endedAt: now,
    deletesAt,
    wakeAt: null,
    purgeAt: deletesAt,
  };
}

export function askedAgain(send: SendDoc, now: number): Patch | null {
  return send.wakeAt !== null && send.wakeAt > now ? null : { wakeAt: watchOver(send, now) };
}

interface Pause {
  reason: PauseReason;
  resumesAt: number | null;
}

/**
 * A send interrupted by the quota resumes in the hours that the person has chosen, even if the
 * quota allows it sooner.
 */
export function paused(send: SendDoc, now: number, { reason, resumesAt }: Pause): Patch {
  if (reason !== "quota" || resumesAt === null) return pausedSince(send, reason, resumesAt, now);
  return { ...pausedSince(send, reason, inItsHours(send, resumesAt), now), interrupted: true };
}

/** The first time from `time` on at which a send may resume automatically. */
export function inItsHours({ resumeHours }: Pick<SendDoc, "resumeHours">, time: number): number {
  return resumeHours ? nextWithin(resumeHours, time) : time;
}

/** Before it begins, only a person pauses a send. */
export function pausedBefore(send: SendDoc, now: number, event: Pause): Patch | null {
  return event.reason === "user" ? paused(send, now, event) : null;
}

/** A person's pause replaces another; one without an end continues as the same pause. */
export function pausedAgain(send: SendDoc, now: number, { reason }: Pause): Patch | null {
  if (reason !== "user" || send.pauseReason === "user") return null;
  return pausedSince(send, reason, null, send.resumesAt === null ? (send.pausedAt ?? now) : now);
}

function pausedSince(
  send: SendDoc,
  pauseReason: PauseReason,
  resumesAt: number | null,
  pausedAt: number,
): Patch {
  const wakeAt = Math.min(resumesAt ?? pausedAt + SEND_TIMES.longestPause, send.diesAt);
  return { state: "paused", pauseReason, pausedAt, resumesAt, wakeAt };
}

/** A person can resume at any hour. */
export function resumedByPerson(send: SendDoc, now: number): Patch {
  return { ...resumed(send, now), interrupted: false };
}

/** A send paused before its time waits for it again. */
function resumed(send: SendDoc, now: number): Patch {
  if (send.startedAt !== null || send.startsAt <= now) return going(send, now);
  return { ...going(send, now), state: "scheduled", wakeAt: send.startsAt };
}

export function resumedInTime(send: SendDoc, now: number): Patch | null {
  return send.resumesAt !== null && send.resumesAt <= now ? resumed(send, now) : null;
}

export function reconnected(send: SendDoc, now: number): Patch | null {
  return send.pauseReason === "reconnect" ? resumed(send, now) : null;
}

export function outlived(send: SendDoc, now: number): Patch | null {
  const isOpenEnded = send.resumesAt === null || send.pauseReason === "stopped";
  const over = isOpenEnded && (send.pausedAt ?? 0) + SEND_TIMES.longestPause <= now;
  return over ? cancelledBy("longPause")(send, now) : null;
}

export function bereft(send: SendDoc, now: number, { lease }: { lease: string }): Patch | null {
  return send.worker === lease ? faulted(send, now) : null;
}

/**
 * Counts one more fault. `MAX_FAULTS` in a row are no accident, so the send pauses for a person.
 */
export function faulted(send: SendDoc, now: number): Patch {
  const faults = send.faults + 1;
  const pause = faults < MAX_FAULTS ? {} : pausedSince(send, "errors", null, now);
  return { faults, worker: null, ...pause };
}

export function cancelledBy(by: CancelledBy) {
  // The sweep checks again, in case a worker dies while it holds the last emails.
  return (_send: SendDoc, now: number): Patch => ({
    state: "cancelled",
    cancelledBy: by,
    ...NO_PAUSE,
    wakeAt: now,
  });
}

export function replaced(send: SendDoc, now: number, { by }: { by: string }): Patch {
  return { ...cancelledBy("user")(send, now), replacedBy: by };
}

/** Canceling it would not stop the one that has taken its place. */
export function cancelledBefore({ replacedBy }: SendDoc): null | string {
  return replacedBy ? REPLACED : null;
}

export function cancelledLongAgo({ state }: SendDoc): null | string {
  return state === "cancelled" ? null : "This send has already ended.";
}

export function outOfTime(send: SendDoc, now: number): Patch | null {
  return send.diesAt <= now ? cancelledBy("endOfLife")(send, now) : null;
}

/** Queues rows again while others are still to go. */
export function onceMore({ epoch }: SendDoc): Patch {
  return { epoch: epoch + 1 };
}

/** Queues rows of an ended send again: it restarts, as long as its rows' own last day allows. */
export function again(send: SendDoc, now: number): Patch | string {
  // Its data is about to be deleted; nothing may begin between the two writes that its owner
  // couldn't see.
  if (send.hidden) return "The data of this send has been deleted.";
  if (send.replacedBy) return REPLACED;
  const diesAt = endOfLife(now, send.expiresAt);
  if (diesAt <= now) return TOO_OLD;
  const reopened = {
    startsAt: now,
    diesAt,
    endedAt: null,
    deletesAt: null,
    purgeAt: null,
    cancelledBy: null,
    interrupted: false,
  };
  return { ...going({ ...send, diesAt }, now), ...onceMore(send), ...reopened };
}

export function removed({ deletesAt, dataDeleted }: SendDoc, now: number): Patch {
  return {
    hidden: true,
    ...(dataDeleted ? {} : { deletesAt: Math.min(deletesAt ?? now, now), purgeAt: now }),
  };
}

/**
 * The day of the deletion counts, not the end: a send that was restarted meanwhile keeps its data.
 */
export function dataDeleted(
  { deletesAt }: SendDoc,
  now: number,
  { owed }: { owed: number[] },
): Patch | null {
  return deletesAt !== null && deletesAt <= now ? { dataDeleted: true, owed } : null;
}

export function dataGone(): Patch {
  return { purgeAt: null, wakeAt: null };
}

export function setBack(_send: SendDoc, now: number): Patch {
  return { wakeAt: now + SEND_TIMES.setBack };
}

export function purgeSetBack({ purgeAt }: SendDoc, now: number): Patch | null {
  return purgeAt === null ? null : { purgeAt: now + SEND_TIMES.setBack };
}
