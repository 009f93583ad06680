/** Places for requests that wait, in one instance's memory: so many for each person, and so many in all. */
export class Places {
  readonly #perPerson: number;
  readonly #inAll: number;
  readonly #taken = new Map<string, number>();

  constructor(perPerson: number, inAll: number) {
    this.#perPerson = perPerson;
    this.#inAll = inAll;
  }

  /** Takes a place for a person. Returns the function that gives it back, null if none is free for them. */
  take(person: string): (() => void) | null {
    const own = this.#taken.get(person) ?? 0;
    if (own >= this.#perPerson || this.taken() >= this.#inAll) return null;
    this.#taken.set(person, own + 1);
    return () => this.#giveBack(person);
  }

  /** How many places are taken. */
  taken(): number {
    return [...this.#taken.values()].reduce((sum, own) => sum + own, 0);
  }

  #giveBack(person: string): void {
    const left = (this.#taken.get(person) ?? 0) - 1;
    if (left > 0) this.#taken.set(person, left);
    else this.#taken.delete(person);
  }
}
