import { stripVTControlCharacters } from "node:util";

/** What no line of a log may hold: a person's address, or a signed token. Subjects and values cannot be told from other words. */
const PERSONAL: readonly [what: string, pattern: RegExp][] = [
  ["an address", /[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/i],
  ["a token", /\beyJ[\w-]{10,}\.[\w-]{10,}/],
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
 * Takes the emulators' log; gives what our functions have written there that is personal. Their lines begin with `>`; the
 * others are the emulators' own.
 */
export function personalData(log: string): Leak[] {
  return stripVTControlCharacters(log)
    .split("\n")
    .flatMap((text, i) => {
      if (!text.startsWith(">")) return [];
      const what = PERSONAL.find(([, pattern]) => pattern.test(text.replaceAll(OF_MACHINES, "")))?.[0];
      return what ? [{ line: i + 1, what, text }] : [];
    });
}
