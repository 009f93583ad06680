/*
 * What names a person: an email address, a user's id, the number of a Google account. The
 * operator's reason for a stop is read by everyone it stops, so none of them may be in it.
 */

/**
 * Whether a text can be the id of a user, or of a stop. "all" can't: under it is the stop of
 * everyone.
 */
export function isId(text: string): boolean {
  return text !== "all" && /^[A-Za-z\d][\w.+-]{0,127}$/.test(text);
}

/** Google's numbers of accounts have about 21 digits. */
const NUMBER = /\d{15,}/;
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
/**
 * Firebase's ids have 28 letters and digits; those of sends and hashes are longer, with - and _.
 */
const LONG_WORD = /[\dA-Za-z]{20,}|[\w-]{36,}/g;

/**
 * Whether a text has an email address, an id or an account's number in it, anywhere. Any @ counts
 * as an address. A long word counts as an id if it has a digit or an upper case letter after a
 * lower case one, as no word of a language does.
 */
export function namesSomeone(text: string): boolean {
  const plain = text.normalize("NFKC");
  const words = plain.match(LONG_WORD) ?? [];
  const isLikeAnId = (word: string) => /\d|[a-z][A-Z]/.test(word);
  return plain.includes("@") || NUMBER.test(plain) || UUID.test(plain) || words.some(isLikeAnId);
}
