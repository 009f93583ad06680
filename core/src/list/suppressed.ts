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

/** How the sentence of `noCopyFor` begins. */
export const NO_COPY = "No copy, because on your list of people you don't email";

/** The note on a row with copies that are left out. */
export function noCopyFor(addresses: readonly string[]): string {
  const named = andMore(addresses.slice(0, MAX_NAMED), addresses.length);
  return `${NO_COPY}: ${named}`;
}
