import { type Attempt, type AttemptEvent, IDLE, attempt as step } from "@sendwright/core/attempt/attempt";
import type { Seen } from "@sendwright/core/attempt/runner";
import { fromStored, toStored } from "../shared/refusal.ts";
import { read, type StoredAttempt, type Submitted, write } from "../shared/stored.ts";
import { paint } from "./badge.ts";
import { draftAfterEnd } from "./draftAfterEnd.ts";
import { notify } from "./notify.ts";
import { serially } from "./serial.ts";

function toStore(attempt: Attempt<Submitted>): StoredAttempt["attempt"] {
  return attempt.status === "refused" ? { ...attempt, refusal: toStored(attempt.refusal) } : attempt;
}

/** An attempt as the machine knows it. */
function fromStore(attempt: StoredAttempt["attempt"]): Attempt<Submitted> {
  return attempt.status === "refused" ? { ...attempt, refusal: fromStored(attempt.refusal) } : attempt;
}

export async function attemptOf(uid: string): Promise<Attempt<Submitted>> {
  const kept = await read("attempt");
  return kept?.uid === uid ? fromStore(kept.attempt) : IDLE;
}

/**
 * Stores the result of an event for a person's attempt, with the send as last seen, and paints the badge. Applies the
 * end of a send to the form in the same write. Returns the attempt after it, or null if the event changed nothing.
 */
export function happened(uid: string, event: AttemptEvent<Submitted>, seen?: Seen): Promise<Attempt<Submitted> | null> {
  return serially(async () => {
    const kept = await read("attempt");
    // Someone else is here by now: this is late news of a person who has left.
    if (kept !== null && kept.uid !== uid) return null;
    if (kept === null && event.type !== "submitted") return null;
    const before: Attempt<Submitted> = kept ? fromStore(kept.attempt) : IDLE;
    const after = step(before, event);
    const isSameKey = after.status !== "idle" && before.status !== "idle" && before.key === after.key;
    const isNewSubmission = event.type === "submitted" && after !== before;
    const seenNow = seen?.results ? { send: seen.send, results: [...seen.results] } : null;
    const now: StoredAttempt = {
      uid,
      attempt: toStore(after),
      isShown: after === before && (kept?.isShown ?? false),
      seen: seenNow ?? (isSameKey && !isNewSubmission ? (kept?.seen ?? null) : null),
    };
    const hasEnded = after.status === "ended" && before.status !== "ended";
    const draft = hasEnded ? await draftAfterEnd(after.submitted, now.seen?.results ?? [], uid) : null;
    await write({ attempt: now, ...(draft && { draft }) });
    await paint(now);
    await notify(before.status, now);
    return after === before ? null : after;
  });
}
