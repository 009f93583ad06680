import { Runner } from "@sendwright/core/attempt/runner";
import { AppError, type SendAnswer, sendBulk, sendDirect } from "@sendwright/core/contract";
import { directSendFailure } from "@sendwright/core/contract/messages";
import { ownTimeZone } from "@sendwright/core/hours/hours";
import { call, lookUpSend, outcomeOf, undoHeld } from "@sendwright/web/client";
import {
  read,
  readRemembered,
  type SubmittedSend,
  withLastUsed,
  write,
  writeRemembered,
} from "../shared/stored.ts";
import { textToHtml } from "../shared/textToHtml.ts";
import { applyEvent, attemptOf, serially } from "./attempts.ts";
import { paint } from "./badge.ts";
import { currentSession } from "./session.ts";
import { callFor } from "./workerAccess.ts";

/** How long the worker follows a send; each window that opens starts it again. */
const FOLLOW_MS = 5 * 60_000;
let followUntil = 0;

const runners = new Map<string, Runner<SubmittedSend>>();

/** Follows a person's attempt for as long as the browser lets the worker live. */
function runnerOf(uid: string): Runner<SubmittedSend> {
  followUntil = Date.now() + FOLLOW_MS;
  const known = runners.get(uid);
  if (known) return known;
  const runner = new Runner<SubmittedSend>({
    read: () => attemptOf(uid),
    store: (event, seen) => applyEvent(uid, event, seen),
    look: (waiting) => callFor(uid, () => lookUpSend(waiting)),
    undo: (key) => callFor(uid, () => undoHeld(key)),
    followsBegun: true,
    after: (wait, act) => {
      const timer = Date.now() + wait < followUntil ? setTimeout(act, wait) : undefined;
      return () => clearTimeout(timer);
    },
    now: Date.now,
  });
  runners.set(uid, runner);
  return runner;
}

/** The parts of every call that sends. */
interface CommonInput {
  idempotency_key: string;
  template_id: string;
  time_zone: string | undefined;
  /** The seconds to hold the send. */
  hold?: number;
}

/** Calls the server to send, with the seconds to hold it. */
function callToSend(
  uid: string,
  key: string,
  submitted: SubmittedSend,
  hold: number | undefined,
): Promise<SendAnswer> {
  const { templateId, upload } = submitted;
  const common = {
    idempotency_key: key,
    template_id: templateId,
    time_zone: ownTimeZone(),
    ...(hold !== undefined && { hold }),
  };
  return callFor(uid, () => {
    if (templateId === "") return sendComposed(common, submitted);
    return upload ? sendList(common, submitted, upload) : sendTemplate(common, submitted);
  });
}

const WORDS = { fallback: directSendFailure };

/** An email that was written in the extension. */
function sendComposed(common: CommonInput, { recipients, subject, body }: SubmittedSend) {
  const people = { mode: "manual", manual_recipients: recipients.join("\n") } as const;
  return call(sendBulk, { ...common, ...people, subject, body: textToHtml(body) }, WORDS);
}

/** A template, to people who have values of their own. */
function sendList(
  common: CommonInput,
  { revision, dateFormat, timeFormat }: SubmittedSend,
  { csv, ...list }: NonNullable<SubmittedSend["upload"]>,
) {
  const formats = { date_format_preference: dateFormat, time_format_preference: timeFormat };
  const files = { csv_file: [new File([csv], "recipients.csv", { type: "text/csv" })] };
  const input = { ...common, mode: "csv" as const, revision, ...formats, ...list };
  return call(sendBulk, input, { ...WORDS, files });
}

/** A template, with the same values for everyone. */
function sendTemplate(
  common: CommonInput,
  { recipients, values, revision, dateFormat, timeFormat }: SubmittedSend,
) {
  const variables = Object.fromEntries(values);
  const recipient = recipients.join(", ");
  const input = { ...common, revision, recipient, variables, dateFormat, timeFormat };
  return call(sendDirect, input, WORDS);
}

/**
 * Sends: a new key, the form's content, and the seconds to hold it. Returns whether it was
 * accepted; another send may still be in progress. Throws AppError if the session has expired.
 */
export async function submit(
  key: string,
  submitted: SubmittedSend,
  hold?: number,
): Promise<boolean> {
  const session = await currentSession();
  // The popup or side panel adds what to do next.
  if (!session) throw new AppError("session_expired", "Your session has expired.");
  const { uid } = session;
  return await runnerOf(uid).submit(key, submitted, (ownKey) =>
    outcomeOf(ownKey, async () => {
      await noteUse(uid, submitted.templateId);
      return await callToSend(uid, ownKey, submitted, hold);
    }),
  );
}

/** The last used template comes first at the next opening. */
async function noteUse(uid: string, templateId: string): Promise<void> {
  if (templateId !== "") await writeRemembered(withLastUsed(await readRemembered(uid), templateId));
}

/** Undoes a held send. Throws AppError if the server refuses; asks again if the answer is lost. */
export async function undoHeldSend(): Promise<void> {
  const stored = await read("attempt");
  if (stored?.attempt.status !== "held") return;
  await applyEvent(stored.uid, { type: "undo", key: stored.attempt.key });
  const event = await runnerOf(stored.uid).actNow();
  if (event?.type === "notUndone") throw event.refusal;
}

/**
 * Checks the attempt at once and follows it to its end: at each start of the worker and each window
 * that opens.
 */
export async function followAttempt(): Promise<void> {
  const stored = await read("attempt");
  if (stored) await runnerOf(stored.uid).actNow();
}

/** Notes that the person has seen the result, and clears the badge. */
export async function markResultSeen(): Promise<void> {
  await serially(async () => {
    const stored = await read("attempt");
    if (stored === null || stored.isShown) return;
    const now = { ...stored, isShown: true };
    await write({ attempt: now });
    await paint(now);
  });
}

/** Dismisses the result of the send. */
export async function dismissResult(): Promise<void> {
  const stored = await read("attempt");
  if (stored && stored.attempt.status !== "idle")
    await applyEvent(stored.uid, { type: "closed", key: stored.attempt.key });
}
