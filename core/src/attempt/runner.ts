/**
 * Follows an attempt until its result is certain. Only the runner decides what to do next, and
 * when; the reducer (`attempt`) decides what each event changes. The page and the extension's
 * worker run the same code and pass in their calls, storage and timers.
 *
 * | state                 | next action                  | when                                                          |
 * |-----------------------|------------------------------|---------------------------------------------------------------|
 * | asked, call in flight | read the list of sends ¹     | every 2 s                                                     |
 * | asked, no call        | mark the attempt as lost ²   | at once                                                       |
 * | lost                  | look for the send by its key | at once, then after 1, 2, 4, 8, 15 and 30 s, then every 30 s  |
 * | held                  | look at the send             | every 3 s, when the hold ends, then every second              |
 * | undoing               | ask the server to undo       | at once, then after 1, 2, 4, 8, 15 and 30 s, then every 30 s  |
 * | begun                 | look at the send ³           | every 1.2 s; every 15 s if it waits or the last look failed   |
 * | any other             | none                         |                                                               |
 *
 * A failed action changes nothing, and the runner repeats it at the next time. After a restart, the
 * stored state decides alone.
 * ¹ Only on the page, which reports what the list shows through `dispatch`.
 * ² The runner that made the call was stopped, so no answer will come.
 * ³ Only in the worker. The page follows the send for its screens, and reports the end through
 * `dispatch`.
 */

import type { RowResult, Send } from "../contract/sends.ts";
import { SECOND } from "../dates/units.ts";
import { isOpen } from "../sends/counts.ts";
import type { Attempt, AttemptEvent, LaterEvent, WaitingAttempt } from "./attempt.ts";
import { waitUntilLook } from "./hold.ts";

const PAUSES = [0, 1, 2, 4, 8, 15].map((seconds) => seconds * SECOND);
const LAST_PAUSE = 30 * SECOND;

/**
 * The wait before the server is asked again (milliseconds). `asked`: how often it has been asked.
 */
export function pauseBefore(asked: number): number {
  return PAUSES[asked] ?? LAST_PAUSE;
}

/** A send from an answer, with its rows if the answer had them. */
export interface SeenSend {
  send: Send;
  results?: readonly RowResult[];
  cursor?: string | undefined;
}

/** The result of a call. */
export interface CallResult {
  event: LaterEvent;
  seen?: SeenSend;
}

type Maybe<T> = T | Promise<T>;

export interface RunnerPorts<Submitted> {
  /** Reads the stored attempt. */
  read: () => Maybe<Attempt<Submitted>>;
  /** Applies an event to the stored attempt. Returns the attempt, or null if nothing changed. */
  store: (event: AttemptEvent<Submitted>, seen?: SeenSend) => Maybe<Attempt<Submitted> | null>;
  /** Looks at the send once. Throws if it gets no usable answer. */
  look: (waiting: WaitingAttempt) => Promise<CallResult>;
  /** Asks the server once to undo the send. Returns null if the result is unknown. */
  undo: (key: string) => Promise<CallResult | null>;
  /** Reads the list of sends while the call is in flight. */
  readList?: () => Promise<void>;
  /** Whether the runner looks at a begun send until it ends. */
  followsBegun: boolean;
  /** Acts after a wait (milliseconds). Returns a function that cancels it. */
  after: (wait: number, act: () => void) => () => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

const LIST_EVERY = 2_000;
const BEGUN_EVERY = 1_200;
const RESTING_EVERY = 15_000;

export class Runner<Submitted> {
  readonly #ports: RunnerPorts<Submitted>;
  /**
   * How many clicks this runner is storing or calling for. If 0, another runner left a stored
   * `asked` and was stopped.
   */
  #inHand = 0;
  /** The attempt's last status and key, and how often the runner has asked about it since. */
  #name = "";
  #asks = 0;
  #begunEvery = BEGUN_EVERY;
  #turn: { name: string; done: Promise<LaterEvent | null> } | null = null;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(ports: RunnerPorts<Submitted>) {
    this.#ports = ports;
  }

  /** Follows the stored attempt. Can be called again after `stop`. */
  start(): void {
    this.#isStopped = false;
    void this.#plan();
  }

  /** Stops following. The runner still stores the answer of a call in flight. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /**
   * Handles a click on Send: stores it, then makes the call with the attempt's key, which may be
   * that of an earlier click. Returns false and makes no call while an earlier click is uncertain.
   */
  async submit(
    key: string,
    submitted: Submitted,
    begin: (key: string) => Promise<CallResult>,
  ): Promise<boolean> {
    this.#inHand += 1;
    try {
      const asked = await this.#ports.store({
        type: "submitted",
        key,
        submitted,
        at: this.#ports.now(),
      });
      if (asked?.status !== "asked") return false;
      void this.#call(asked.key, begin);
      return true;
    } finally {
      this.#inHand -= 1;
    }
  }

  /** Applies an event from outside the runner. */
  async dispatch(event: AttemptEvent<Submitted>): Promise<void> {
    if (await this.#store(event)) await this.#plan();
  }

  /** Does the next action now. Returns the event that followed, if any. */
  async actNow(): Promise<LaterEvent | null> {
    this.#cancel();
    const state = await this.#ports.read();
    const name = this.#note(state);
    // One action at a time for each state: callers in the meantime get the same result.
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

  async #store(
    event: AttemptEvent<Submitted>,
    seen?: SeenSend,
  ): Promise<Attempt<Submitted> | null> {
    const after = await this.#ports.store(event, seen);
    // The answer may already show the end.
    if (
      this.#ports.followsBegun &&
      after?.status === "begun" &&
      seen?.results &&
      !isOpen(seen.send)
    ) {
      return await this.#ports.store({ type: "ended", key: after.key }, seen);
    }
    return after;
  }

  /** Schedules the next action. */
  async #plan(): Promise<void> {
    const state = await this.#ports.read();
    this.#note(state);
    this.#cancel();
    const next = this.#next(state);
    if (next && !this.#isStopped)
      this.#cancel = this.#ports.after(next.wait, () => void this.actNow());
  }

  /** Resets the counters if the state has changed. Returns its name. */
  #note(state: Attempt<Submitted>): string {
    const name = stateName(state);
    if (name !== this.#name) {
      this.#name = name;
      this.#asks = 0;
      this.#begunEvery = BEGUN_EVERY;
    }
    return name;
  }

  /** The next action, and how long to wait before it (milliseconds). */
  #next(state: Attempt<Submitted>): { wait: number; act: () => Promise<CallResult | null> } | null {
    const { look, undo, readList, followsBegun, now } = this.#ports;
    switch (state.status) {
      case "asked": {
        if (this.#inHand > 0)
          return readList ? { wait: LIST_EVERY, act: () => readList().then(() => null) } : null;
        const event = { type: "lost", key: state.key, cause: "silence", at: now() } as const;
        return { wait: 0, act: async () => ({ event }) };
      }
      case "lost":
        return { wait: pauseBefore(this.#asks), act: () => look(state) };
      case "held":
        return { wait: waitUntilLook(state.hold, now()), act: () => look(state) };
      case "undoing":
        return { wait: pauseBefore(this.#asks), act: () => undo(state.key) };
      case "begun":
        return followsBegun ? { wait: this.#begunEvery, act: () => look(state) } : null;
      default:
        return null;
    }
  }

  /** Does the next action and stores the event that followed. */
  async #take(state: Attempt<Submitted>): Promise<LaterEvent | null> {
    const next = this.#next(state);
    if (next === null) return null;
    this.#asks += 1;
    const heard = await next.act().catch(() => null);
    if (state.status === "begun")
      this.#begunEvery = heard?.seen && goesOut(heard.seen.send) ? BEGUN_EVERY : RESTING_EVERY;
    if (heard === null || this.#isStopped) return null;
    // The send may have appeared while a slow "not found" was on its way.
    const isOutdated =
      heard.event.type === "missing" && stateName(await this.#ports.read()) !== stateName(state);
    if (isOutdated) return null;
    await this.#store(heard.event, heard.seen);
    return heard.event;
  }
}

function stateName<Submitted>(state: Attempt<Submitted>): string {
  return state.status === "idle" ? "" : `${state.status} ${state.key}`;
}

function goesOut({ state }: Send): boolean {
  return state !== "scheduled" && state !== "paused";
}
