import { randomUUID } from "node:crypto";
import { AppError } from "@sendwright/core/contract/appError";
import type { SendAnswer } from "@sendwright/core/contract/sends";
import { waitUncharged } from "../../../http/processorTime.ts";
import type { ParsedUpload } from "../../../http/readInput.ts";
import type { User } from "../../../http/requireUser.ts";
import { Reply } from "../../../http/route.ts";
import { logError } from "../../../platform/log.ts";
import { sendDocId } from "../../../store/sends/documents.ts";
import { isActive, readSend, type StoredSend, watchSend } from "../../../store/sends/read.ts";
import { nextSliceOf } from "../../../store/sends/sendTimes.ts";
import { hashOf } from "../../../store/uploads.ts";
import type { Engine } from "../engine.ts";
import { requestSlice } from "../engine.ts";
import { workOnSend } from "../maintenance/wake.ts";
import { presentAnswer } from "../present/view.ts";
import { begin, earlierSend, type KeyedCall } from "./begin.ts";
import type { SendPlan } from "./plan.ts";

/**
 * Waits, at most `patience` milliseconds, while someone prepares a send or a worker serves it,
 * until it has ended, is paused, or rests for longer than we would wait. Returns the send as it is
 * then, or null if it doesn't exist. Throws `not_found` if one that had begun is gone: it was
 * deleted with its account.
 */
function followSend(engine: Engine, id: string, patience: number): Promise<StoredSend | null> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    let hasBegun = false;
    const finish = (found: StoredSend | null | Promise<StoredSend | null>) => {
      clearTimeout(timer);
      stop();
      Promise.resolve(found).then(resolve, reject);
    };
    const timer = setTimeout(() => finish(readSend(id)), Math.max(0, patience));
    stop = watchSend(
      id,
      (send) => {
        if (!send && hasBegun)
          finish(Promise.reject(new AppError("not_found", "This send no longer exists.")));
        else if (!send || !isExpectedToFinish(engine, send)) finish(send);
        hasBegun ||= send !== null && send.state !== "preparing";
      },
      // The send has begun: from now on the ledger reports errors, not this request.
      (error) => {
        logError("a send could not be watched", { send_id: id, error });
        finish(readSend(id));
      },
    );
  });
}

function isExpectedToFinish(engine: Engine, send: StoredSend): boolean {
  if (send.state === "preparing") return !send.voided;
  return isActive(send) && nextSliceOf(send) <= engine.now() + engine.patience;
}

/** A hash of a call's parsed fields and files; the order of names doesn't matter. */
function fingerprintOf(
  input: Readonly<Record<string, unknown>>,
  files: readonly ParsedUpload[],
): string {
  const { idempotency_key: _, hold: _notContent, ...fields } = input;
  const contents = files.map(({ field, filename, contentType, content }) => [
    field,
    filename,
    contentType,
    hashOf(content),
  ]);
  return hashOf(inOrder([fields, contents]));
}

/** JSON with the names of each object sorted. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}

/** A call that begins a send. */
interface BeginCall {
  user: User;
  input: Readonly<Record<string, unknown>> & {
    idempotency_key?: string | undefined;
    hold?: number | undefined;
  };
  files: ParsedUpload[];
}

/**
 * Begins a send, asks for a slice and waits while a worker runs, if there is a place to wait. The
 * same call again finds the existing send and sends nothing. With `hold` (seconds) it waits for no
 * worker. Answers 200 if the send has ended, 202 while it continues. Throws `idempotency_conflict`,
 * the plan's errors, and `service_unavailable` if another request is still preparing the same send
 * after the wait, or if there is no place to wait.
 */
export async function accept(
  engine: Engine,
  { user, input, files }: BeginCall,
  makePlan: () => Promise<SendPlan>,
) {
  const hold = (input.hold ?? 0) * 1_000;
  const key = input.idempotency_key ?? randomUUID();
  const keyed = { user, key, fingerprint: fingerprintOf(input, files) };
  const send = await beginOnce(
    engine,
    keyed,
    async () => ({ ...(await makePlan()), hold }),
    hold > 0,
  );
  if (!send || send.state === "preparing") {
    throw new AppError(
      "service_unavailable",
      "This send is still being prepared. Please try again in a moment.",
      {
        retryAfter: 5,
      },
    );
  }
  const answer: SendAnswer = await presentAnswer(send, engine.rate);
  return new Reply(answer.send.ended_at === null ? 202 : 200, answer);
}

async function beginOnce(
  engine: Engine,
  keyed: KeyedCall,
  makePlan: () => Promise<SendPlan>,
  isHeld: boolean,
) {
  const id = sendDocId(keyed.user.uid, keyed.key);
  const until = engine.now() + engine.patience;
  let hasTried = false;
  do {
    const earlier = await earlierSend(keyed, engine.now());
    if (earlier) await workOnSend(engine, earlier);
    // If this request wrote a send and it is gone, it was undone or given up: one request begins at
    // most once.
    else if (hasTried) return null;
    else {
      hasTried = true;
      // Someone else has just taken the key: the next round compares the content.
      if (!(await beginAndAsk(engine, keyed, await makePlan()))) continue;
    }
    const isWritten = earlier?.state !== "preparing";
    const place = isHeld && isWritten ? null : engine.waiting.take(keyed.user.uid);
    const patience = place ? until - engine.now() : 0;
    const send = await waitUncharged(() => followSend(engine, id, patience)).finally(
      place ?? undefined,
    );
    if (send) return send;
    // This request begins the send only if it never began; one that began and is gone was undone,
    // or deleted with its account.
    if (isWritten) throw new AppError("not_found", "This send no longer exists.");
  } while (engine.now() < until);
  return null;
}

async function beginAndAsk(engine: Engine, keyed: KeyedCall, plan: SendPlan): Promise<boolean> {
  const begun = await begin(keyed, plan, engine.now());
  if (!begun || plan.startAt !== null) return begun;
  const { uid } = keyed.user;
  const now = engine.now();
  await (plan.hold > 0
    ? requestSlice(engine, uid, now + plan.hold, sendDocId(uid, keyed.key))
    : requestSlice(engine, uid, now));
  return begun;
}
