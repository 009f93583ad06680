import {
  type Attempt,
  type AttemptEvent,
  IDLE,
  nextAttempt,
} from "@sendwright/core/attempt/attempt";
import type { SeenSend } from "@sendwright/core/attempt/runner";
import type { RowResult } from "@sendwright/core/contract";
import { splitByOutcome } from "@sendwright/core/sends/received";
import {
  type Draft,
  forget,
  fromStored,
  read,
  type StoredAttempt,
  type SubmittedSend,
  toStored,
  write,
} from "../shared/stored.ts";
import { paint } from "./badge.ts";
import { notify } from "./notify.ts";

/**
 * The draft after the end of a send, or null if nothing changes. Keeps everything written since the
 * click on Send.
 */
async function draftAfterEnd(
  submitted: SubmittedSend | null,
  results: readonly RowResult[],
  uid: string,
): Promise<Draft | null> {
  const draft = await read("draft");
  if (draft?.uid !== uid || submitted === null) return null;
  const { isReached, unknown } = splitByOutcome(results, draft.unknown);
  const recipients = draft.recipients.filter((one) => !isReached(one));
  const isAllDone = recipients.length === 0 && unknown.length === 0;
  return {
    ...draft,
    ...(isAllDone && withoutSent(draft, submitted)),
    recipients,
    unknown,
    by: "worker",
  };
}

/** The parts of the draft that were not sent, apart from the recipients. */
function withoutSent(draft: Draft, submitted: SubmittedSend): Partial<Draft> {
  const sent = new Map(submitted.values);
  return {
    table: undefined,
    values: draft.values.filter(([name, value]) => sent.get(name) !== value.trim()),
    unfinished: [],
    subject: draft.subject === submitted.subject ? "" : draft.subject,
    body: draft.body === submitted.body ? "" : draft.body,
    isPreviewed: false,
  };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs tasks that read and then write stored data one after another, so that none works on data
 * that has changed meanwhile.
 */
export function serially<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

function toStore(attempt: Attempt<SubmittedSend>): StoredAttempt["attempt"] {
  return attempt.status === "refused"
    ? { ...attempt, refusal: toStored(attempt.refusal) }
    : attempt;
}

/** An attempt as the machine knows it. */
function fromStore(attempt: StoredAttempt["attempt"]): Attempt<SubmittedSend> {
  return attempt.status === "refused"
    ? { ...attempt, refusal: fromStored(attempt.refusal) }
    : attempt;
}

export async function attemptOf(uid: string): Promise<Attempt<SubmittedSend>> {
  const kept = await read("attempt");
  return kept?.uid === uid ? fromStore(kept.attempt) : IDLE;
}

/**
 * Stores the result of an event for a person's attempt, with the send as last seen, and paints the
 * badge. Applies the end of a send to the form in the same write. Returns the attempt after it, or
 * null if the event changed nothing.
 */
export function applyEvent(
  uid: string,
  event: AttemptEvent<SubmittedSend>,
  seen?: SeenSend,
): Promise<Attempt<SubmittedSend> | null> {
  return serially(async () => {
    const kept = await read("attempt");
    // Someone else has signed in since: this result belongs to the earlier person.
    if (kept !== null && kept.uid !== uid) return null;
    if (kept === null && event.type !== "submitted") return null;
    const before: Attempt<SubmittedSend> = kept ? fromStore(kept.attempt) : IDLE;
    const after = nextAttempt(before, event);
    const isSameKey =
      after.status !== "idle" && before.status !== "idle" && before.key === after.key;
    const isNewSubmission = event.type === "submitted" && after !== before;
    const seenNow = seen?.results ? { send: seen.send, results: [...seen.results] } : null;
    const now: StoredAttempt = {
      uid,
      attempt: toStore(after),
      isShown: after === before && (kept?.isShown ?? false),
      seen: seenNow ?? (isSameKey && !isNewSubmission ? (kept?.seen ?? null) : null),
    };
    const hasEnded = after.status === "ended" && before.status !== "ended";
    const draft = hasEnded
      ? await draftAfterEnd(after.submitted, now.seen?.results ?? [], uid)
      : null;
    // The notice was about the email that has been sent.
    if (hasEnded && (await read("task"))?.kind === "leftover") await forget("task");
    await write({ attempt: now, ...(draft && { draft }) });
    await paint(now);
    await notify(before.status, now);
    return after === before ? null : after;
  });
}
