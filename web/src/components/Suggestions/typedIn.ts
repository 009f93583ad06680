/** A placeholder that is being typed: its name so far. */
export interface TypedPlaceholder {
  text: string;
  /** Characters of the whole, with the sign that begins it. */
  length: number;
  /** Begun by an `@`, which may also be only an `@`. */
  isAt: boolean;
}

/** A name that is longer has most likely lost its end. */
const BRACES = /\{\{([^{}\ufffc]{0,60})$/;
/** Not within a word, as in an address. */
const AT = /(?:^|[\s(\ufffc])@((?:[^\s{}@|\ufffc](?: [^\s{}@|\ufffc])?){0,60})$/;

/** The placeholder that is being typed at the end of a text, after `{{` or `@`; null if none. */
export function typedIn(before: string): TypedPlaceholder | null {
  const braced = BRACES.exec(before)?.[1];
  if (braced !== undefined) return { text: braced, length: braced.length + 2, isAt: false };
  const text = AT.exec(before)?.[1];
  return text === undefined ? null : { text, length: text.length + 1, isAt: true };
}
