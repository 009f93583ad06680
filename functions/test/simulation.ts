import { setImmediate as turn } from "node:timers/promises";
import { MINUTE } from "@sendwright/core/dates/units";
import { Timestamp } from "firebase-admin/firestore";
import { sendOf } from "../src/features/sends/accept/begin.ts";
import type { Engine, Ledger } from "../src/features/sends/engine.ts";
import {
  FRESH,
  type HeldLease,
  isOverdue,
  LEASE_MS,
  leaseFields,
  leaseOn,
  releasedFields,
  type Sender,
} from "../src/store/senders.ts";
import { asDocument, begunAtOnce } from "../src/store/sends/create.ts";
import { sendDocId } from "../src/store/sends/documents.ts";
import { isActive, type StoredSend } from "../src/store/sends/read.ts";
import type { StoredRow } from "../src/store/sends/rows.ts";
import type { PlannedRow } from "../src/store/sends/schemas.ts";
import { next, type SendEvent } from "../src/store/sends/sendState.ts";

/**
 * Everything around the engine as models, by a clock that only waiting moves: they cost a test
 * little, and know the published limits, which the emulators don't. Milliseconds everywhere.
 */

/** A call of Firestore, of the queue, or of Google's sign-in. */
const STEP_MS = 100;
/** An email that Gmail takes. */
const GMAIL_MS = 400;
/** A new instance until it can work. */
const START_MS = 3_000;
const NO_COUNTS = { total: 0, queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };
/** A plain send, without its rows. */
const PLAN: Omit<Parameters<typeof sendOf>[2], "rows"> = {
  kind: "csv",
  files: [],
  rowContents: [],
  rowsOverLimit: 0,
  corrects: null,
  replaces: null,
  startAt: null,
  hold: 0,
  resumeHours: null,
};

/** A clock that moves to the next time that someone waits for, once no one works any more. */
export class Clock {
  #now: number;
  #waiting = 0;
  readonly #wakes = new Map<number, (() => void)[]>();

  constructor(now: number) {
    this.#now = now;
  }

  readonly now = () => this.#now;
  readonly sleep = (ms: number) => this.until(this.#now + ms);
  readonly step = () => this.sleep(STEP_MS);

  /** The answer of a call that takes a step. */
  async after<T>(work: () => T): Promise<T> {
    await this.step();
    return work();
  }

  until(time: number): Promise<void> {
    const at = Math.ceil(time);
    if (at <= this.#now) return Promise.resolve();
    this.#waiting += 1;
    return new Promise((wake) => {
      const others = this.#wakes.get(at);
      if (others) others.push(wake);
      else this.#wakes.set(at, [wake]);
    });
  }

  /** Lets time pass until something is over. Throws if no one works or waits any more. */
  async run(whole: Promise<unknown>): Promise<void> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    whole.then(end, end);
    for (await turn(); !isOver; await turn()) {
      if (this.#waiting === 0) throw new Error("No one works and no one waits, but it isn't over.");
      while (!this.#wakes.has(this.#now)) this.#now += 1;
      const wakes = this.#wakes.get(this.#now) ?? [];
      this.#wakes.delete(this.#now);
      this.#waiting -= wakes.length;
      for (const wake of wakes) wake();
    }
    await whole;
  }
}

/** Instances of a function: work waits for a place in one, and for the start of a new one. */
export class Instances {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #started = 0;
  #busy = 0;
  /** The most places in use at once. */
  busiest = 0;

  constructor(clock: Clock, most: number, places: number) {
    this.#clock = clock;
    this.#most = most;
    this.#places = places;
  }

  async run(work: () => Promise<void>): Promise<void> {
    if (this.#busy < this.#most * this.#places) this.#busy += 1;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    this.busiest = Math.max(this.busiest, this.#busy);
    if (this.#busy > this.#started * this.#places) {
      this.#started += 1;
      await this.#clock.sleep(START_MS);
    }
    await work();
    const another = this.#waiting.shift();
    if (another) another();
    else this.#busy -= 1;
  }
}

/** A task queue that begins so many tasks a second. */
export class Queue {
  readonly #clock: Clock;
  readonly #everyMs: number;
  #next = 0;

  constructor(clock: Clock, aSecond: number) {
    this.#clock = clock;
    this.#everyMs = 1_000 / aSecond;
  }

  /** Resolves when a task that is due at `at` begins. */
  async turnOf(at: number): Promise<void> {
    await this.#clock.until(at);
    this.#next = Math.max(this.#clock.now(), this.#next + this.#everyMs);
    await this.#clock.until(this.#next);
  }
}

/** Gmail, which takes so many emails of all people in any minute and refuses the others. */
export class Gmail {
  readonly #clock: Clock;
  readonly #aMinute: number;
  /** When each email of the last minute was taken. */
  readonly #taken: number[] = [];
  /** By address: when each of its emails arrived. */
  readonly arrived = new Map<string, number[]>();
  refused = 0;

  constructor(clock: Clock, aMinute: number) {
    this.#clock = clock;
    this.#aMinute = aMinute;
  }

  /** The message is only its address. */
  readonly send: Engine["sendMessage"] = async ({ message }) => {
    const now = this.#clock.now();
    if ((this.#taken.at(-this.#aMinute) ?? 0) > now - MINUTE) {
      this.refused += 1;
      await this.#clock.step();
      return { kind: "slow", retryAfter: null };
    }
    this.#taken.push(now);
    await this.#clock.sleep(GMAIL_MS);
    const to = String(message);
    this.arrived.set(to, [...(this.arrived.get(to) ?? []), this.#clock.now()]);
    return { kind: "sent", messageId: to };
  };
}

/**
 * One send for each user, in memory: as much of the ledger as a send needs that no one disturbs.
 */
export class Ledgers {
  readonly #clock: Clock;
  readonly #senders = new Map<string, Sender>();
  readonly #sends = new Map<string, StoredSend>();
  readonly #rows = new Map<string, StoredRow[]>();
  readonly #watchers = new Map<string, () => void>();
  #writes = 0;
  /** Writes of each document of a sender or a send, by ten seconds. */
  readonly writesOfDocument = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Stores a user's send as one that has just begun. */
  begin(uid: string, rows: readonly Pick<StoredRow, "n" | "to">[]): void {
    const now = this.#clock.now();
    const id = sendDocId(uid, uid);
    const planned: PlannedRow[] = rows.map(({ n, to }) => ({
      n,
      line: n + 1,
      to,
      name: "",
      values: [],
      note: "",
      state: "queued",
      reason: "",
    }));
    const user = { uid, sub: uid, email: "", name: "" };
    const send = sendOf(user, uid, { ...PLAN, rows: planned }, now);
    const begun = { ...send, ...begunAtOnce(send, now) };
    this.#sends.set(id, { ...begun, id, updateTime: this.#written(id) });
    this.#rows.set(
      id,
      planned.map((row) => ({
        ...asDocument(row, Timestamp.fromMillis(send.expiresAt)),
        send: id,
        updateTime: this.#written(null),
      })),
    );
  }

  /** The ledger that an engine uses. It has no other functions than these. */
  readonly functions = {
    readSender: (uid) => this.#clock.after(() => this.#senders.get(uid) ?? null),
    takeLease: (uid, now, known) =>
      this.#clock.after(() => {
        const found = this.#senders.get(uid) ?? null;
        if (known !== undefined && known?.updateTime !== found?.updateTime) return null;
        const held = leaseOn(uid, found, now);
        if (held === null) return null;
        const { updateTime } = this.#store(uid, { ...(found ?? FRESH), ...leaseFields(held) });
        return { ...held, updateTime };
      }),
    keepLease: (held, now) => {
      const until = now + LEASE_MS;
      return this.#clock.after(() => {
        if (!this.#update(held, leaseFields({ ...held, until }))) return false;
        held.until = until;
        return true;
      });
    },
    releaseLease: (held, nextSliceAt) =>
      this.#clock.after(() => this.#update(held, releasedFields(held, nextSliceAt))),
    claimOverdueSlice: (uid, due, now) =>
      this.#clock.after(() => {
        const sender = this.#senders.get(uid) ?? null;
        if (!isOverdue(sender, due, now)) return false;
        this.#store(uid, { ...(sender ?? FRESH), nextSliceAt: now });
        return true;
      }),
    readGrant: (sub) =>
      this.#clock.after(() => ({
        sub,
        email: "",
        name: "",
        hd: null,
        scopes: [],
        refreshToken: "",
      })),
    openSends: (uid) => this.#clock.after(() => this.#activeOf(uid)),
    readSend: (id) => this.#clock.after(() => this.#sends.get(id) ?? null),
    watchActiveSends: (uid, onChange) => {
      const tell = () => void this.#clock.after(() => onChange(this.#activeOf(uid)));
      this.#watchers.set(uid, tell);
      tell();
      return () => void this.#watchers.delete(uid);
    },
    watchStop: (_uid, onChange) => this.#seeNothing(onChange),
    watchSuppressions: (_uid, onChange) => this.#seeNothing(onChange),
    apply: (send, happens, actor) =>
      this.#clock.after(() => {
        if (typeof happens === "function" || actor !== "worker")
          throw new Error("Only a worker changes these sends.");
        const id = typeof send === "string" ? send : send.id;
        return { send: this.#change(id, happens), refused: null };
      }),
    settle: async (id, _now, slice) => {
      await this.#clock.step();
      return this.#clock.after(() => {
        if (!slice) throw new Error("Only slices settle here.");
        const rows = this.#rows.get(id) ?? [];
        const counts = { ...NO_COUNTS, total: rows.length };
        for (const { state } of rows) counts[state] += 1;
        return this.#change(id, { kind: "sliceEnded", counts, suppressed: 0, ...slice });
      });
    },
    queuedRows: (id, after, limit) =>
      this.#clock.after(() =>
        (this.#rows.get(id) ?? [])
          .filter(({ n, state }) => n > after && state === "queued")
          .slice(0, limit)
          .map((row) => ({ ...row })),
      ),
    claimRow: (row, lease, call) =>
      this.#clock.after(() => this.#writeRow(row, { state: "sending", lease, call })),
    finishRow: (row, { state, reason }) =>
      this.#clock.after(() => {
        const written = this.#writeRow(row, { state, reason });
        return written && { ...row, ...written };
      }),
    claimedRows: () => this.#clock.after(() => []),
  } as Partial<Ledger> as Ledger;

  /** Watches a document that no one has. */
  #seeNothing(onChange: (found: null) => void): () => void {
    void this.#clock.after(() => onChange(null));
    return () => {};
  }

  /** Counts a write; `path` unless the document is one of a send's rows. */
  #written(path: string | null): Timestamp {
    const span = `${path} ${Math.floor(this.#clock.now() / 10_000)}`;
    if (path !== null) this.writesOfDocument.set(span, (this.writesOfDocument.get(span) ?? 0) + 1);
    this.#writes += 1;
    return Timestamp.fromMillis(this.#writes);
  }

  #activeOf(uid: string): StoredSend[] {
    const send = this.#sends.get(sendDocId(uid, uid));
    return send && isActive(send) ? [send] : [];
  }

  #store(uid: string, sender: Omit<Sender, "updateTime">): Sender {
    const stored = { ...sender, updateTime: this.#written(uid) };
    this.#senders.set(uid, stored);
    return stored;
  }

  #update(held: HeldLease, patch: Partial<Sender>): boolean {
    const sender = this.#senders.get(held.uid);
    if (sender?.lease?.id !== held.id) return false;
    this.#store(held.uid, { ...sender, ...patch });
    return true;
  }

  #change(id: string, event: SendEvent): StoredSend | null {
    const send = this.#sends.get(id);
    const outcome = send && next(send, event, "worker", this.#clock.now());
    if (outcome?.kind !== "write") return send ?? null;
    const changed = { ...send, ...outcome.patch, updateTime: this.#written(id) } as StoredSend;
    this.#sends.set(id, changed);
    this.#watchers.get(changed.owner)?.();
    return changed;
  }

  #writeRow(
    { send, n, updateTime }: Pick<StoredRow, "send" | "n" | "updateTime">,
    patch: Partial<StoredRow>,
  ): StoredRow | null {
    const stored = this.#rows.get(send)?.[n - 1];
    if (stored?.updateTime !== updateTime) return null;
    return { ...Object.assign(stored, patch, { updateTime: this.#written(null) }) };
  }
}
