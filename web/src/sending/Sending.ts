import { type Attempt, type AttemptEvent, attempt, IDLE, isGoingOn } from "@sendwright/core/attempt/attempt";
import { holdOf } from "@sendwright/core/attempt/hold";
import { Runner, type Seen } from "@sendwright/core/attempt/runner";
import type { AppError, Send } from "@sendwright/core/contract";
import { holdAsked, SETTINGS_KEY } from "../data/account.ts";
import { CONFIG_KEY } from "../data/config.ts";
import type { SendProgress } from "../data/look.ts";
import { noteSend } from "../data/sendProgress.ts";
import { readSends, SENDS_KEY, type SendList } from "../data/sends.ts";
import type { Account } from "./account.ts";
import { keep, kept } from "./kept.ts";
import { lookFor, undoHeld } from "./lookFor.ts";
import { ABSENT, GONE } from "./messages.ts";
import { outcomeOf } from "./outcomeOf.ts";
import type { Told, Way } from "./way.ts";

/**
 * The attempts of one way of sending for one account: gives the core's runner the page's calls and cache, and tells the person and
 * the form what it hears. It lives above the tabs, so that leaving one changes nothing.
 */
export class Sending<Frozen = unknown, Call = unknown> {
  readonly way: Way<Frozen, Call>;
  readonly #account: Account;
  readonly #voice: Voice;
  readonly #runner: Runner<Frozen>;
  readonly #listeners = new Set<() => void>();
  #state: Attempt<Frozen> = IDLE;
  #isRunning = false;
  #forgetList: () => void = () => undefined;

  constructor(way: Way<Frozen, Call>, account: Account, tell: Tell) {
    this.way = way;
    this.#account = account;
    this.#voice = voiceOf(way, tell);
    this.#runner = new Runner({
      read: this.read,
      store: this.#store,
      look: lookFor,
      undo: undoHeld,
      readList: this.#readList,
      followsBegun: false,
      after: (wait, act) => {
        const timer = setTimeout(act, wait);
        return () => clearTimeout(timer);
      },
      now: Date.now,
    });
  }

  readonly read = (): Attempt<Frozen> => this.#state;

  /** What a send is made of, as long as some of it may come back; null after a reload. */
  readonly frozen = (): Frozen | null => {
    const state = this.#state;
    const isSettled = state.is === "begun" && !this.way.unreached;
    return state.is !== "idle" && isGoingOn(state.is) && !isSettled ? state.frozen : null;
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
    if (before) {
      const { key, at: pressedAt, cause } = before;
      this.#hear({ type: "reloaded", key, pressedAt, at: now, cause });
    }
    this.#runner.start();
    return this.#stop;
  };

  readonly #stop = () => {
    this.#isRunning = false;
    this.#forgetList();
    this.#runner.stop();
  };

  /** Sends what was frozen of the form. A press before the last one is certain does nothing. */
  readonly press = (frozen: Frozen, call: Call): void => {
    const begin = (key: string) => {
      const hold = holdAsked(this.#account.cache.getQueryData(SETTINGS_KEY));
      return outcomeOf(key, () => this.way.begin(key, call, hold));
    };
    void this.#runner.press(crypto.randomUUID(), frozen, begin);
  };

  /** Says why nothing can be sent, like a refusal of the server. */
  readonly refuse = (refusal: AppError): void => this.#voice.refused(refusal);

  /** Takes back what is held. */
  readonly undo = (): void => this.#hearOf({ type: "undo" });

  /** Asks what became of a lost call without waiting for the next time; the time at which it is certain stays. */
  readonly askNow = async (): Promise<void> => {
    if (this.#state.is === "lost") await this.#runner.ask();
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
    const { frozen, known } = this.#state;
    this.#hearOf({ type: "ended" });
    const { submitted, restore, forget } = this.way.form(this.#account);
    // An earlier email's people aren't those of the form.
    const unreached = known === "earlier" ? null : this.way.unreached?.(frozen ?? submitted(), progress.results);
    if (unreached) restore(unreached);
    else forget();
    this.#voice.ended(progress.send);
    this.#refresh();
  };

  /** The server no longer has the send that has begun. */
  readonly lose = (): void => this.#hearOf({ type: "missing", at: Date.now() });

  #hearOf(event: { type: "closed" | "ended" | "undo" } | { type: "missing"; at: number }): void {
    if (this.#state.is !== "idle") this.#hear({ ...event, key: this.#state.key });
  }

  #hear(event: AttemptEvent<Frozen>): void {
    void this.#runner.hear(event);
  }

  readonly #store = (event: AttemptEvent<Frozen>, seen?: Seen): Attempt<Frozen> | null => {
    if (seen) noteSend(this.#account.cache, seen.send, seen.results, seen.cursor);
    const before = this.#state;
    const after = attempt(before, event);
    if (after === before) return null;
    this.#state = after;
    if (this.#isRunning) keep(this.#account.uid, this.way.kind, after);
    if (after.is !== before.is) this.#tell(after);
    if (event.type === "notUndone") this.refuse(event.refusal);
    for (const listener of this.#listeners) listener();
    return after;
  };

  #tell(state: Attempt<Frozen>): void {
    const { is } = state;
    const form = this.way.form(this.#account);
    // An earlier email under this key: nothing of the form was sent.
    if ((is === "held" || is === "begun") && state.known !== "earlier") form.take(state.key, state.frozen);
    if (is === "begun" && !this.way.unreached) form.forget();
    if (is === "refused") this.refuse(state.refusal);
    if (is === "undone" || is === "refused" || is === "absent") form.giveBack(state.key, state.frozen);
    if (is === "absent" || is === "gone") this.#voice[is]();
    if (is === "held" || is === "undone" || is === "begun" || is === "refused") this.#refresh();
  }

  /** The send shows itself in the list as soon as it has begun, long before the call is answered. */
  readonly #readList = async (): Promise<void> => {
    try {
      const queryFn = ({ signal }: { signal: AbortSignal }) => readSends(signal);
      await this.#account.cache.fetchQuery({ queryKey: SENDS_KEY, queryFn, staleTime: 0 });
    } catch (error) {
      console.warn("Could not look whether the send began:", error instanceof Error ? error.message : error);
    }
  };

  #hearList(list: unknown): void {
    const { is } = this.#state;
    if (is !== "asked" && is !== "lost" && is !== "absent") return;
    const { key } = this.#state;
    const send = (list as SendList | undefined)?.sends.find(({ id }) => id === key);
    if (send) this.#hear({ type: "listed", key, hold: holdOf(send, Date.now()) });
  }

  #refresh(): void {
    for (const queryKey of [SENDS_KEY, CONFIG_KEY]) void this.#account.cache.invalidateQueries({ queryKey });
  }
}

type Tell = (message: string, options: { variant: Told["variant"]; duration: number }) => void;

type Voice = ReturnType<typeof voiceOf>;

/** What a person is told of the attempts of a way of sending, in the way's own words. */
function voiceOf<Frozen, Call>({ words, toasts }: Way<Frozen, Call>, tell: Tell) {
  const refused = ({ message }: { message: string }) =>
    tell(`${words.toast}: ${message}`, { variant: "danger", duration: toasts.bad });
  return {
    /** The server, or the page itself, would not begin it. */
    refused,
    /** Nobody has it: it never began. */
    absent: () => refused({ message: ABSENT }),
    /** It had begun, and the server has it no longer. */
    gone: () => tell(GONE, { variant: "warning", duration: toasts.bad }),
    ended: (send: Send) => {
      const { message, variant } = words.ended(send);
      tell(message, { variant, duration: variant === "success" ? toasts.good : toasts.bad });
    },
  };
}
