import { addressesText, readAddresses } from "../recipients/copies.ts";
import { addressKey, type Recipient } from "../recipients/recipients.ts";
import { cellText, getsNoCopies, isIncluded, type List, type PeopleElsewhere } from "./list.ts";
import { addressesIn } from "./otherPeople.ts";

/** The people of Cc or Bcc who get a copy: not those in another list. */
export function withoutOtherCopies(
  people: readonly Recipient[],
  elsewhere: PeopleElsewhere | undefined,
): readonly Recipient[] {
  if (elsewhere === undefined) return people;
  const left = people.filter(({ address }) => !getsNoCopies(elsewhere, addressKey(address)));
  return left.length === people.length ? people : left;
}

/** The text of Cc or Bcc without the people in another list. */
export function copiesWithoutOthers(text: string, elsewhere: PeopleElsewhere | undefined): string {
  const { people } = readAddresses(text, "");
  const left = withoutOtherCopies(people, elsewhere);
  return left === people ? text : addressesText(left);
}

/**
 * The mailboxes that get no copy, by a column or by the addresses for everyone, because they are in
 * another list.
 */
export function skippedCopies(list: List, fixed: string): string[] {
  const { elsewhere, columns, mapping, several } = list;
  if (elsewhere === undefined) return [];
  const further = several?.as === "cc" ? several.columns : [];
  const copied = [mapping.cc, mapping.bcc, ...further].flatMap((header) =>
    header === null ? [] : columns.indexOf(header),
  );
  const texts = list.rows
    .filter((row) => row.skipped === null && isIncluded(row))
    .flatMap(({ cells }) => copied.map((at) => cellText(cells[at])));
  const found = [...texts, fixed]
    .flatMap(addressesIn)
    .filter((mailbox) => getsNoCopies(elsewhere, mailbox));
  return [...new Set(found)];
}
