import { AppError, isReason } from "@sendwright/functions/contract";
import { type Attempt, type AttemptEvent, IDLE, attempt as step } from "@sendwright/functions/core";
import { type Frozen, read, type StoredAttempt, type StoredRefusal, write } from "../shared/stored.ts";
import { paint } from "./badge.ts";
import { afterEnd } from "./draftAfterEnd.ts";
import { notify } from "./notify.ts";
import { serially } from "./serial.ts";

function stored(of: AppError): StoredRefusal {
  const { reason, message, requestId, retryAfter } = of;
  return { reason, message, ...(requestId && { requestId }), ...(retryAfter && { retryAfter }) };
}

function toStore(attempt: Attempt<Frozen>): StoredAttempt["attempt"] {
  return attempt.is === "refused" ? { ...attempt, refusal: stored(attempt.refusal) } : attempt;
}

/** An attempt as the machine knows it. */
function fromStore(attempt: StoredAttempt["attempt"]): Attempt<Frozen> {
  if (attempt.is !== "refused") return attempt;
  const { reason, message, ...more } = attempt.refusal;
  return { ...attempt, refusal: new AppError(isReason(reason) ? reason : "send_failed", message, more) };
}

/**
 * Stores what follows from an event of a person's attempt, with what was seen of the send, and paints the badge. What a
 * send that has ended changes in the form is written in the same moment. Returns the attempt after it.
 */
export function happened(
  uid: string,
  event: AttemptEvent<Frozen>,
  seen?: StoredAttempt["seen"],
): Promise<Attempt<Frozen>> {
  return serially(async () => {
    const kept = await read("attempt");
    // Someone else is here by now: this is late news of a person who has left.
    if (kept !== null && kept.uid !== uid) return fromStore(kept.attempt);
    if (kept === null && event.type !== "pressed") return IDLE;
    const before: Attempt<Frozen> = kept ? fromStore(kept.attempt) : IDLE;
    const after = step(before, event);
    const isSameKey = after.is !== "idle" && before.is !== "idle" && before.key === after.key;
    const now: StoredAttempt = {
      uid,
      attempt: toStore(after),
      isShown: after === before && (kept?.isShown ?? false),
      seen: event.type === "pressed" && after !== before ? null : (seen ?? (isSameKey ? (kept?.seen ?? null) : null)),
    };
    const hasEnded = after.is === "ended" && before.is !== "ended";
    const draft = hasEnded ? await afterEnd(after.frozen, now.seen?.results ?? [], uid) : null;
    await write({ attempt: now, ...(draft && { draft }) });
    await paint(now);
    await notify(before.is, now);
    return after;
  });
}
