import { stripVTControlCharacters } from "node:util";

/**
 * What no line of a log may hold: a person's address, or a token: a signed one and the emulators' refresh tokens (JSON in
 * Base64), Google's access and refresh tokens and codes. Subjects and values cannot be told from other words.
 */
const PERSONAL: readonly [what: string, pattern: RegExp][] = [
  ["an address", /[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/i],
  ["a token", /\beyJ[\w-]{10,}/],
  ["a token of Google's", /(?<![\w.])(?:ya29\.|1(?:\/\/|%2F%2F)0|4(?:\/|%2F)0)[\w-]{20,}/i],
];
/** Accounts of machines are addresses too. */
const OF_MACHINES = /[\w.-]+@[\w.-]+\.gserviceaccount\.com/g;

/** A line of a log that says too much. */
export interface Leak {
  /** From 1. */
  line: number;
  what: string;
  text: string;
}

/**
 * Finds what is personal in the emulators' log: in the lines of our functions, which begin with `>`, and in those of
 * Hosting too, since every address that is called stands in the cloud's own log of requests.
 */
export function personalData(log: string): Leak[] {
  return stripVTControlCharacters(log)
    .split("\n")
    .flatMap((text, i) => {
      const what = PERSONAL.find(([, pattern]) => pattern.test(text.replaceAll(OF_MACHINES, "")))?.[0];
      return what ? [{ line: i + 1, what, text }] : [];
    });
}
