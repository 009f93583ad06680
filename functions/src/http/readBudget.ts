/** People whose budget one instance keeps in mind; more than it serves in a minute. */
const MOST_PEOPLE = 10_000;

/**
 * What each person may still read on this instance: a token bucket that holds `atOnce` calls and gets `perSecond` back. Only
 * in memory, because counting a read in the database would cost more than the read.
 */
export class ReadBudget {
  readonly #atOnce: number;
  readonly #perSecond: number;
  readonly #people = new Map<string, { left: number; at: number }>();

  constructor(atOnce: number, perSecond: number) {
    this.#atOnce = atOnce;
    this.#perSecond = perSecond;
  }

  /** Counts a call of a person at `now` (milliseconds). Returns the seconds to wait, 0 when it may go on. */
  spend(person: string, now: number): number {
    const before = this.#people.get(person) ?? { left: this.#atOnce, at: now };
    const back = (Math.max(0, now - before.at) / 1_000) * this.#perSecond;
    const left = Math.min(this.#atOnce, before.left + back);
    // The last one to call stands last: the one that is forgotten has been quiet for longest.
    this.#people.delete(person);
    this.#people.set(person, { left: left >= 1 ? left - 1 : left, at: now });
    this.#forgetQuietest();
    return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / this.#perSecond));
  }

  #forgetQuietest(): void {
    const [quietest] = this.#people.keys();
    if (this.#people.size > MOST_PEOPLE && quietest !== undefined) this.#people.delete(quietest);
  }
}
