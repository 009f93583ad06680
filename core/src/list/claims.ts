import { occurrences } from "../occurrences.ts";
import { nameWords } from "../recipients/nameWords.ts";
import { pieceKey, type RecipientText, recipientKey } from "../recipients/recipients.ts";
import type { List, Row } from "./list.ts";
import { type AddressedList, recipientIn } from "./severalAddresses.ts";

/** The key of a row's mailbox; that of a blank address if no column holds the addresses. */
export function mailboxIn(
  list: AddressedList,
  row: Pick<Row, "cells" | "part" | "received">,
): string {
  return recipientKey(recipientIn(list, row));
}

/**
 * By row id: the row of the earlier send whose person this is (rule: the same email again). A
 * mailbox that is in that send once and in this list once decides: people may have changed places.
 * Every other row claims the person it came with, unless another row has claimed them. It depends
 * on the list as it is now, not on how it came to be so.
 */
export function claimsOf(
  list: AddressedList & Pick<List, "mailboxes" | "rows">,
): ReadonlyMap<number, number> {
  const claims = new Map<number, number>();
  const origins = uniqueEntries([...list.mailboxes].map(([row, mailbox]) => [mailbox, row]));
  const rows = uniqueEntries(list.rows.map((row) => [mailboxIn(list, row), row.id]));
  for (const [mailbox, origin] of origins) {
    const id = rows.get(mailbox);
    if (id !== undefined && mailbox !== "") claims.set(id, origin);
  }
  const claimed = new Set(claims.values());
  for (const { id, corrects } of list.rows) {
    if (corrects !== null && !claims.has(id) && !claimed.has(corrects)) claims.set(id, corrects);
  }
  return claims;
}

/** Someone in a list, and the address that says who they are. */
type Identified<T> = readonly [who: RecipientText, one: T];

/**
 * Matches people now with those before who are surely the same: only they have this mailbox and
 * name, or only they have this mailbox and it has no other name.
 */
export function matchPeople<Now, Before>(
  now: readonly Identified<Now>[],
  before: readonly Identified<Before>[],
): Map<Now, Before> {
  const found = new Map<Now, Before>();
  for (const keyOf of [mailboxAndName, pieceKey]) {
    const known = uniqueEntries(before.map((one) => [keyOf(one[0]), one]));
    for (const [key, [who, one]] of uniqueEntries(now.map((each) => [keyOf(each[0]), each]))) {
      const same = known.get(key);
      if (key !== "" && same && !areOtherNames(who.name, same[0].name)) found.set(one, same[1]);
    }
  }
  return found;
}

/** "" if there is no name. */
function mailboxAndName(who: RecipientText): string {
  const name = nameKey(who.name);
  return name === "" ? "" : `${pieceKey(who)} ${name}`;
}

/** Whether two names are of different people; not if one is blank. */
export function areOtherNames(one: string, other: string): boolean {
  const [key, otherKey] = [nameKey(one), nameKey(other)];
  return key !== "" && otherKey !== "" && key !== otherKey;
}

function nameKey(name: string): string {
  return nameWords(name).sort().join(" ");
}

/** Returns the entries whose key no other entry has. */
export function uniqueEntries<T>(entries: readonly (readonly [string, T])[]): Map<string, T> {
  const counts = occurrences(entries.map(([key]) => key));
  return new Map(entries.filter(([key]) => counts.get(key) === 1));
}
