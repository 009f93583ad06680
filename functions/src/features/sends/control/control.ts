import { AppError } from "@sendwright/core/contract/appError";
import type { Send } from "@sendwright/core/contract/sends";
import { chargeQuestion } from "../../../http/rateLimit.ts";
import { notFoundError } from "../../../http/route.ts";
import { logError } from "../../../platform/log.ts";
import { apply, settle } from "../../../store/sends/apply.ts";
import { voidSend } from "../../../store/sends/create.ts";
import { purgeSend } from "../../../store/sends/purge.ts";
import { isActive, type StoredSend } from "../../../store/sends/read.ts";
import { retryRows } from "../../../store/sends/retry.ts";
import type { SendEvent } from "../../../store/sends/sendState.ts";
import { startOf } from "../../../store/sends/sendTimes.ts";
import type { Engine } from "../engine.ts";
import { requestSlice } from "../engine.ts";
import { findBegun, findSend } from "../maintenance/wake.ts";
import { presentSends, withCounts } from "../present/view.ts";

const BEGUN = "This send has already begun or ended, so it wasn't canceled.";
const DELETED = "This send ended and has been deleted since.";

type ControlAnswer = Promise<{ success: true; send: Send }>;

/** Pauses a send until the user resumes it. Throws `not_found`, `wrong_state`. */
export async function pause(engine: Engine, uid: string, key: string): ControlAnswer {
  return present(
    engine,
    await change(engine, uid, key, { kind: "paused", reason: "user", resumesAt: null }),
  );
}

/** Resumes a paused send. Throws `not_found`, `wrong_state`. */
export async function resume(engine: Engine, uid: string, key: string): ControlAnswer {
  const before = await findSend(engine, uid, key);
  const send = await change(engine, uid, key, { kind: "resumed" });
  // One that is already running has its slice.
  if (!isActive(before) && isActive(send)) await requestSlice(engine, uid, engine.now());
  return present(engine, send);
}

/**
 * Cancels a send (`only` a scheduled one): the remaining emails don't go out. Throws `not_found`,
 * `wrong_state`.
 */
export async function cancel(
  engine: Engine,
  uid: string,
  key: string,
  only?: "scheduled",
): ControlAnswer {
  const send = await change(engine, uid, key, { kind: "cancelled" }, only);
  return present(engine, (await settle(send.id, engine.now())) ?? send);
}

/**
 * Ends a held send as if it had never begun: nothing goes out, everything is deleted, and its key
 * is free. Throws `not_found`, also if it was undone before, and `too_late_to_undo` with the
 * current send.
 */
export async function undo(engine: Engine, uid: string, key: string): Promise<{ success: true }> {
  const { id, hidden } = await findBegun(engine, uid, key);
  // A client treats "not found" as undone, which is wrong for a send that was over and then
  // deleted.
  if (hidden) throw new AppError("too_late_to_undo", DELETED);
  const now = engine.now();
  const { send, refused } = await apply(id, { kind: "undone" }, "user", now);
  if (!send) throw notFoundError();
  if (refused !== null) {
    const { send: shown } = await present(engine, send);
    throw new AppError("too_late_to_undo", refused, { details: { send: shown } });
  }
  // It is undone; if we can't delete it now, the sweep will.
  await voidSend(id, now).catch((error: unknown) => {
    logError("an undone send could not be deleted at once", { send_id: id, error });
  });
  return { success: true };
}

/**
 * Moves a send that hasn't begun to an ISO time, or begins it now if that time has come. Throws
 * `not_found`, `wrong_state`, and `invalid_input` for a time too far ahead.
 */
export async function move(
  engine: Engine,
  uid: string,
  key: string,
  startAt: string,
): ControlAnswer {
  const now = engine.now();
  const startsAt = startAt === "now" ? null : startOf(startAt, now);
  const send = await change(
    engine,
    uid,
    key,
    startsAt === null ? { kind: "sentNow" } : { kind: "moved", startsAt },
  );
  if (isActive(send)) await requestSlice(engine, uid, now);
  return present(engine, send);
}

/**
 * Queues rows of a send again (null: every failed one): `failed` and `warning` rows, and those
 * meant to go until the send was canceled, only if a person names them. `received`: rows to send
 * although their people have the email from another send. Throws `not_found`, `wrong_state`,
 * `already_received`, `daily_budget`.
 */
export async function retry(
  engine: Engine,
  uid: string,
  key: string,
  rows: number[] | null,
  received: readonly number[] = [],
): ControlAnswer {
  const send = await findSend(engine, uid, key);
  const retried = await retryRows(send.id, {
    rows,
    now: engine.now(),
    confirmed: received,
    onRead: (read) => chargeQuestion(uid, read),
  });
  if (isActive(retried)) await requestSlice(engine, uid, engine.now());
  return present(engine, retried);
}

/** Deletes an ended send's data and removes it from the list. Throws `not_found`, `wrong_state`. */
export async function remove(engine: Engine, uid: string, key: string): ControlAnswer {
  const send = await change(engine, uid, key, { kind: "removed" });
  await purgeSend(send.id, engine.now());
  return present(engine, { ...send, dataDeleted: true });
}

async function change(
  engine: Engine,
  uid: string,
  key: string,
  event: SendEvent,
  only?: StoredSend["state"],
): Promise<StoredSend> {
  const { id } = await findSend(engine, uid, key);
  let isAllowed = true;
  const happens = ({ state }: StoredSend) => {
    isAllowed = only === undefined || state === only;
    return isAllowed ? event : null;
  };
  const { send, refused } = await apply(id, happens, "user", engine.now());
  if (!send) throw notFoundError();
  if (!isAllowed) throw new AppError("wrong_state", BEGUN);
  if (refused !== null) throw new AppError("wrong_state", refused);
  return send;
}

/**
 * A send that its user has just changed, with its rows counted at this moment, including those that
 * a worker still holds.
 */
async function present(engine: Engine, stored: StoredSend): ControlAnswer {
  const [send] = await presentSends(
    [stored.dataDeleted ? stored : await withCounts(stored)],
    engine.rate,
  );
  if (!send) throw notFoundError();
  return { success: true, send };
}
