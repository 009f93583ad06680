import { andMore } from "../pluralize.ts";
import type { Copies } from "../recipients/copies.ts";
import { addressKey, type Recipient } from "../recipients/recipients.ts";

/** The `addressKey`s of the people you don't email; absent for none. */
export type Suppressed = ReadonlySet<string> | undefined;

export function isSuppressed(address: string | null, suppressed: Suppressed): boolean {
  return address !== null && !!suppressed?.size && suppressed.has(addressKey(address));
}

/** Copies without the people you don't email, and the addresses of those, each mailbox once. */
export function withoutSuppressed(
  copies: Copies,
  suppressed: Suppressed,
): { copies: Copies; out: string[] } {
  const out = new Map<string, string>();
  const left = (people: readonly Recipient[]) =>
    people.filter(({ address }) => {
      if (!isSuppressed(address, suppressed)) return true;
      const key = addressKey(address);
      if (!out.has(key)) out.set(key, address);
      return false;
    });
  const kept = { cc: left(copies.cc), bcc: left(copies.bcc) };
  return { copies: kept, out: [...out.values()] };
}

/** How many a note names. */
const MAX_NAMED = 3;

const NO_COPY = "No copy, because on your list of people you don't email:";

/** The note on a row with copies that are left out. */
export function noCopyFor(addresses: readonly string[]): string {
  return `${NO_COPY} ${andMore(addresses.slice(0, MAX_NAMED), addresses.length)}`;
}

/** Whether the notes of a row say that the copy for an address was left out. */
export function isWithoutCopy(notes: string, address: string): boolean {
  const [, ...after] = notes.split(NO_COPY);
  const named = after.flatMap(
    (text) => /^ ([^\s,]+(?:, [^\s,]+)*)/.exec(text)?.[1]?.split(", ") ?? [],
  );
  return named.some((one) => addressKey(one) === addressKey(address));
}
