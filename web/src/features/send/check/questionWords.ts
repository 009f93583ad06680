import { emailsForRows, mailboxesReady } from "@sendwright/core/check/joinedRows";
import type {
  AmountQuestion,
  CheckResult,
  MomentColumn,
  RepeatQuestion,
  SharedDoubt,
} from "@sendwright/core/check/types";
import { MAX_LIST_ROWS } from "@sendwright/core/contract/limits";
import type { Mismatch } from "@sendwright/core/list/belonging";
import type { OverlookedColumn } from "@sendwright/core/list/overlooked";
import type { SeveralQuestion } from "@sendwright/core/list/severalQuestion";
import { listInWords, pluralize } from "@sendwright/core/pluralize";
import { COPY_WORDS } from "@sendwright/core/recipients/copies";
import { withCommas } from "@sendwright/core/withCommas";

/**
 * The question about rows that share a mailbox: "2 rows share one mailbox but differ in Name and
 * Invoice. Rows with errors aren't counted."
 */
export function repeatsQuestion({ rows, mailboxes, names, uncounted }: RepeatQuestion): string {
  const shared = mailboxes === 1 ? "one mailbox" : `${withCommas(mailboxes)} mailboxes`;
  const question = `${pluralize(rows.length, "row")} share ${shared} but differ in ${listInWords(names)}.`;
  const others = uncounted.map((kind) => (kind === "error" ? "rows with errors" : "duplicates"));
  return others.length === 0
    ? question
    : `${question} ${capitalized(listInWords(others))} aren't counted.`;
}

/**
 * Says that rows share an email: "Rows with the same address are one email: 7 emails for 12 rows.";
 * null if none do.
 */
export function joinedMessage({ summary }: Pick<CheckResult, "summary">): string | null {
  if (summary.joined === 0) return null;
  return `Rows with the same address are one email: ${emailsForRows(summary)}.`;
}

type ReadyEmails = Pick<CheckResult, "rows" | "summary">;

/**
 * How many emails go to how many people: "1 email, to one recipient", "7 emails for 12 rows, one to
 * each recipient", "9 emails to 6 recipients".
 */
export function emailsMessage({ rows, summary }: ReadyEmails): string {
  const emails = emailsForRows(summary);
  if (summary.ready === 1) return `${emails}, to one recipient`;
  const mailboxes = mailboxesReady(rows);
  return mailboxes === summary.ready
    ? `${emails}, one to each recipient`
    : `${emails} to ${pluralize(mailboxes, "recipient")}`;
}

/** How many emails go to how many people, if several do: "one separate email to each recipient". */
export function separateMessage({ rows, summary: { ready } }: ReadyEmails): string {
  const mailboxes = mailboxesReady(rows);
  return mailboxes === ready
    ? "one separate email to each recipient"
    : `${withCommas(ready)} separate emails to ${pluralize(mailboxes, "recipient")}`;
}

/** Says why an email to each address isn't offered. */
export const tooManyRows = () =>
  `An email to each address would be more than ${withCommas(MAX_LIST_ROWS)} rows. Split the list into two files.`;

/**
 * The question about people with several addresses, and how it was answered: "12 people have two
 * addresses."
 */
export function severalMessage(question: SeveralQuestion): string {
  const { people, most, elsewhere, twice, columns, as, isOpen } = question;
  const [first = "", ...others] = columns;
  const has = (count: number) => (count === 1 ? "person has" : "people have");
  const many = people === 1 ? withCommas(most) : "several";
  const number = most > 2 ? many : "two";
  const said = [
    people > 0 && `${withCommas(people)} ${has(people)} ${number} addresses.`,
    elsewhere > 0 &&
      `${withCommas(elsewhere)} ${has(elsewhere)} no address in “${first}”, but one in another column.`,
    twice > 0 && `${withCommas(twice)} ${has(twice)} the same address twice.`,
    people + elsewhere + twice === 0 &&
      (others.length === 0
        ? `Only the addresses in “${first}” get an email.`
        : "No one has several addresses."),
    !isOpen && as === "each" && "Each address is a row with an email of its own.",
    !isOpen && as === "cc" && "Each person's first address gets the email, the others a copy.",
  ];
  return said.filter((sentence) => sentence !== false).join(" ");
}

/** Points to the open questions about columns whose dates or numbers could be read in two ways. */
export function openReadings(check: Pick<CheckResult, "moments" | "amounts"> | null): string[] {
  if (check === null) return [];
  const dates = check.moments.filter(({ question }) => question?.answer === null);
  const numbers = check.amounts.filter(({ answer }) => answer === null);
  return [
    ...dates.map(({ column }) => `Choose how to read the dates in “${column}”.`),
    ...numbers.map(({ column }) => `Choose how to read the numbers in “${column}”.`),
  ];
}

/**
 * How a column was read: "Talk Date: 03/04/2026 read as 3 April 2026", or the open question (rule:
 * no silent guess): "03/04/2026 in Talk Date: 3 April or March 4?".
 */
export function readingMessage({ column, type, example, question }: MomentColumn): string {
  if (question?.answer === null)
    return `${question.value} in ${column}: ${question.dmy} or ${question.mdy}?`;
  if (example === null) return `${column}: none of its values is a ${type}.`;
  const read = `${column}: ${example.value} read as ${example.readAs}`;
  if (example.inMail === undefined) return read;
  return `${read}, but the email shows ${example.inMail}, as set by the template's date format.`;
}

/**
 * How a column that is added up was read, or the open question: "1,234 in Fee: 1 thousand 234 or 1
 * and 234 thousandths?"
 */
export function amountMessage({ column, value, point, comma, answer }: AmountQuestion): string {
  if (answer === null) return `${value} in ${column}: ${point} or ${comma}?`;
  return `${column}: ${value} read as ${answer === "point" ? point : comma}`;
}

/** The place in which every email has the same address: "Cc", "{{Contact}}". */
export function placeWord({ place }: Pick<SharedDoubt, "place">): string {
  return "field" in place ? COPY_WORDS[place.field] : `{{${place.variable}}}`;
}

/**
 * The question about an address that every email has: "An address in Cc ends in gmial.com. Did you
 * mean gmail.com?"
 */
export function sharedDoubtMessage(shared: SharedDoubt): string {
  return `An address in ${placeWord(shared)} ends in ${shared.doubt?.domain}. ${shared.message}`;
}

/** The label of the button that reads a file without headers. */
export const FIRST_IS_PERSON = "The first row is a person";

/** By how many rows names are off. `Mismatch` finds no larger distance. */
const ROWS_OFF = ["no rows", "one row", "two rows", "three rows"];

/**
 * The question about names that seem to belong to other addresses: "From row 14 on, the names in
 * “Name” seem to be one row too low."
 */
export function mismatchMessage({ column, off, from, to, isToEnd, isMoved }: Mismatch): string {
  if (off === null) {
    return `The names in “${column}” seem to belong to other addresses, as if one column had been sorted without the other.`;
  }
  const rows = isToEnd
    ? `from row ${withCommas(from)} on`
    : `in rows ${withCommas(from)} to ${withCommas(to)}`;
  const where = isMoved ? `In the order in which the list was read, ${rows}` : capitalized(rows);
  return `${where}, the names in “${column}” seem to be ${ROWS_OFF[Math.abs(off)]} too ${off > 0 ? "low" : "high"}.`;
}

/**
 * What the emails lack although a column of the list seems to have it: "21 emails will say “your
 * child”; …"
 */
export function overlookedMessage({ variable, header, emails, says }: OverlookedColumn): string {
  const what =
    says === null
      ? `${pluralize(emails, "email has", "emails have")} no value for “${variable}”`
      : `${pluralize(emails, "email")} will say “${says}”`;
  return `${what}; the column “${header}” isn't used.`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
