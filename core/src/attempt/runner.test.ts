import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { AppError, type Send } from "../contract/index.ts";
import {
  type Attempt,
  type AttemptEvent,
  certainAt,
  IDLE,
  isOver,
  isRemembered,
  isUncertain,
  keptCause,
  mayStillSend,
  nextAttempt,
  sendEvent,
  type WaitingAttempt,
} from "./attempt.ts";
import { holdOf } from "./hold.ts";
import { type CallResult, pauseBefore, Runner, type RunnerPorts, type SeenSend } from "./runner.ts";

const KEY = "key-0001";
const SECOND = 1_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-21T10:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND);
const after = (wait: number, act: () => void) => {
  const timer = setTimeout(act, wait);
  return () => clearTimeout(timer);
};

function aSend(state: Send["state"], heldUntil: number | null = null): Send {
  const at = new Date(heldUntil ?? Date.now()).toISOString();
  return {
    id: KEY,
    state,
    starts_at: at,
    counts: { queued: 1 },
    ...(heldUntil !== null && { held_until: at }),
  } as Send;
}

/** A runner of a stored attempt. Tests choose the result of each call. */
function aRunner(stored: Attempt<string>, more: Partial<RunnerPorts<string>> = {}) {
  const box = { attempt: stored };
  const from = Date.now();
  const looks: number[] = [];
  const failing = () => Promise.reject(new AppError("no_answer", "No answer."));
  const { look = failing, ...rest } = more;
  const runner = new Runner<string>({
    read: () => box.attempt,
    store: (event) => {
      const next = nextAttempt(box.attempt, event);
      if (next === box.attempt) return null;
      box.attempt = next;
      return next;
    },
    look: (waiting) => {
      looks.push((Date.now() - from) / SECOND);
      return look(waiting);
    },
    undo: async () => null,
    followsBegun: true,
    after,
    now: Date.now,
    ...rest,
  });
  return { runner, box, looks };
}

const press = () => ({ key: KEY, submitted: "the form", at: Date.now() });
const lost = (): Attempt<string> => ({
  ...press(),
  status: "lost",
  cause: "silence",
  lostAt: Date.now(),
});
const begun = (): Attempt<string> => ({ ...press(), status: "begun", known: "answered" });

it('ignores a slow "not found" if the send has appeared in the meantime', async () => {
  let answer: (heard: CallResult) => void = () => undefined;
  const look = () => new Promise<CallResult>((resolve) => (answer = resolve));
  const { runner, box } = aRunner(lost(), { look, followsBegun: false });
  runner.start();
  await pass(1);
  await runner.dispatch({ type: "listed", key: KEY });
  expect(box.attempt.status).toBe("begun");
  answer({ event: { type: "missing", key: KEY, at: Date.now() } });
  await pass(1);
  expect(box.attempt.status).toBe("begun");
});
const held = (seconds = 10): Attempt<string> => ({
  ...press(),
  status: "held",
  known: "answered",
  hold: { until: Date.now() + seconds * SECOND, emails: 2, later: null },
});
const answered = (seen: SeenSend, hold = holdOf(seen.send, Date.now())): CallResult => ({
  event: { type: "answered", key: KEY, hold },
  seen,
});

describe("the next action and its time", () => {
  it("looks for a lost send at once, then after growing pauses, even if each look fails", async () => {
    const { runner, looks } = aRunner(lost());
    runner.start();
    await pass(95);
    expect(looks).toEqual([0, 1, 3, 7, 15, 30, 60, 90]);
  });

  it("looks at a held send every 3 s, when its hold ends, then every second", async () => {
    const { runner, looks } = aRunner(held());
    runner.start();
    await pass(13);
    expect(looks).toEqual([3, 6, 9, 10.3, 11.3, 12.3]);
  });

  it("asks to undo until the result is known", async () => {
    const answers: (CallResult | null)[] = [
      null,
      null,
      { event: { type: "undone", key: KEY, at: Date.now() } },
    ];
    const undo = vi.fn(async () => answers.shift() ?? null);
    const { runner, box } = aRunner(held(), { undo });
    await runner.dispatch({ type: "undo", key: KEY });
    await pass(0);
    expect(undo).toHaveBeenCalledOnce();
    await pass(3);
    expect(undo).toHaveBeenCalledTimes(3);
    expect(box.attempt.status).toBe("undone");
    await pass(60);
    expect(undo).toHaveBeenCalledTimes(3);
  });

  it("follows a begun send, less often while it waits or a look fails", async () => {
    let sight: Send | null = aSend("running");
    const look = async ({ key }: WaitingAttempt): Promise<CallResult> => {
      if (!sight) throw new AppError("no_answer", "No answer.");
      return {
        event: sight.state === "done" ? { type: "ended", key } : { type: "found", key },
        seen: { send: sight },
      };
    };
    const { runner, box, looks } = aRunner(begun(), { look });
    runner.start();
    await pass(2.5);
    sight = aSend("paused");
    await pass(20);
    sight = null;
    await pass(15);
    sight = aSend("done");
    await pass(15);
    expect(looks).toEqual([1.2, 2.4, 3.6, 18.6, 33.6, 48.6]);
    expect(box.attempt.status).toBe("ended");
  });

  it("doesn't look at a begun send if the page follows it", async () => {
    const { runner, looks } = aRunner(begun(), { followsBegun: false });
    runner.start();
    await runner.actNow();
    await pass(60);
    expect(looks).toEqual([]);
  });

  it("reads the list every 2 s while the call is in flight", async () => {
    const readList = vi.fn(async () => undefined);
    const { runner } = aRunner(IDLE, { readList });
    await runner.submit(KEY, "the form", () => new Promise(() => undefined));
    await pass(6);
    expect(readList).toHaveBeenCalledTimes(3);
  });

  it("doesn't look at a send if the answer already shows its end", async () => {
    const { runner, box, looks } = aRunner(IDLE);
    await runner.submit(KEY, "the form", async () =>
      answered({ send: aSend("done"), results: [] }),
    );
    await pass(0);
    expect(box.attempt.status).toBe("ended");
    expect(looks).toEqual([]);
  });

  it("follows a send after a late Undo, because its rows aren't known yet", async () => {
    const undo = async (key: string): Promise<CallResult> => ({
      event: { type: "late", key },
      seen: { send: aSend("done") },
    });
    const { runner, box } = aRunner(held(), { undo });
    await runner.dispatch({ type: "undo", key: KEY });
    await pass(0);
    expect(box.attempt).toMatchObject({ status: "begun", known: "late" });
  });
});

describe("a click on Send", () => {
  it("does nothing while an earlier one is uncertain", async () => {
    for (const state of [lost(), held(), { ...held(), status: "undoing" } as Attempt<string>]) {
      const { runner, box } = aRunner(state);
      const begin = vi.fn();
      expect(await runner.submit("key-0002", "another form", begin)).toBe(false);
      expect(begin).not.toHaveBeenCalled();
      expect(box.attempt).toBe(state);
    }
  });

  it("makes one call for several clicks with the same form", async () => {
    const { runner } = aRunner(IDLE);
    const begin = vi.fn(() => new Promise<CallResult>(() => undefined));
    const taken = await Promise.all(
      [1, 2, 3].map((n) => runner.submit(`key-000${n}`, "the form", begin)),
    );
    expect(taken).toEqual([true, false, false]);
    expect(begin.mock.calls).toEqual([["key-0001"]]);
  });

  it("uses the key of an attempt that began nothing", async () => {
    const { runner } = aRunner({ ...press(), status: "absent" });
    const begin = vi.fn(() => new Promise<CallResult>(() => undefined));
    await runner.submit("key-0002", "the form", begin);
    expect(begin.mock.calls).toEqual([[KEY]]);
  });
});

describe("asking now", () => {
  it("joins the look in flight and keeps to one series of looks", async () => {
    let answer = (_heard: CallResult): void => undefined;
    const look = () => new Promise<CallResult>((resolve) => (answer = resolve));
    const { runner, looks } = aRunner(lost(), { look });
    const asks = [runner.actNow(), runner.actNow(), runner.actNow()];
    await pass(5);
    expect(looks).toEqual([0]);
    answer({ event: { type: "missing", key: KEY, at: Date.now() } });
    expect(await Promise.all(asks)).toMatchObject([
      { type: "missing" },
      { type: "missing" },
      { type: "missing" },
    ]);
    await pass(1);
    expect(looks).toEqual([0, 6]);
  });

  it("doesn't wait for a look at an earlier state", async () => {
    const undo = vi.fn(
      async (key: string): Promise<CallResult> => ({
        event: { type: "undone", key, at: Date.now() },
      }),
    );
    const { runner, box } = aRunner(held(), { look: () => new Promise(() => undefined), undo });
    void runner.actNow();
    await pass(0);
    await runner.dispatch({ type: "undo", key: KEY });
    await runner.actNow();
    expect(undo).toHaveBeenCalledOnce();
    expect(box.attempt.status).toBe("undone");
  });

  it("returns the reason if the server refuses to undo", async () => {
    const refusal = new AppError("rate_limited", "Too many requests.");
    const undo = async (key: string): Promise<CallResult> => ({
      event: { type: "notUndone", key, refusal },
    });
    const { runner, box } = aRunner({ ...held(), status: "undoing" } as Attempt<string>, { undo });
    expect(await runner.actNow()).toMatchObject({ type: "notUndone", refusal });
    expect(box.attempt.status).toBe("held");
  });
});

describe("a runner that was stopped", () => {
  it("during its call leaves a lost attempt to the next runner, which makes no call", async () => {
    const { runner, box, looks } = aRunner({ ...press(), status: "asked", isRepeat: false });
    await runner.actNow();
    expect(box.attempt).toMatchObject({ status: "lost", cause: "silence", lostAt: Date.now() });
    await pass(0);
    expect(looks).toEqual([0]);
  });

  it("stops looking, but stores the answer of its call", async () => {
    let answer = (_heard: CallResult): void => undefined;
    const { runner, box } = aRunner(IDLE, { readList: vi.fn() });
    await runner.submit(KEY, "the form", () => new Promise((resolve) => (answer = resolve)));
    runner.stop();
    answer(answered({ send: aSend("scheduled", Date.now() + 10 * SECOND) }));
    await pass(60);
    expect(box.attempt.status).toBe("held");
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** How a call ends, and after how many seconds. */
interface Fate {
  is: "answered" | "refused" | "lost" | "dropped" | "never made";
  after: number;
}
type Step =
  | { do: "press"; fate: Fate }
  | {
      do: "undo" | "undo elsewhere" | "undo unheard" | "ask" | "close" | "restart" | "cut" | "mend";
    }
  | { do: "wait"; seconds: number };

/**
 * A browser and a server that lose their connection at times, and a runner that is stopped at
 * times.
 */
class World {
  attempt: Attempt<string> = IDLE;
  readonly #isPage: boolean;
  readonly #isHeld: boolean;
  /** Sends by key, without undone ones. */
  readonly #sends = new Map<string, { heldUntil: number; endsAt: number }>();
  readonly faults: string[] = [];
  /** How often each key's call was made, and how often it may be made. */
  readonly #calls = new Map<string, number>();
  readonly #allowed = new Map<string, number>();
  #inFlight = new Set<string>();
  #isCut = false;
  #isDeaf = false;
  #life = 0;
  runner = this.#born();

  constructor(isPage: boolean, isHeld: boolean) {
    this.#isPage = isPage;
    this.#isHeld = isHeld;
  }

  #born(): Runner<string> {
    const life = ++this.#life;
    /** A stopped runner gets no results. */
    const alive = async <T>(value: () => T): Promise<T> => {
      await Promise.resolve();
      return life === this.#life ? value() : new Promise<T>(() => undefined);
    };
    /** A request to the server takes a while, and so does its answer. */
    const asked = async <T>(value: () => T): Promise<T> => {
      await underway();
      const answer = value();
      await underway();
      return await alive(() => answer);
    };
    const underway = () => new Promise((resolve) => setTimeout(resolve, 0.1 * SECOND));
    return new Runner<string>({
      read: () => (this.#isPage ? this.attempt : alive(() => this.attempt)),
      store: (event) => (this.#isPage ? this.#store(event) : alive(() => this.#store(event))),
      look: (waiting) => asked(() => this.#look(waiting)),
      undo: (key) => asked(() => this.#undo(key)),
      ...(this.#isPage && { readList: async () => undefined }),
      followsBegun: !this.#isPage,
      after: (wait, act) => after(wait, () => life === this.#life && act()),
      now: Date.now,
    });
  }

  #store(event: AttemptEvent<string>): Attempt<string> | null {
    const before = this.attempt;
    const next = nextAttempt(before, event);
    if (next === before) return null;
    if (next.status === "asked")
      this.#allowed.set(next.key, (this.#allowed.get(next.key) ?? 0) + 1);
    this.attempt = next;
    this.#check();
    return next;
  }

  /** Records a fault if the attempt claims something untrue. */
  #check(): void {
    const now = this.attempt;
    const send = now.status === "idle" ? undefined : this.#sends.get(now.key);
    const isNothing =
      now.status === "undone" || now.status === "absent" || now.status === "refused";
    if (isNothing && send) this.faults.push(`${now.status}, but there is a send`);
    if (now.status === "begun" && send && send.heldUntil > Date.now())
      this.faults.push("begun, but held");
    if (now.status === "ended" && !(send && send.endsAt <= Date.now()))
      this.faults.push("ended, but not over");
  }

  #sendOf(key: string): Send | null {
    const found = this.#sends.get(key);
    if (!found) return null;
    if (found.heldUntil > Date.now()) return aSend("scheduled", found.heldUntil);
    return aSend(found.endsAt > Date.now() ? "running" : "done");
  }

  #look(waiting: WaitingAttempt): CallResult {
    if (this.#isCut) throw new AppError("no_answer", "No answer.");
    const send = this.#sendOf(waiting.key);
    if (!send) return { event: { type: "missing", key: waiting.key, at: Date.now() } };
    return { event: sendEvent(waiting, send, Date.now()), seen: { send, results: [] } };
  }

  #undo(key: string): CallResult | null {
    if (this.#isCut) return null;
    const send = this.#sendOf(key);
    if (send && send.state !== "scheduled") return { event: { type: "late", key }, seen: { send } };
    this.#sends.delete(key);
    if (!this.#isDeaf) return { event: { type: "undone", key, at: Date.now() } };
    this.#isDeaf = false;
    return null;
  }

  #begin(key: string, fate: Fate): Promise<CallResult> {
    if (fate.is === "never made") {
      this.#restart();
      return new Promise(() => undefined);
    }
    this.#calls.set(key, (this.#calls.get(key) ?? 0) + 1);
    if ((this.#calls.get(key) ?? 0) > (this.#allowed.get(key) ?? 0))
      this.faults.push("more calls than clicks");
    if (this.#inFlight.size > 0) this.faults.push("two calls on their way");
    this.#inFlight.add(key);
    const life = this.#life;
    const done = (heard: CallResult): CallResult | Promise<CallResult> => {
      if (life !== this.#life) return new Promise(() => undefined);
      this.#inFlight.delete(key);
      return heard;
    };
    return new Promise((resolve) => {
      setTimeout(() => this.#arrive(key, fate), fate.after * SECOND);
      // The browser waits at most a minute for an answer; the server may begin the send later.
      setTimeout(() => resolve(done(this.#answer(key, fate))), Math.min(fate.after, 60) * SECOND);
    });
  }

  #arrive(key: string, { is }: Fate): void {
    if (is === "refused" || is === "dropped" || this.#sends.has(key)) return;
    const heldUntil = Date.now() + (this.#isHeld ? 10 * SECOND : 0);
    this.#sends.set(key, { heldUntil, endsAt: heldUntil + 5 * SECOND });
  }

  #answer(key: string, fate: Fate): CallResult {
    if (fate.is === "lost" || fate.is === "dropped" || fate.after > 60)
      return { event: { type: "lost", key, cause: "silence", at: Date.now() } };
    if (fate.is === "refused")
      return { event: { type: "refused", key, refusal: new AppError("invalid_input", "No.") } };
    const send = this.#sendOf(key) as Send;
    return {
      event: { type: "answered", key, hold: holdOf(send, Date.now()) },
      seen: { send, results: [] },
    };
  }

  async do(step: Step, key: string): Promise<void> {
    const before = this.attempt;
    switch (step.do) {
      case "press": {
        const taken = await Promise.race([
          this.runner.submit(key, "the form", (own) => this.#begin(own, step.fate)),
          pass(0).then(() => null),
        ]);
        if (taken !== !isUncertain(before))
          this.faults.push(`a click in ${before.status}: ${taken}`);
        return;
      }
      case "undo":
      case "undo unheard":
        this.#isDeaf = step.do === "undo unheard";
        if (before.status === "held") void this.runner.dispatch({ type: "undo", key: before.key });
        return;
      case "undo elsewhere":
        if (before.status !== "idle" && this.#sendOf(before.key)?.state === "scheduled")
          this.#sends.delete(before.key);
        return;
      case "close":
        if (before.status !== "idle")
          void this.runner.dispatch({ type: "closed", key: before.key });
        return;
      case "ask":
        void this.runner.actNow();
        return;
      case "restart":
        this.#restart();
        return;
      case "cut":
      case "mend":
        this.#isCut = step.do === "cut";
        return;
      case "wait":
        await pass(step.seconds);
    }
  }

  #restart(): void {
    const before = this.attempt;
    this.#inFlight.clear();
    this.runner = this.#born();
    if (this.#isPage) {
      this.attempt = IDLE;
      if (before.status !== "idle" && mayStillSend(before.status)) {
        const { key, at: submittedAt } = before;
        void this.runner.dispatch({
          type: "reloaded",
          key,
          submittedAt,
          at: Date.now(),
          cause: keptCause(before),
        });
      }
    }
    void this.runner.actNow();
  }
}

const click = fc.record({
  do: fc.constant("press" as const),
  fate: fc.record<Fate>({
    is: fc.constantFrom(
      "answered",
      "answered",
      "answered",
      "refused",
      "lost",
      "dropped",
      "never made",
    ),
    after: fc.constantFrom(0, 0, 0, 1, 5, 59, 80),
  }),
});
const other = fc.record({
  do: fc.constantFrom(
    "undo",
    "undo",
    "undo unheard",
    "undo elsewhere",
    "ask",
    "close",
    "restart",
    "cut",
    "mend",
  ),
});
const wait = fc.record({
  do: fc.constant("wait" as const),
  seconds: fc.constantFrom(0, 0.1, 1, 4, 10, 120),
});
const stories = fc.array(fc.oneof(click, click, other, other, wait), {
  minLength: 10,
  maxLength: 30,
});

test("each click makes one call and every certain result is true, even if calls are lost or stopped", async () => {
  await fc.assert(
    fc.asyncProperty(stories, fc.boolean(), fc.boolean(), async (story, isPage, isHeld) => {
      const world = new World(isPage, isHeld);
      for (const [index, step] of story.entries()) {
        await world.do(step, `key-${index}`);
        await pass(0);
      }
      await world.do({ do: "mend" }, "");
      await pass(300);
      vi.clearAllTimers();
      expect(world.faults).toEqual([]);
      expect(isPage ? isUncertain(world.attempt) : mayStillSend(world.attempt.status)).toBe(false);
    }),
  );
});

describe("asking about an attempt whose answer was lost", () => {
  it("waits longer each time, up to 30 s", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 60].map(pauseBefore)).toEqual([
      0, 1e3, 2e3, 4e3, 8e3, 15e3, 30e3, 30e3,
    ]);
  });

  it.each([
    ["90 s after a click whose answer was lost at once", { at: 0, lostAt: 0 }, 90_000],
    ["60 s after a late loss", { at: 0, lostAt: 45_000 }, 105_000],
    ["60 s after a reload, however old the click is", { at: 0, lostAt: 3_600_000 }, 3_660_000],
  ])("ends %s", (_what, loss, end) => {
    expect(isOver(loss, end - 1)).toBe(false);
    expect(isOver(loss, end)).toBe(true);
    expect(certainAt(loss)).toBe(end);
  });

  it("makes sense for a day: later, a missing send may have been deleted", () => {
    expect(isRemembered(0, 24 * 3_600_000 - 1)).toBe(true);
    expect(isRemembered(0, 24 * 3_600_000)).toBe(false);
  });
});
