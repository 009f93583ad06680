import type { CheckResult } from "@sendwright/core/check/types";
import type { RowResult, Send } from "@sendwright/core/contract";
import { NO_COPY } from "@sendwright/core/list/suppressed";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import {
  addressesText,
  COPY_FIELDS,
  COPY_WORDS,
  type Copies,
  copiesOf,
  readAddresses,
  recipientCount,
} from "@sendwright/core/recipients/copies";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { addressKey, pieceKey } from "@sendwright/core/recipients/recipients";
import { withoutFurther } from "@sendwright/core/sends/joined";
import { withCommas } from "@sendwright/core/withCommas";

/** How many mailboxes it names. */
const NAMED = 3;
/** More copies than this for one mailbox are worth a question (rule: many copies). */
const MANY = 10;

/** The copies of the rows that are ready to send, one entry for each email that has any. */
export function copiesReady({ rows }: Pick<CheckResult, "rows">): Copies[] {
  return rows.flatMap(({ verdict, copies }) => (verdict === "ready" && copies ? copies : []));
}

/** How many people get the emails that are ready, copies included. */
export function recipientsReady(check: Pick<CheckResult, "rows" | "summary">): number {
  return copiesReady(check).reduce(
    (sum, copies) => sum + recipientCount(copies) - 1,
    check.summary.ready,
  );
}

/** The copies of the rows of a send that were meant to go, as far as its data is still there. */
export function copiesSent({ cc = "", bcc = "" }: Send, results: readonly RowResult[]): Copies[] {
  return withoutFurther(results).flatMap((row) => {
    const copies = copiesMeant({ ...row, cc: row.cc ?? cc, bcc: row.bcc ?? bcc });
    return copies && recipientCount(copies) > 1 ? copies : [];
  });
}

/**
 * The copies of a row's own columns that its email has, as text: none to its recipient or to people
 * you don't email, and none without an email.
 */
export function copiesOfRow(row: RowResult): Pick<RowResult, "cc" | "bcc"> {
  const { reason } = row;
  const copies = copiesMeant(row);
  if (copies === null) return {};
  const leftOut = splitRecipients(reason.split(NO_COPY)[1] ?? "").map(pieceKey);
  const isLeftOut = (address: string) => leftOut.includes(addressKey(address));
  return Object.fromEntries(
    COPY_FIELDS.flatMap((field) => {
      const made = copies[field].filter(({ address }) => !isLeftOut(address));
      return made.length === 0 ? [] : [[field, addressesText(made)]];
    }),
  );
}

/** The copies of a row that was meant to go; null if it wasn't, or its data is no longer there. */
function copiesMeant({ recipient, status, cancelled, cc = "", bcc = "" }: RowResult) {
  if (recipient === "" || (status === "skipped" && !cancelled)) return null;
  return copiesOf(recipient, { cc: peopleIn(cc), bcc: peopleIn(bcc) });
}

function peopleIn(text: string) {
  return text === "" ? [] : readAddresses(text, "").people;
}

/** By mailbox: the address as first written, and on how many emails it is. */
function copyCounts(copies: readonly Copies[], fields: readonly (keyof Copies)[]) {
  const counts = new Map<string, { address: string; emails: number }>();
  for (const each of copies) {
    for (const { address } of fields.flatMap((field) => each[field])) {
      const key = addressKey(address);
      const found = counts.get(key);
      if (found) found.emails += 1;
      else counts.set(key, { address, emails: 1 });
    }
  }
  return [...counts.values()];
}

/**
 * The people who get copies, with the kind and number of emails: "Bcc to boss@example.org on 25
 * emails", or "Cc to different people on 25 emails: …" if not all of them are on each.
 */
export function copyMessages(copies: readonly Copies[]): string[] {
  return COPY_FIELDS.flatMap((field) => {
    const found = copyCounts(copies, [field]);
    if (found.length === 0) return [];
    const who = andMore(
      found.slice(0, NAMED).map(({ address }) => address),
      found.length,
    );
    const emails = copies.filter((each) => each[field].length > 0).length;
    const on = `on ${pluralize(emails, "email")}`;
    return found.every((each) => each.emails === emails)
      ? `${COPY_WORDS[field]} to ${who} ${on}`
      : `${COPY_WORDS[field]} to different people ${on}: ${who}`;
  });
}

/** Says that some mailboxes get many copies; null if none does. */
export function manyCopies(copies: readonly Copies[]): { title: string; text: string } | null {
  const many = copyCounts(copies, COPY_FIELDS).filter(({ emails }) => emails > MANY);
  const [first, ...others] = many.sort((a, b) => b.emails - a.emails);
  if (!first) return null;
  const emails = withCommas(first.emails);
  return {
    title: `${first.address} gets ${emails} copies.`,
    text:
      others.length === 0
        ? `Each email has its own copy: ${emails} emails in that inbox.`
        : `Each email has its own copy: ${emails} emails in that inbox. ${pluralize(others.length, "other mailbox gets", "other mailboxes get")} more than ${MANY}.`,
  };
}
