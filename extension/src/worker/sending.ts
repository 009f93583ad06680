import type { Attempt } from "@sendwright/core/attempt/attempt";
import { untilLook } from "@sendwright/core/attempt/hold";
import { pauseBefore } from "@sendwright/core/attempt/patience";
import { AppError, type Send, type SendAnswer, sendBulk, sendDirect } from "@sendwright/core/contract";
import { ownTimeZone } from "@sendwright/core/hours/hours";
import { directSendFailure, isOpen } from "@sendwright/core/sends/counts";
import { call, lookFor, outcomeOf, undoHeld } from "@sendwright/web/client";
import { asHtml } from "../shared/asHtml.ts";
import {
  type Frozen,
  read,
  readRemembered,
  type StoredAttempt,
  withLastUsed,
  write,
  writeRemembered,
} from "../shared/stored.ts";
import { callFor } from "./access.ts";
import { happened } from "./attempts.ts";
import { paint } from "./badge.ts";
import { serially } from "./serial.ts";
import { currentSession } from "./session.ts";

/** How often a send that has begun is looked at, and one that waits for its time; milliseconds. */
const SOON = 1_200;
const LATER = 15_000;
/** So long the worker follows by itself; every opening of a surface begins anew. */
const PATIENCE = 5 * 60_000;

/** Presses in the hands of this instance of the worker: without one, a stored `asked` is that of an instance that was stopped. */
let inHand = 0;
let following: string | null = null;
let wake: (() => void) | null = null;

/** What a call says of a hold. */
type Hold = { hold?: number };

function post(uid: string, key: string, frozen: Frozen, hold: Hold): Promise<SendAnswer> {
  const { templateId, recipients, values, dateFormat, timeFormat, subject, body } = frozen;
  const all = { idempotency_key: key, template_id: templateId, time_zone: ownTimeZone(), ...hold };
  const words = { fallback: directSendFailure };
  return callFor(uid, () => {
    if (templateId === "") {
      const manual_recipients = recipients.join("\n");
      return call(sendBulk, { ...all, mode: "manual", manual_recipients, subject, body: asHtml(body) }, words);
    }
    const variables = Object.fromEntries(values);
    return call(sendDirect, { ...all, recipient: recipients.join(", "), variables, dateFormat, timeFormat }, words);
  });
}

/**
 * Presses Send: a new key, what the form held, and for how many seconds to hold it. Returns whether it was taken;
 * another one may still be on its way. Throws AppError when the session has expired.
 */
export async function press(key: string, frozen: Frozen, hold?: number): Promise<boolean> {
  const session = await currentSession();
  if (!session)
    throw new AppError(
      "session_expired",
      // The surface adds the next step.
      "Your session has expired.",
    );
  const { uid } = session;
  inHand += 1;
  const after = await happened(uid, { type: "pressed", key, frozen, at: Date.now() });
  if (after.is !== "asked" || after.frozen !== frozen) {
    inHand -= 1;
    return false;
  }
  void send(uid, after.key, frozen, hold === undefined ? {} : { hold });
  return true;
}

/** The last used template comes first at the next opening. */
async function noteUse(uid: string, templateId: string): Promise<void> {
  if (templateId !== "") await writeRemembered(withLastUsed(await readRemembered(uid), templateId));
}

async function send(uid: string, key: string, frozen: Frozen, hold: Hold): Promise<void> {
  try {
    const { event, answer } = await outcomeOf(key, async () => {
      await noteUse(uid, frozen.templateId);
      return await post(uid, key, frozen, hold);
    });
    await happened(uid, event, answer && { send: answer.send, results: answer.results });
  } finally {
    inHand -= 1;
  }
  await follow();
}

/** Looks once at what waits, and stores what was heard. Gives how long to wait before the next look, null for never. */
async function look({ uid, attempt, seen }: StoredAttempt, asked: number): Promise<number | null> {
  if (attempt.is === "undoing") return (await takeBack(uid, attempt.key)) ? 0 : pauseBefore(asked);
  if (attempt.is !== "lost" && attempt.is !== "begun" && attempt.is !== "held") return null;
  if (attempt.is === "begun" && seen && !isOpen(seen.send)) {
    await happened(uid, { type: "ended", key: attempt.key });
    return null;
  }
  try {
    const { event, progress } = await callFor(uid, () => lookFor(attempt));
    const after = await happened(uid, event, progress);
    if (after.is !== attempt.is) return 0;
    if (after.is === "begun") return progress && isResting(progress.send) ? LATER : SOON;
  } catch (error) {
    // Nobody is signed in: the send goes on without us, and the next opening asks again.
    if (error instanceof AppError && error.status === 401) return null;
    if (attempt.is === "begun") return LATER;
  }
  return attempt.is === "held" ? untilLook(attempt.hold, Date.now()) : pauseBefore(asked);
}

function isResting({ state }: Send): boolean {
  return state === "scheduled" || state === "paused";
}

/** Asks the server to give up what it holds, and stores what came of it; returns that, null when nobody knows. */
async function takeBack(uid: string, key: string) {
  const undoing = await callFor(uid, () => undoHeld(key));
  if (undoing) await happened(uid, undoing.event);
  return undoing;
}

/** Takes back what is held. Throws AppError when the server would not; a lost answer is asked for again. */
export async function undo(): Promise<void> {
  const stored = await read("attempt");
  if (stored?.attempt.is !== "held") return;
  const { uid, attempt } = stored;
  await happened(uid, { type: "undo", key: attempt.key });
  const undoing = await takeBack(uid, attempt.key);
  void follow();
  if (undoing?.refusal) throw undoing.refusal;
}

/** Follows the press of Send to its end, for as long as the browser lets the worker live; where one already follows, it looks at once. */
export async function follow(): Promise<void> {
  const stored = await read("attempt");
  if (stored === null || stored.attempt.is === "idle") return;
  const { key } = stored.attempt;
  if (following === key) {
    wake?.();
    return;
  }
  following = key;
  try {
    const until = Date.now() + PATIENCE;
    let is: Attempt["is"] = "idle";
    for (let asked = 0; Date.now() < until; ) {
      const now = await read("attempt");
      if (now === null || now.attempt.is === "idle" || now.attempt.key !== key) return;
      asked = now.attempt.is === is ? asked + 1 : 1;
      is = now.attempt.is;
      const pause = await look(now, asked);
      if (pause === null) return;
      await sleep(pause);
    }
  } finally {
    if (following === key) following = null;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, milliseconds);
  });
}

/** At the start of the worker: a call that is stored as on its way was that of a worker that has been stopped. */
export async function resume(): Promise<void> {
  const stored = await read("attempt");
  if (stored?.attempt.is === "asked" && inHand === 0) {
    const { uid, attempt } = stored;
    await happened(uid, { type: "lost", key: attempt.key, cause: "silence", at: Date.now() });
  }
  await follow();
}

/** What became of the press has been seen by the person: the badge has done its work. */
export async function shown(): Promise<void> {
  await serially(async () => {
    const stored = await read("attempt");
    if (stored === null || stored.isShown) return;
    const now = { ...stored, isShown: true };
    await write({ attempt: now });
    await paint(now);
  });
}

/** Puts away what became of the press. */
export async function close(): Promise<void> {
  const stored = await read("attempt");
  if (stored && stored.attempt.is !== "idle") await happened(stored.uid, { type: "closed", key: stored.attempt.key });
}
