import {
  AppError,
  getSend,
  type RowResult,
  type SendAnswer,
  sendBulk,
  sendDirect,
} from "@sendwright/functions/contract";
import { directSendFailure, holdOf, isOpen, isReleased, ownTimeZone, pauseBefore } from "@sendwright/functions/core";
import { call, isLost, outcomeOf, undoSend } from "@sendwright/web/client";
import { type Frozen, read, remember, remembered, type StoredAttempt, write } from "../shared/stored.ts";
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

async function post(uid: string, key: string, frozen: Frozen, hold: Hold): Promise<SendAnswer> {
  const { templateId, recipients, values, dateFormat, timeFormat, subject, body } = frozen;
  const recipient = recipients.join(", ");
  if (templateId === "") {
    const input = {
      idempotency_key: key,
      mode: "manual" as const,
      template_id: "",
      manual_recipients: recipients.join("\n"),
      subject,
      body,
      time_zone: ownTimeZone(),
      ...hold,
    };
    return await callFor(uid, () => call(sendBulk, input, { fallback: directSendFailure() }));
  }
  const variables = Object.fromEntries(values);
  const formats = { dateFormat, timeFormat, time_zone: ownTimeZone(), ...hold };
  const input = { idempotency_key: key, template_id: templateId, recipient, variables, ...formats };
  return await callFor(uid, () => call(sendDirect, input, { fallback: directSendFailure() }));
}

/** Takes one press of Send: a new key, what the form held, and for how many seconds it is to be held. Tells whether it was taken; another one may still be on its way. */
export async function press(key: string, frozen: Frozen, hold?: number): Promise<boolean> {
  const session = await currentSession();
  if (!session)
    throw new AppError(
      "session_expired",
      "Your session has expired. Open Sendwright and sign in again; what you wrote stays here.",
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
  if (templateId === "") return;
  const kept = await remembered(uid);
  await remember({ ...kept, recent: [templateId, ...kept.recent.filter((id) => id !== templateId)].slice(0, 50) });
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

/** Looks once at the send of a key; says what that means. Gives how long to wait before the next look, null for never. */
async function look({ uid, attempt, seen }: StoredAttempt, asked: number): Promise<number | null> {
  if (attempt.is === "undoing") return await takeBack(uid, attempt.key).then(() => SOON, waitAfter);
  if (attempt.is !== "lost" && attempt.is !== "begun" && attempt.is !== "held") return null;
  const { key } = attempt;
  if (attempt.is === "begun" && seen && seen.send.id === key && !isOpen(seen.send)) {
    await happened(uid, { type: "ended", key });
    return null;
  }
  const words = { fallback: "Could not load the send." };
  const waiting = attempt.is === "lost" ? pauseBefore(asked + 1) : SOON;
  try {
    const { send, results } = await callFor(uid, () => call(getSend, { id: key }, words));
    const sent = { ...send, title: send.title ?? null };
    const now = { send: sent, results: results satisfies RowResult[] };
    await happened(uid, { type: "found", key, hold: holdOf(sent, Date.now()) }, now);
    if (attempt.is === "held" && isReleased(sent, attempt.hold, Date.now()))
      await happened(uid, { type: "released", key });
    if (!isOpen(sent)) return 0;
    if (holdOf(sent, Date.now())) return SOON;
    return sent.state === "scheduled" || sent.state === "paused" ? LATER : SOON;
  } catch (error) {
    if (error instanceof AppError && error.reason === "not_found") {
      await happened(uid, { type: "missing", key, at: Date.now() });
      return waiting;
    }
    // Nobody is signed in, or the way is broken: the send goes on without us, and the next opening asks again.
    if (error instanceof AppError && error.status === 401) return null;
    return Math.max(waiting, LATER);
  }
}

/** Asks the server to give up what it holds, and says what came of it. Throws AppError: then it would not, or nobody knows. */
async function takeBack(uid: string, key: string): Promise<void> {
  try {
    const undone = await callFor(uid, () => undoSend(key));
    const seen = undone.is === "late" && undone.send ? { send: undone.send, results: [] } : undefined;
    if (undone.is === "late") await happened(uid, { type: "late", key }, seen);
    else await happened(uid, { type: "undone", key, at: Date.now() });
  } catch (error) {
    if (!isLost(error)) await happened(uid, { type: "notUndone", key });
    throw error;
  }
}

/** Takes what an undo failed with; gives how long to wait before the next look. */
function waitAfter(error: unknown): number | null {
  return error instanceof AppError && error.status === 401 ? null : LATER / 5;
}

/** Takes back what is held. Throws AppError when the server would not; a lost answer is asked for again. */
export async function undo(): Promise<void> {
  const stored = await read("attempt");
  if (stored?.attempt.is !== "held") return;
  const { uid, attempt } = stored;
  await happened(uid, { type: "undo", key: attempt.key });
  try {
    await takeBack(uid, attempt.key);
  } catch (error) {
    if (!isLost(error)) throw error;
  } finally {
    void follow();
  }
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
    for (let asked = 0; Date.now() < until; asked += 1) {
      const now = await read("attempt");
      if (now === null || now.attempt.is === "idle" || now.attempt.key !== key) return;
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
