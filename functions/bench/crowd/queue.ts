import type { StandingClock } from "./clock.ts";

/** The queue of the workers as `src/index.ts` sets it. */
const AT_ONCE = 400;
const A_SECOND = 100;

/** A task queue with the limits of the real one, by a clock of its own. */
export class Queue {
  readonly #clock: StandingClock;
  #next = 0;
  #atWork = 0;
  #most = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(clock: StandingClock) {
    this.#clock = clock;
  }

  /** The largest number of tasks that were worked at once. */
  get most(): number {
    return this.#most;
  }

  /** Works a task at its time, when its turn has come. */
  async add(at: number, work: () => Promise<void>): Promise<void> {
    await this.#clock.until(at);
    const turn = Math.max(this.#clock.now(), this.#next);
    this.#next = turn + 1_000 / A_SECOND;
    await this.#clock.until(turn);
    if (this.#atWork >= AT_ONCE) await new Promise<void>((begin) => this.#waiting.push(begin));
    this.#atWork += 1;
    this.#most = Math.max(this.#most, this.#atWork);
    try {
      await work();
    } finally {
      this.#atWork -= 1;
      this.#waiting.shift()?.();
    }
  }
}
