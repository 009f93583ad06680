import { type Attempt, type AttemptEvent, attempt, IDLE, isGoingOn } from "@sendwright/core/attempt/attempt";
import { holdOf, untilLook } from "@sendwright/core/attempt/hold";
import { pauseBefore } from "@sendwright/core/attempt/patience";
import type { AppError } from "@sendwright/core/contract";
import { holdAsked, SETTINGS_KEY } from "../data/account.ts";
import { CONFIG_KEY } from "../data/config.ts";
import type { SendProgress } from "../data/look.ts";
import { noteSend } from "../data/sendProgress.ts";
import { SENDS_KEY, type SendList } from "../data/sends.ts";
import type { Account } from "./account.ts";
import { lookAt, lookAtList, lookForLost } from "./asking.ts";
import { keep, kept } from "./kept.ts";
import { undoHeld } from "./lookFor.ts";
import { outcomeOf } from "./outcomeOf.ts";
import { type Tell, type Voice, voiceOf } from "./voice.ts";
import type { Way } from "./way.ts";

/** How often the list is looked at while the call is on its way, milliseconds. */
const LOOK_EVERY = 2_000;

/**
 * Runs the attempts of one way of sending for one account: makes the calls, hears what comes of them, tells the person and the form.
 * It lives above the tabs, so that leaving one changes nothing. The states and events are the core's (`attempt`).
 */
export class Sending<Frozen = unknown, Call = unknown> {
  readonly way: Way<Frozen, Call>;
  readonly #account: Account;
  readonly #voice: Voice;
  readonly #listeners = new Set<() => void>();
  #state: Attempt<Frozen> = IDLE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asks = 0;
  #isRunning = false;
  #call: Call | null = null;
  #forgetList: () => void = () => undefined;

  constructor(way: Way<Frozen, Call>, account: Account, tell: Tell) {
    this.way = way;
    this.#account = account;
    this.#voice = voiceOf(way, tell);
  }

  readonly read = (): Attempt<Frozen> => this.#state;

  /** What a send is being made of, as long as the form has not heard what became of it; null after a reload. */
  readonly frozen = (): Frozen | null => {
    const state = this.#state;
    const isHeard = state.is === "begun" && this.way.onBegun !== undefined;
    return state.is !== "idle" && isGoingOn(state.is) && !isHeard ? state.frozen : null;
  };

  /** Calls a listener after each change. Returns the way to end that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Goes on with what was under way before a reload, and hears what the list of sends shows, whatever reads it. */
  readonly start = (): (() => void) => {
    this.#isRunning = true;
    const list = this.#account.cache.getQueryCache();
    this.#forgetList = list.subscribe(
      ({ query }) => query.queryKey[0] === SENDS_KEY[0] && this.#hearList(query.state.data),
    );
    const now = Date.now();
    const before = kept(this.#account.uid, this.way.kind, now);
    if (before) this.#hear({ type: "reloaded", key: before.key, pressedAt: before.at, at: now });
    if (this.#state.is === "lost") this.#askAgain(this.#state.key);
    return this.#stop;
  };

  readonly #stop = () => {
    this.#isRunning = false;
    this.#forgetList();
    clearTimeout(this.#timer);
  };

  /** Sends what was frozen of the form. A press before the last one is certain does nothing. */
  readonly press = (frozen: Frozen, call: Call): void => {
    this.#call = call;
    this.#hear({ type: "pressed", key: crypto.randomUUID(), frozen, at: Date.now() });
  };

  /** Says why nothing can be sent, like a refusal of the server. */
  readonly refuse = (refusal: AppError): void => this.#voice.refused(refusal);

  /** Takes back what is held. */
  readonly undo = (): void => this.#hearOf({ type: "undo" });

  /** Asks what became of a lost call without waiting for the next time; the time at which it is certain stays. */
  readonly askNow = async (): Promise<void> => {
    if (this.#state.is === "lost") await this.#ask(this.#state.key);
  };

  /** A send was taken back somewhere else on this page. */
  readonly hearUndone = (key: string): void => {
    this.#hear({ type: "undo", key });
    this.#hear({ type: "undone", key, at: Date.now() });
  };

  readonly close = (): void => this.#hearOf({ type: "closed" });

  /** Hears of a look at the send that has begun. */
  readonly follow = (progress: SendProgress, isOpen: boolean): void => {
    if (isOpen || this.#state.is !== "begun" || this.#state.key !== progress.send.id) return;
    const { frozen } = this.#state;
    this.#hearOf({ type: "ended" });
    this.way.onEnded?.(this.#account, frozen, progress.results);
    this.#voice.ended(progress.send);
    this.#refresh();
  };

  /** The server no longer has the send that has begun. */
  readonly lose = (): void => this.#hearOf({ type: "missing", at: Date.now() });

  #hearOf(event: { type: "closed" | "ended" | "undo" } | { type: "missing"; at: number }): void {
    if (this.#state.is !== "idle") this.#hear({ ...event, key: this.#state.key });
  }

  #hear(event: AttemptEvent<Frozen>): void {
    const before = this.#state;
    const after = attempt(before, event);
    if (after === before) return;
    this.#state = after;
    if (this.#isRunning) keep(this.#account.uid, this.way.kind, after);
    if (after.is !== before.is) {
      clearTimeout(this.#timer);
      this.#asks = 0;
      this.#act(after);
    }
    for (const listener of this.#listeners) listener();
  }

  #act(state: Attempt<Frozen>): void {
    switch (state.is) {
      case "asked":
        void this.#begin(state.key);
        this.#wait(LOOK_EVERY, () => this.#lookAtList());
        return;
      case "lost":
        this.#askAgain(state.key);
        return;
      case "held":
        this.#watch();
        this.#refresh();
        return;
      case "undoing":
        this.#undoAgain();
        return;
      case "undone":
        this.#refresh();
        return;
      case "begun":
        // The server has an earlier email under this key: nothing of the form was sent.
        if (state.known !== "earlier") this.way.onBegun?.(this.#account, state.frozen);
        this.#refresh();
        return;
      case "refused":
        this.refuse(state.refusal);
        this.#refresh();
        return;
      case "absent":
      case "gone":
        this.#voice[state.is]();
        return;
      case "idle":
      case "ended":
        return;
    }
  }

  async #begin(key: string): Promise<void> {
    const call = this.#call;
    this.#call = null;
    if (call === null) return;
    const asked = holdAsked(this.#account.cache.getQueryData(SETTINGS_KEY));
    const { event, answer } = await outcomeOf(key, () => this.way.begin(key, call, asked));
    if (answer) noteSend(this.#account.cache, answer.send, answer.results, answer.cursor);
    this.#hear(event);
  }

  /** Asks by the key what became of a lost call: at once, then after growing pauses, until it is certain. */
  #askAgain(key: string): void {
    this.#wait(pauseBefore(this.#asks), () => this.#ask(key));
  }

  async #ask(key: string): Promise<void> {
    this.#asks += 1;
    const event = await lookForLost(this.#account.cache, key);
    if (!this.#isRunning) return;
    if (event) this.#hear(event);
    if (this.#state.is === "lost" && this.#state.key === key) this.#askAgain(key);
  }

  /** Looks at what is held until it is let out, or is no longer there. */
  #watch(): void {
    if (this.#state.is !== "held") return;
    this.#wait(untilLook(this.#state.hold, Date.now()), async () => {
      if (this.#state.is !== "held") return;
      const event = await lookAt(this.#account.cache, this.#state);
      if (!this.#isRunning) return;
      if (event) this.#hear(event);
      this.#watch();
    });
  }

  /** Asks for an undo until somebody knows what came of it. */
  #undoAgain(): void {
    this.#wait(pauseBefore(this.#asks), async () => {
      if (this.#state.is !== "undoing") return;
      this.#asks += 1;
      const undoing = await undoHeld(this.#state.key);
      if (!this.#isRunning) return;
      if (!undoing) return this.#undoAgain();
      if (undoing.send) noteSend(this.#account.cache, undoing.send);
      this.#hear(undoing.event);
      if (undoing.refusal) this.refuse(undoing.refusal);
    });
  }

  /** The send shows itself in the list as soon as it has begun, long before the call is answered. */
  async #lookAtList(): Promise<void> {
    await lookAtList(this.#account.cache);
    if (this.#state.is === "asked") this.#wait(LOOK_EVERY, () => this.#lookAtList());
  }

  #hearList(list: unknown): void {
    const { is } = this.#state;
    if (is !== "asked" && is !== "lost" && is !== "absent") return;
    const { key } = this.#state;
    const send = (list as SendList | undefined)?.sends.find(({ id }) => id === key);
    if (send) this.#hear({ type: "listed", key, hold: holdOf(send, Date.now()) });
  }

  #wait(milliseconds: number, then: () => Promise<void>): void {
    clearTimeout(this.#timer);
    if (this.#isRunning) this.#timer = setTimeout(() => void then(), milliseconds);
  }

  #refresh(): void {
    for (const queryKey of [SENDS_KEY, CONFIG_KEY]) void this.#account.cache.invalidateQueries({ queryKey });
  }
}
