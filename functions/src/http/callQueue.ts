import { AppError } from "@sendwright/core/contract/appError";
import { tooManyRequests } from "@sendwright/core/contract/messages";

/**
 * Seconds. Our clients try once more after a refusal that asks for one second, and show nothing of
 * it.
 */
const RETRY_AFTER = 1;

/** The refusal of a call if this instance's queue is full. The call did nothing. */
export function queueFull(): AppError {
  return new AppError("rate_limited", tooManyRequests(RETRY_AFTER), { retryAfter: RETRY_AFTER });
}

/**
 * Limits how many calls each caller has in this instance: so many run at the same time, so many
 * more wait, and the next is refused.
 */
export class CallQueue {
  readonly #atOnce: number;
  readonly #waiting: number;
  /** By caller, while they have a call here. */
  readonly #callers = new Map<
    string,
    { calls: number; running: number; waiting: (() => void)[] }
  >();

  constructor(atOnce: number, waiting: number) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /**
   * Lets a caller's call in until `work` ends. Returns its result, or throws its error. `work`
   * awaits its `turn` before its long work; until then the call counts as waiting. Throws
   * `rate_limited` if as many wait as may.
   */
  async enter<T>(caller: string, work: (turn: () => Promise<void>) => Promise<T>): Promise<T> {
    const own = this.#callers.get(caller) ?? { calls: 0, running: 0, waiting: [] };
    if (own.calls >= this.#atOnce + this.#waiting) throw queueFull();
    own.calls += 1;
    this.#callers.set(caller, own);
    let isRunning = false;
    const turn = async () => {
      if (own.running >= this.#atOnce) await new Promise<void>((begin) => own.waiting.push(begin));
      else own.running += 1;
      isRunning = true;
    };
    try {
      return await work(turn);
    } finally {
      const next = isRunning ? own.waiting.shift() : undefined;
      if (next) next();
      else if (isRunning) own.running -= 1;
      own.calls -= 1;
      if (own.calls === 0) this.#callers.delete(caller);
    }
  }
}
