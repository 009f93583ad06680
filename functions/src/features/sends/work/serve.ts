import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import { AppError } from "@sendwright/core/contract/appError";
import { isSuppressed } from "@sendwright/core/list/suppressed";
import type { AttachmentFile } from "../../../mail/composeMail.ts";
import type { GmailAnswer } from "../../../platform/gmailAnswers.ts";
import { nextHour } from "../../../store/dailyQuota.ts";
import type { Grant } from "../../../store/grants.ts";
import { UNREADABLE_ROW } from "../../../store/sends/documents.ts";
import type { StoredSend } from "../../../store/sends/read.ts";
import type { RowOutcome, RowRef, StoredRow, UnreadableRow } from "../../../store/sends/rows.ts";
import type { Engine } from "../engine.ts";
import type { ActiveSends } from "./activeSends.ts";
import type { LoadedMail, RowMail } from "./loadMail.ts";
import { loadOwnFiles, memoryOf, type OwnFiles } from "./ownFiles.ts";
import type { Permit, RateLimiter, SliceDeadlines, Stop } from "./rateLimiter.ts";
import { UNKNOWN } from "./recover.ts";
import { RowQueue } from "./rowQueue.ts";

/** Calls in flight at once. */
const CONCURRENCY = 4;
/** After this many rows in a row that weren't sent, the send stops. */
const MAX_STREAK = 10;
const MAX_CALL_MS = 20_000;
/** If a refusal names a later time than this, the send pauses. */
const MAX_REST_MS = 5 * 60_000;
/** A test goes to its sender in any case. */
const NO_ONE: ActiveSends["suppressed"] = {
  latest: () => Promise.resolve(new Set()),
  areLatest: () => true,
};

export interface ServeContext {
  engine: Engine;
  lease: string;
  active: ActiveSends;
  limiter: RateLimiter;
  budget: SliceDeadlines;
  grant: Grant;
  accessToken: string;
  send: StoredSend;
  mail: LoadedMail;
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
export function serve(context: ServeContext): Promise<ServeResult> {
  return new Serving(context).run();
}

/** One of the loops that send beside each other. */
interface Lane {
  /** Ends once the ledger has the outcome of its last email; until then, it claims no other row. */
  recorded: Promise<unknown>;
}

/** A row and its message. */
interface ReadyRow extends RowMail {
  row: StoredRow;
  /** The keys of the people who aren't emailed, as known when the message was made. */
  keys: ReadonlySet<string>;
}

/** The lanes of a send and what ends them; its methods are in the order of an email's steps. */
class Serving {
  readonly #context: ServeContext;
  readonly #queue: RowQueue;
  readonly #suppressed: ActiveSends["suppressed"];
  /** Why all lanes end; an email that isn't claimed yet isn't sent. */
  #stop: Stop | null = null;
  /** Why a lane ended that got no room for files or no permit. It doesn't end the others. */
  #closed: Stop | null = null;
  #streak: number;

  constructor(context: ServeContext) {
    const { engine, active, send } = context;
    this.#context = context;
    this.#queue = new RowQueue(engine, send.id, CONCURRENCY);
    this.#suppressed = send.kind === "test" ? NO_ONE : active.suppressed;
    this.#streak = send.streak;
  }

  async run(): Promise<ServeResult> {
    const lanes = Array.from({ length: CONCURRENCY }, () =>
      this.#runLane().catch((cause: unknown) => {
        this.#stop ??= { kind: "lost" };
        throw cause;
      }),
    );
    for (const one of await Promise.allSettled(lanes))
      if (one.status === "rejected") throw one.reason;
    const stop = this.#stop ?? (this.#queue.isOver() ? null : this.#closed);
    return { stop, streak: this.#streak };
  }

  async #runLane(): Promise<void> {
    const lane: Lane = { recorded: Promise.resolve() };
    try {
      let isOver = false;
      while (!isOver && this.#mayBegin()) isOver = !(await this.#sendOne(lane));
    } finally {
      await lane.recorded;
    }
  }

  #mayBegin(): boolean {
    const { active, send } = this.#context;
    if (!this.#stop && !active.mayGo(send)) this.#stop = { kind: "left" };
    return !this.#stop && !this.#queue.isOver();
  }

  /** Sends the next row once memory and then the pace allow it; false if the lane is over. */
  async #sendOne(lane: Lane): Promise<boolean> {
    const release = await this.#roomForFiles();
    if (release === null) {
      this.#closed ??= { kind: "budget" };
      return false;
    }
    try {
      // First the permit, then the row: no row is read that the pace doesn't allow now.
      const permit = await this.#context.limiter.acquire();
      if (!("kind" in permit)) return await this.#sendNext(lane, permit);
      if (permit.kind === "lost") this.#stop ??= permit;
      this.#closed ??= permit;
      return false;
    } finally {
      release();
    }
  }

  /** Room for the files of any row of the send; null if there is none until the slice ends. */
  async #roomForFiles(): Promise<(() => void) | null> {
    const { engine, budget, mail } = this.#context;
    if (mail.mostOfRow === 0) return () => {};
    return engine.memory.take(memoryOf(mail.mostOfRow), budget.claimUntil - engine.now());
  }

  /** Uses a permit for the next row: composes, claims, calls, records. False if no row is left. */
  async #sendNext(lane: Lane, permit: Permit): Promise<boolean> {
    const { engine, limiter } = this.#context;
    const row = await this.#queue.take(limiter.room());
    const ready = row && (await this.#prepare(lane, row));
    const claimed = ready && (await this.#claim(ready, permit));
    if (!claimed) {
      limiter.release(permit);
      return row !== null;
    }
    if (limiter.confirm(permit)) {
      await this.#conclude(lane, claimed, permit, await this.#call(claimed));
      return true;
    }
    // The claim took so long that the lease may have passed to another: nothing was sent, and this
    // worker will send nothing.
    this.#stop ??= { kind: "lost" };
    await engine.ledger.finishRow(claimed.row, { state: "queued", reason: "" });
    return true;
  }

  /**
   * A row that the lane may claim: composed while the ledger writes its last outcome, and again if
   * the list of people who aren't emailed has changed meanwhile. Between this and the claim, the
   * slice can't see another list. Null if that ends the row, or if it must wait.
   */
  async #prepare(lane: Lane, row: StoredRow | UnreadableRow): Promise<ReadyRow | null> {
    const { engine, budget } = this.#context;
    let ready = await this.#compose(row);
    await lane.recorded;
    if (ready && !this.#suppressed.areLatest(ready.keys)) ready = await this.#compose(row);
    if (ready === null || engine.now() < budget.claimUntil) return ready;
    // The time that the call needs is over: the next slice sends the row.
    this.#queue.putBack(ready.row);
    return null;
  }

  /**
   * A row's message with its own files. It is made again if the slice has read a newer list of people
   * who aren't emailed meanwhile. Null if there is none, which ends the row, or if it must wait.
   */
  async #compose(row: StoredRow | UnreadableRow): Promise<ReadyRow | null> {
    const { engine, send } = this.#context;
    if ("isUnreadable" in row) return this.#fail(row, UNREADABLE_ROW);
    let own: OwnFiles | undefined;
    for (;;) {
      const keys = await this.#suppressed.latest();
      if (isSuppressed(row.to, keys)) {
        await engine.ledger.skipRow(row, NOT_EMAILED);
        return null;
      }
      own ??= await loadOwnFiles(engine, send, row);
      if (own === "unreachable") {
        this.#stop ??= { kind: "fault" };
        return null;
      }
      if ("broken" in own) return this.#fail(row, own.broken);
      const ready = await this.#write(row, own.files, keys);
      if (ready === null || this.#suppressed.areLatest(keys)) return ready;
    }
  }

  /** A row and its message; null if it can't be made, which ends the row. */
  async #write(
    row: StoredRow,
    own: readonly AttachmentFile[],
    keys: ReadonlySet<string>,
  ): Promise<ReadyRow | null> {
    const { engine, mail, grant } = this.#context;
    try {
      const date = new Date(engine.now());
      return { row, keys, ...(await mail.compose(row, own, grant, date, keys)) };
    } catch (cause) {
      const reason = cause instanceof AppError ? cause.message : "This email couldn't be created.";
      return this.#fail(row, reason);
    }
  }

  /** Ends a row that can't make an email. */
  async #fail(row: RowRef, reason: string): Promise<null> {
    await this.#context.engine.ledger.finishRow(row, { state: "failed", reason });
    this.#count(false);
    return null;
  }

  /** Claims a row unless something has stopped this meanwhile; null if it isn't claimed. */
  async #claim(ready: ReadyRow, permit: Permit): Promise<ReadyRow | null> {
    const { engine, lease, active, limiter, send } = this.#context;
    limiter.fit(permit, ready.recipients);
    if (this.#stop || !active.mayGo(send)) return null;
    const row = await engine.ledger.claimRow(ready.row, lease, permit.call);
    return row && { ...ready, row };
  }

  #call({ message }: ReadyRow): Promise<GmailAnswer> {
    const { engine, accessToken, budget } = this.#context;
    const timeout = Math.max(1_000, Math.min(MAX_CALL_MS, budget.callUntil - engine.now()));
    return engine.sendMessage({ accessToken, message, timeout });
  }

  /** Records the outcome of a claimed row, and does what the answer asks for. */
  async #conclude(
    lane: Lane,
    claimed: ReadyRow,
    permit: Permit,
    answer: GmailAnswer,
  ): Promise<void> {
    const { engine, limiter } = this.#context;
    const recorded = engine.ledger
      .finishRow(claimed.row, outcomeOf(answer, claimed))
      .then((finished) => {
        // Even if something else has stopped the lanes: a worker without the lease writes no more.
        if (!finished) this.#stop = { kind: "lost" };
        return finished;
      });
    if (answer.kind === "sent") {
      limiter.sent();
      this.#count(true);
      // The lane composes its next email meanwhile; before it claims that row, it waits for this.
      lane.recorded = recorded;
      recorded.catch(() => {});
      return;
    }
    const finished = await recorded;
    this.#obey(answer, permit);
    if (finished?.state === "queued") this.#queue.putBack(finished);
  }

  /** What an email that wasn't sent means for the pace, the quota and the send. */
  #obey(answer: Exclude<GmailAnswer, { kind: "sent" }>, permit: Permit): void {
    const { engine, limiter } = this.#context;
    const now = engine.now();
    if (answer.kind !== "unknown") limiter.nothingSent(permit);
    if (answer.kind === "refused" || answer.kind === "unknown") this.#count(false);
    if (answer.kind === "not_left") limiter.refused(permit, null);
    if (answer.kind === "slow") {
      const rest = answer.retryAfter ?? 0;
      limiter.refused(permit, Math.min(rest, MAX_REST_MS));
      // A long rest becomes a visible pause.
      if (rest > MAX_REST_MS) this.#stop ??= { kind: "quota", until: now + rest };
    }
    if (answer.kind === "daily_limit") {
      const until = Math.max(now + (answer.retryAfter ?? 0), nextHour(now));
      this.#stop ??= { kind: "quota", until };
    }
    if (answer.kind === "reconnect" || answer.kind === "unauthorized")
      this.#stop ??= { kind: answer.kind };
  }

  #count(isSent: boolean): void {
    this.#streak = isSent ? 0 : this.#streak + 1;
    if (this.#streak >= MAX_STREAK) this.#stop ??= { kind: "errors" };
  }
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
