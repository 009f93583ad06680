import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import { AppError } from "@sendwright/core/contract/appError";
import { isSuppressed } from "@sendwright/core/list/suppressed";
import type { AttachmentFile, ComposedMail } from "../../../mail/composeMail.ts";
import type { GmailAnswer } from "../../../platform/gmailAnswers.ts";
import { nextHour } from "../../../store/dailyQuota.ts";
import type { Grant } from "../../../store/grants.ts";
import { UNREADABLE_ROW } from "../../../store/sends/documents.ts";
import type { StoredSend } from "../../../store/sends/read.ts";
import type { RowOutcome, RowRef, StoredRow, UnreadableRow } from "../../../store/sends/rows.ts";
import type { Engine } from "../engine.ts";
import type { ActiveSends } from "./activeSends.ts";
import type { LoadedMail, RowMail } from "./loadMail.ts";
import { loadOwnFiles, memoryOf } from "./ownFiles.ts";
import type { Permit, RateLimiter, SliceDeadlines, Stop } from "./rateLimiter.ts";
import { UNKNOWN } from "./recover.ts";
import { RowQueue } from "./rowQueue.ts";

/** Calls in flight at once. */
const CONCURRENCY = 4;
const MAX_STREAK = 10;
const MAX_CALL_MS = 20_000;
/** If a refusal names a later time than this, the send pauses. */
const MAX_REST_MS = 5 * 60_000;

export interface ServeContext {
  engine: Engine;
  lease: string;
  active: ActiveSends;
  limiter: RateLimiter;
  budget: SliceDeadlines;
  grant: Grant;
  accessToken: string;
}

/** One of the loops that send beside each other. */
interface Lane {
  /** Ends once the ledger has the outcome of its last email; until then, it claims no other row. */
  recorded: Promise<unknown>;
}

/** A row that can be claimed, and its message. */
interface ReadyRow extends RowMail {
  row: StoredRow;
  /** The keys of the people who aren't emailed, as known when the message was made. */
  keys: ReadonlySet<string>;
}

/** Why serving ended, `null` if no row was left, and how many rows in a row weren't sent. */
export interface ServeResult {
  stop: Stop | null;
  streak: number;
}

/**
 * Sends the queued rows of a send in order, four at a time, until something stops it. When it
 * returns, this worker holds no row of it. Throws the ledger's errors; then it may still hold rows,
 * and the lease must expire.
 */
export async function serve(
  serving: ServeContext,
  send: StoredSend,
  mail: LoadedMail,
): Promise<ServeResult> {
  const { engine, active, limiter, budget } = serving;
  const queue = new RowQueue(engine, send.id, CONCURRENCY);
  /** Ends all lanes at once. */
  let stop: Stop | null = null;
  /** Why the limiter gives no more permits; lanes that have one continue. */
  let closed: Stop | null = null;
  let streak = send.streak;

  async function work(): Promise<void> {
    const lane: Lane = { recorded: Promise.resolve() };
    try {
      while (await sendOne(lane));
    } finally {
      await lane.recorded;
    }
  }

  /** Sends the next row as soon as memory and pace allow it; false if the lane is over. */
  async function sendOne(lane: Lane): Promise<boolean> {
    if (!stop && !active.mayGo(send)) stop = { kind: "left" };
    if (stop || queue.isOver()) return false;
    const release = await roomForFiles();
    if (release === null) {
      closed ??= { kind: "budget" };
      return false;
    }
    try {
      return await sendInTime(lane);
    } finally {
      release();
    }
  }

  /** Room for the files of any row of the send; null if there is none until the slice ends. */
  async function roomForFiles(): Promise<(() => void) | null> {
    if (mail.mostOfRow === 0) return () => {};
    return engine.memory.take(memoryOf(mail.mostOfRow), budget.claimUntil - engine.now());
  }

  /** Sends the next row as soon as the pace allows it; false if the lane is over. */
  async function sendInTime(lane: Lane): Promise<boolean> {
    // First the permit, then the row: no row is read that the pace doesn't allow now.
    const permit = await limiter.acquire();
    if ("kind" in permit) {
      if (permit.kind === "lost") stop ??= permit;
      closed ??= permit;
      return false;
    }
    return sendNext(permit, lane);
  }

  /** Uses a permit for the next row; false if none is left. */
  async function sendNext(permit: Permit, lane: Lane): Promise<boolean> {
    const row = await queue.take(limiter.room());
    const composed = row && (await compose(row));
    await lane.recorded;
    const ready = composed && (await asOfNow(composed));
    if (!ready) {
      limiter.release(permit);
      return row !== null;
    }
    limiter.fit(permit, ready.recipients);
    const claimed = await claim(ready.row, permit);
    if (!claimed) limiter.release(permit);
    else if (limiter.confirm(permit))
      await conclude(lane, claimed, await call(ready.message), permit, ready);
    else await letGo(claimed);
    return true;
  }

  /**
   * A composed row once the lane may claim it: composed again if the list of people who aren't
   * emailed has changed meanwhile. Between this and the claim, the slice can't see another list.
   * Null if that ends the row, or if the time that the call needs is over: then the next slice sends
   * the row.
   */
  async function asOfNow(composed: ReadyRow): Promise<ReadyRow | null> {
    const ready = isLatest(composed.keys) ? composed : await compose(composed.row);
    if (ready === null || engine.now() < budget.claimUntil) return ready;
    queue.putBack(ready.row);
    return null;
  }

  /** Claims a row unless something has stopped this meanwhile; null if it isn't claimed. */
  async function claim(row: StoredRow, permit: Permit): Promise<StoredRow | null> {
    if (stop || !active.mayGo(send)) return null;
    return engine.ledger.claimRow(row, serving.lease, permit.call);
  }

  /**
   * The claim took so long that the lease may have passed to another: nothing was sent, and this
   * worker will send nothing.
   */
  async function letGo(row: StoredRow): Promise<void> {
    stop ??= { kind: "lost" };
    await engine.ledger.finishRow(row, { state: "queued", reason: "" });
  }

  /**
   * The message of a row, with its own files; null if that fails or its person isn't emailed, which
   * both end the row, or if it must wait. It is of the latest list of people who aren't emailed that
   * the slice has seen.
   */
  async function compose(row: StoredRow | UnreadableRow): Promise<ReadyRow | null> {
    if ("isUnreadable" in row) return fail(row, UNREADABLE_ROW);
    if (isSuppressed(row.to, await suppressed())) return skip(row);
    const own = await loadOwnFiles(engine, send, row);
    if (own === "unreachable") {
      stop ??= { kind: "fault" };
      return null;
    }
    if ("broken" in own) return fail(row, own.broken);
    for (;;) {
      const keys = await suppressed();
      if (isSuppressed(row.to, keys)) return skip(row);
      const made = await message(row, own.files, keys);
      if (made === null || isLatest(keys)) return made;
    }
  }

  function isLatest(keys: ReadonlySet<string>): boolean {
    return send.kind === "test" || active.suppressed.areLatest(keys);
  }

  /** The keys of the people who aren't emailed; a test goes to its sender in any case. */
  async function suppressed(): Promise<ReadonlySet<string>> {
    return send.kind === "test" ? new Set() : active.suppressed.latest();
  }

  /** A row and its message; null if it can't be made, which ends the row. */
  async function message(
    row: StoredRow,
    own: readonly AttachmentFile[],
    keys: ReadonlySet<string>,
  ): Promise<ReadyRow | null> {
    try {
      const date = new Date(engine.now());
      return { row, keys, ...(await mail.compose(row, own, serving.grant, date, keys)) };
    } catch (cause) {
      const reason = cause instanceof AppError ? cause.message : "This email couldn't be created.";
      return fail(row, reason);
    }
  }

  /** Ends a row whose person isn't emailed. */
  async function skip(row: RowRef): Promise<null> {
    await engine.ledger.skipRow(row, NOT_EMAILED);
    return null;
  }

  /** Ends a row that can't make an email. */
  async function fail(row: RowRef, reason: string): Promise<null> {
    await engine.ledger.finishRow(row, { state: "failed", reason });
    count(false);
    return null;
  }

  function call(message: ComposedMail): Promise<GmailAnswer> {
    const timeout = Math.max(1_000, Math.min(MAX_CALL_MS, budget.callUntil - engine.now()));
    return engine.sendMessage({ accessToken: serving.accessToken, message, timeout });
  }

  async function conclude(
    lane: Lane,
    row: StoredRow,
    answer: GmailAnswer,
    permit: Permit,
    mail: RowMail,
  ): Promise<void> {
    const recorded = record(row, outcomeOf(answer, mail));
    if (answer.kind === "sent") {
      limiter.sent();
      count(true);
      // The lane composes its next email meanwhile; before it claims that row, it waits for this.
      lane.recorded = recorded;
      recorded.catch(() => {});
      return;
    }
    const finished = await recorded;
    if (answer.kind !== "unknown") limiter.nothingSent(permit);
    if (answer.kind === "refused" || answer.kind === "unknown") {
      count(false);
      return;
    }
    if (answer.kind === "slow") slowDown(permit, answer.retryAfter ?? 0);
    if (answer.kind === "not_left") limiter.refused(permit, null);
    if (answer.kind === "daily_limit") {
      const now = engine.now();
      stop ??= { kind: "quota", until: Math.max(now + (answer.retryAfter ?? 0), nextHour(now)) };
    }
    if (answer.kind === "reconnect" || answer.kind === "unauthorized")
      stop ??= { kind: answer.kind };
    if (finished) queue.putBack(finished);
  }

  /** Writes the outcome of a claimed row. Null if the lease has passed to another. */
  async function record(row: StoredRow, outcome: RowOutcome): Promise<StoredRow | null> {
    const finished = await engine.ledger.finishRow(row, outcome);
    // Even if something else has stopped the lanes: a worker without the lease writes nothing more.
    if (!finished) stop = { kind: "lost" };
    return finished;
  }

  /** A rest that Gmail asks for; a long one becomes a visible pause. */
  function slowDown(permit: Permit, retryAfter: number): void {
    limiter.refused(permit, Math.min(retryAfter, MAX_REST_MS));
    if (retryAfter > MAX_REST_MS) stop ??= { kind: "quota", until: engine.now() + retryAfter };
  }

  function count(sent: boolean): void {
    streak = sent ? 0 : streak + 1;
    if (streak >= MAX_STREAK) stop ??= { kind: "errors" };
  }

  const lanes = await Promise.allSettled(
    Array.from({ length: CONCURRENCY }, () =>
      work().catch((cause: unknown) => {
        stop ??= { kind: "lost" };
        throw cause;
      }),
    ),
  );
  for (const one of lanes) if (one.status === "rejected") throw one.reason;
  return { stop: stop ?? (queue.isOver() ? null : closed), streak };
}

function outcomeOf(answer: GmailAnswer, { note, copies }: RowMail): RowOutcome {
  switch (answer.kind) {
    case "sent":
      return { state: "sent", reason: note, messageId: answer.messageId, copies };
    case "refused":
      return { state: "failed", reason: answer.sentence };
    case "unknown":
      return { state: "warning", reason: UNKNOWN, copies };
    case "slow":
    case "not_left":
    case "daily_limit":
    case "reconnect":
    case "unauthorized":
      return { state: "queued", reason: "" };
  }
}
