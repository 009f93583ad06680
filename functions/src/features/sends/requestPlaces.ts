/**
 * Places for waiting requests, in one instance's memory: a number for each person, and one for all.
 */
export class RequestPlaces {
  readonly #perPerson: number;
  readonly #inAll: number;
  readonly #taken = new Map<string, number>();

  constructor(perPerson: number, inAll: number) {
    this.#perPerson = perPerson;
    this.#inAll = inAll;
  }

  /**
   * Takes a place for a person. Returns the function that returns the place, or null if none is
   * free for them.
   */
  take(person: string): (() => void) | null {
    const own = this.#taken.get(person) ?? 0;
    if (own >= this.#perPerson || this.taken() >= this.#inAll) return null;
    this.#taken.set(person, own + 1);
    return () => this.#giveBack(person);
  }

  taken(): number {
    return [...this.#taken.values()].reduce((sum, own) => sum + own, 0);
  }

  #giveBack(person: string): void {
    const left = (this.#taken.get(person) ?? 0) - 1;
    if (left > 0) this.#taken.set(person, left);
    else this.#taken.delete(person);
  }
}
