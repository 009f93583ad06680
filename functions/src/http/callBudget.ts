/** How many callers one instance keeps in memory; more than it serves in a minute. */
const MAX_CALLERS = 10_000;

/**
 * A budget for each caller, in this instance's memory: it contains `atOnce` units and gets
 * `perSecond` back. It makes no network calls.
 */
export class CallBudget {
  readonly #atOnce: number;
  readonly #perSecond: number;
  readonly #callers = new Map<string, { left: number; at: number }>();

  constructor(atOnce: number, perSecond: number) {
    this.#atOnce = atOnce;
    this.#perSecond = perSecond;
  }

  /**
   * Takes one unit for a call at `now` (milliseconds). Returns 0, or the seconds to wait if there
   * is none left.
   */
  spend(caller: string, now: number): number {
    const wait = this.wait(caller, now);
    this.charge(caller, wait === 0 ? 1 : 0, now);
    return wait;
  }

  /** The seconds until a caller has a unit left at `now`, 0 if there is one. Takes nothing. */
  wait(caller: string, now: number): number {
    const left = this.#left(caller, now);
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / this.#perSecond));
  }

  /** Takes units for work whose cost is known only afterward. The caller may owe some then. */
  charge(caller: string, units: number, now: number): void {
    const left = this.#left(caller, now);
    // Moved to the end, so that we forget the caller who has been quiet for longest.
    this.#callers.delete(caller);
    this.#callers.set(caller, { left: left - units, at: now });
    const [quietest] = this.#callers.keys();
    if (this.#callers.size > MAX_CALLERS && quietest !== undefined) this.#callers.delete(quietest);
  }

  #left(caller: string, now: number): number {
    const { left, at } = this.#callers.get(caller) ?? { left: this.#atOnce, at: now };
    return Math.min(this.#atOnce, left + (Math.max(0, now - at) / 1_000) * this.#perSecond);
  }
}
