/**
 * Where a text or a global expression is in a text. Each place is looked for once, however many
 * cells come before it.
 */
export class Positions {
  #since = 0;
  #at = -1;
  readonly #text: string;
  readonly #wanted: string | RegExp;

  constructor(text: string, wanted: string | RegExp) {
    this.#text = text;
    this.#wanted = wanted;
  }

  /** The first at this position or after it; the text's end if there is none. */
  from(position: number): number {
    if (position < this.#since || position > this.#at) {
      const at = this.#search(position);
      this.#since = position;
      this.#at = at === -1 ? this.#text.length : at;
    }
    return this.#at;
  }

  #search(position: number): number {
    const wanted = this.#wanted;
    if (typeof wanted === "string") return this.#text.indexOf(wanted, position);
    wanted.lastIndex = position;
    return wanted.exec(this.#text)?.index ?? -1;
  }
}
