/**
 * Where a character is in a text. Each place is looked for once, however many cells come before it.
 */
export class Positions {
  #since = 0;
  #at = -1;
  readonly #text: string;
  readonly #character: string;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  /** The first at this position or after it; the text's end if there is none. */
  from(position: number): number {
    if (position < this.#since || position > this.#at) {
      const at = this.#text.indexOf(this.#character, position);
      this.#since = position;
      this.#at = at === -1 ? this.#text.length : at;
    }
    return this.#at;
  }
}
