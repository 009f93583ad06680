/**
 * Follows a click on Send to its certain end: the one place that decides what to do next for an attempt, and when. The page and the
 * extension's worker run the same one. What an event means is the reducer's (`attempt`); calls, storage and timers are injected.
 *
 * | state            | next act                          | when                                                            |
 * |------------------|-----------------------------------|-----------------------------------------------------------------|
 * | asked, in hand   | read the list ¹                   | every 2 s                                                       |
 * | asked, otherwise | call it lost ²                    | at once                                                         |
 * | lost             | look for the send by its key      | at once, then after 1, 2, 4, 8, 15 and 30 s                     |
 * | held             | look at the send                  | every 3 s and when the hold ends, every second after that       |
 * | undoing          | ask the server to undo            | at once, then after 1, 2, 4, 8, 15 and 30 s                     |
 * | begun            | look at the send ³                | every 1.2 s; every 15 s while nothing goes out or no look works |
 * | any other        | none                              |                                                                 |
 *
 * An act that fails changes nothing and is repeated at its next time. After a restart the act follows from the stored state alone.
 * A second surface reads the same stored attempt; its events come through `press`, `hear` and `ask`.
 * ¹ On the page only. What the list shows is heard through `hear`.
 * ² The runner that made its call was stopped, so no answer will come.
 * ³ In the worker only. The page already follows the send for its screens, and says through `hear` how it ended.
 */
import type { RowResult, Send } from "../contract/sends.ts";
import { isOpen } from "../sends/counts.ts";
import type { Attempt, AttemptEvent, LaterEvent } from "./attempt.ts";
import { untilLook } from "./hold.ts";
import { pauseBefore } from "./patience.ts";
import type { Waiting } from "./sendEvent.ts";

/** A send as an answer brought it, with its rows if the answer had them. */
export interface Seen {
  send: Send;
  results?: readonly RowResult[];
  cursor?: string | undefined;
}

/** What the attempt hears of a call. */
export interface CallResult {
  event: LaterEvent;
  seen?: Seen;
}

type Maybe<T> = T | Promise<T>;

export interface Ports<Submitted> {
  /** The attempt as it is stored now. */
  read: () => Maybe<Attempt<Submitted>>;
  /** Stores the attempt as it is after an event. Returns it; null if the event changed nothing. */
  store: (event: AttemptEvent<Submitted>, seen?: Seen) => Maybe<Attempt<Submitted> | null>;
  /** Looks at the send once. Throws when nobody knows. */
  look: (waiting: Waiting) => Promise<CallResult>;
  /** Asks the server once to undo the send. Returns null if the outcome is unknown. */
  undo: (key: string) => Promise<CallResult | null>;
  /** Has the list of sends read while the call is on its way. */
  readList?: () => Promise<void>;
  /** Whether to look at what has begun. */
  followsBegun: boolean;
  /** Does something after a wait (milliseconds). Returns the way to cancel it. */
  after: (wait: number, act: () => void) => () => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

const LIST_EVERY = 2_000;
const BEGUN_EVERY = 1_200;
const RESTING_EVERY = 15_000;

export class Runner<Submitted> {
  readonly #ports: Ports<Submitted>;
  /** Clicks that this runner stores or calls for. Without one, a stored `asked` was left by a runner that was stopped. */
  #inHand = 0;
  /** State and key of the attempt as last seen, and how often it was asked about since. */
  #name = "";
  #asks = 0;
  #begunEvery = BEGUN_EVERY;
  #turn: { name: string; done: Promise<LaterEvent | null> } | null = null;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(ports: Ports<Submitted>) {
    this.#ports = ports;
  }

  /** Follows the stored attempt, also after `stop`. */
  start(): void {
    this.#isStopped = false;
    void this.#plan();
  }

  /** Ends the following. Only the answer of a call that is on its way is still heard. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /**
   * Clicks Send: stores that, and then makes the call with the key of the attempt, which may be that of an earlier click.
   * Returns false, and makes no call, while an earlier click is uncertain.
   */
  async submit(key: string, submitted: Submitted, begin: (key: string) => Promise<CallResult>): Promise<boolean> {
    this.#inHand += 1;
    try {
      const asked = await this.#ports.store({ type: "pressed", key, submitted: submitted, at: this.#ports.now() });
      if (asked?.status !== "asked") return false;
      void this.#call(asked.key, begin);
      return true;
    } finally {
      this.#inHand -= 1;
    }
  }

  /** Hears what happened elsewhere. */
  async dispatch(event: AttemptEvent<Submitted>): Promise<void> {
    if (await this.#store(event)) await this.#plan();
  }

  /** Does the next act now, without waiting for its time. Returns the event that followed, if any. */
  async actNow(): Promise<LaterEvent | null> {
    this.#cancel();
    const state = await this.#ports.read();
    const name = this.#note(state);
    // One act at a time for each state: whoever asks meanwhile gets the same answer.
    if (this.#turn?.name !== name) this.#turn = { name, done: this.#take(state) };
    const turn = this.#turn;
    try {
      return await turn.done;
    } finally {
      if (this.#turn === turn) this.#turn = null;
      await this.#plan();
    }
  }

  async #call(key: string, begin: (key: string) => Promise<CallResult>): Promise<void> {
    this.#inHand += 1;
    try {
      void this.#plan();
      const { event, seen } = await begin(key);
      await this.#store(event, seen);
    } finally {
      this.#inHand -= 1;
    }
    await this.#plan();
  }

  async #store(event: AttemptEvent<Submitted>, seen?: Seen): Promise<Attempt<Submitted> | null> {
    const after = await this.#ports.store(event, seen);
    // The same answer may say that it has ended.
    if (this.#ports.followsBegun && after?.status === "begun" && seen?.results && !isOpen(seen.send)) {
      return await this.#ports.store({ type: "ended", key: after.key }, seen);
    }
    return after;
  }

  /** Sets the time of the next act. */
  async #plan(): Promise<void> {
    const state = await this.#ports.read();
    this.#note(state);
    this.#cancel();
    const next = this.#next(state);
    if (next && !this.#isStopped) this.#cancel = this.#ports.after(next.wait, () => void this.actNow());
  }

  /** Counts anew when the state is another one. Returns its name. */
  #note(state: Attempt<Submitted>): string {
    const name = nameOf(state);
    if (name !== this.#name) {
      this.#name = name;
      this.#asks = 0;
      this.#begunEvery = BEGUN_EVERY;
    }
    return name;
  }

  /** The next act, and how long to wait before it (milliseconds). */
  #next(state: Attempt<Submitted>): { wait: number; act: () => Promise<CallResult | null> } | null {
    const { look, undo, readList, followsBegun, now } = this.#ports;
    switch (state.status) {
      case "asked": {
        if (this.#inHand > 0) return readList ? { wait: LIST_EVERY, act: () => readList().then(() => null) } : null;
        const event = { type: "lost", key: state.key, cause: "silence", at: now() } as const;
        return { wait: 0, act: async () => ({ event }) };
      }
      case "lost":
        return { wait: pauseBefore(this.#asks), act: () => look(state) };
      case "held":
        return { wait: untilLook(state.hold, now()), act: () => look(state) };
      case "undoing":
        return { wait: pauseBefore(this.#asks), act: () => undo(state.key) };
      case "begun":
        return followsBegun ? { wait: this.#begunEvery, act: () => look(state) } : null;
      default:
        return null;
    }
  }

  /** Does the next act, and stores the event that followed. */
  async #take(state: Attempt<Submitted>): Promise<LaterEvent | null> {
    const next = this.#next(state);
    if (next === null) return null;
    this.#asks += 1;
    const heard = await next.act().catch(() => null);
    if (state.status === "begun")
      this.#begunEvery = heard?.seen && goesOut(heard.seen.send) ? BEGUN_EVERY : RESTING_EVERY;
    if (heard === null || this.#isStopped) return null;
    // A slow "not there" says nothing about a send that showed itself meanwhile.
    const isOutdated = heard.event.type === "missing" && nameOf(await this.#ports.read()) !== nameOf(state);
    if (isOutdated) return null;
    await this.#store(heard.event, heard.seen);
    return heard.event;
  }
}

function nameOf<Submitted>(state: Attempt<Submitted>): string {
  return state.status === "idle" ? "" : `${state.status} ${state.key}`;
}

function goesOut({ state }: Send): boolean {
  return state !== "scheduled" && state !== "paused";
}
