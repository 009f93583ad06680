import { isDuplicate, isFaultless, NOT_EMAILED } from "../check/skipReasons.ts";
import type { RowResult, RowStatus, Send } from "../contract/sends.ts";
import { groupBy } from "../groupBy.ts";
import { recipientKey } from "../recipients/recipients.ts";
import { mayHaveEmail } from "./counts.ts";
import { withoutFurther } from "./joined.ts";

/**
 * Who got a finished send's email, who didn't, and for whom it is unclear; `unknown`: for whom it
 * was unclear before. Anyone who got it or may have must not stay among the recipients, or the next
 * click on Send would reach them twice.
 */
export function splitByOutcome(
  results: readonly Pick<RowResult, "recipient" | "status">[],
  unknown: readonly string[],
) {
  const of = (...statuses: RowResult["status"][]) =>
    results.filter(({ status }) => statuses.includes(status)).map(({ recipient }) => recipient);
  const warned = of("warning");
  const reached = new Set([...of("sent"), ...warned].map(recipientKey));
  const isReached = (recipient: string) => reached.has(recipientKey(recipient));
  return {
    isReached,
    notReached: of("failed", "skipped"),
    unknown: [...unknown.filter((one) => !isReached(one)), ...warned],
  };
}

/** The facts about a row that the rule needs. */
export type CorrectableRow = Pick<
  RowResult,
  "row" | "recipient" | "name" | "status" | "reason" | "joined_to"
>;

/** The rows of a send that later sends correct. */
export function correctedRows({ corrected = [] }: Pick<Send, "corrected">): ReadonlySet<number> {
  return new Set(corrected.flatMap(({ rows }) => rows));
}

/**
 * The rows of a send whose people didn't get it and can be corrected: rows skipped with an error,
 * failed rows, rows meant to go until the send was canceled, and rows of people who were taken off
 * the list of people you don't email since (`suppressed`, their `addressKey`s; no one was if they
 * aren't known). Never someone whom another send corrects (`corrected`). Rows that share a mailbox
 * are people of their own: one who got the email takes nothing from the others. A further row of
 * an email isn't returned: it is corrected with its email (decision 38).
 */
export function toCorrect<Row extends CorrectableRow>(
  results: readonly Row[],
  corrected: ReadonlySet<number>,
  suppressed: ReadonlySet<string> | undefined,
): Row[] {
  return withoutFurther(results).filter((row) => {
    const isTakenOff =
      isSuppressedRow(row) && suppressed?.has(recipientKey(row.recipient)) === false;
    const isOwed =
      row.status === "failed" ||
      (row.status === "skipped" && (isTakenOff || !isFaultless(row.reason)));
    return isOwed && !corrected.has(row.row) && isSomebody(row);
  });
}

/**
 * The rows of a send that can be sent again as they are: failed rows, and rows meant to go until it
 * was canceled. Never someone whom another send corrects, nor someone on the list of people you
 * don't email: the server would skip them.
 */
export function toSendAgain<Row extends CorrectableRow & Pick<RowResult, "cancelled">>(
  results: readonly Row[],
  corrected: ReadonlySet<number>,
  suppressed: ReadonlySet<string> | undefined,
): Row[] {
  return withoutFurther(results).filter(
    ({ row, recipient, status, cancelled }) =>
      (status === "failed" || cancelled === true) &&
      !corrected.has(row) &&
      suppressed?.has(recipientKey(recipient)) !== true,
  );
}

/**
 * Why someone isn't among those to whom a button sends the email again: `correctable`, it must be
 * corrected first; `later`, a later send corrects them; `byYou`, you skipped them; `nobody`, the
 * row has no person.
 */
export type OutReason =
  | "correctable"
  | "suppressed"
  | "unconfirmed"
  | "later"
  | "duplicate"
  | "byYou"
  | "nobody";

/**
 * Counts by reason the emails of a finished send that neither went out nor are `served` (by their
 * rows), so that a button and the send's numbers always add up.
 */
export function countLeftOut(
  results: readonly CorrectableRow[],
  served: ReadonlySet<number>,
  corrected: ReadonlySet<number>,
  suppressed: ReadonlySet<string> | undefined,
): Map<OutReason, number> {
  const out = withoutFurther(results).filter(
    ({ row, status }) => status !== "sent" && !served.has(row),
  );
  const reasons = groupBy(out, (row) => outReason(row, corrected, suppressed));
  return new Map([...reasons].map(([reason, rows]) => [reason, rows.length]));
}

function outReason(
  row: CorrectableRow,
  corrected: ReadonlySet<number>,
  suppressed: ReadonlySet<string> | undefined,
): OutReason {
  if (corrected.has(row.row)) return "later";
  if (row.status === "warning") return "unconfirmed";
  const isOn = suppressed?.has(recipientKey(row.recipient));
  const isTakenOff = isSuppressedRow(row) && isOn === false && isSomebody(row);
  if (isOn === true || (isSuppressedRow(row) && !isTakenOff)) return "suppressed";
  if (row.status === "skipped" && !isTakenOff) {
    if (isDuplicate(row.reason)) return "duplicate";
    if (isFaultless(row.reason)) return "byYou";
  }
  return isSomebody(row) ? "correctable" : "nobody";
}

/** Whether a row was skipped because its person was on the list of people you don't email. */
export function isSuppressedRow({ status, reason }: Pick<RowResult, "status" | "reason">): boolean {
  return status === "skipped" && reason === NOT_EMAILED;
}

/** Whether a row was skipped in the browser, so that the server knows no one in it. */
export function isUnnamed({ recipient, status, reason }: RowResult): boolean {
  return recipient === "" && status === "skipped" && isFaultless(reason);
}

/**
 * A row with neither address nor name has no person; neither has the one that counts rows above the
 * limit.
 */
function isSomebody({ recipient, name = "" }: CorrectableRow): boolean {
  return recipient !== "" || name !== "";
}

/** A row of a send. A correction's row represents the person of its original row. */
export interface RowOfSend {
  send: string;
  n: number;
}

/** Someone who is about to get an email. */
export interface IntendedPerson {
  /** The number to answer with. */
  row: number;
  /** A key that equal mailboxes share; null without an address. */
  mailbox: string | null;
  /** The row of a send that this is; null in a list that hasn't been sent. */
  self: RowOfSend | null;
  /** The original row, if this row corrects one. */
  from: RowOfSend | null;
  /** The hash of the email's content for them; null if unknown. */
  content: string | null;
  /** What the addresses of one row share that get one email, one as To, the others as Cc. */
  group?: number | undefined;
}

/** A row of a send of the same email, or of the same person. */
export interface EarlierRow extends RowOfSend {
  mailbox: string | null;
  from: RowOfSend | null;
  status: RowStatus;
  /** The hash of its email's content; null if unknown. */
  content: string | null;
  /** The mailboxes of its own copies; absent if unknown or none. */
  copied?: readonly string[];
  /** When its send began or is to begin. ISO time. */
  at: string;
}

/**
 * How we know that someone has the email, may have it, or is about to get it: `person`, another row
 * represents the same person; `mailbox`, another send has exactly one row for this mailbox, and so
 * has this one; `unclear`, the mailbox got it, but one of the two has several rows for it.
 */
export type ReceivedBy = "person" | "mailbox" | "unclear";

export interface Receipt {
  row: number;
  by: ReceivedBy;
  /** When the latest of those sends began or is to begin. ISO time. */
  at: string;
  /** Whether one of those emails had the same content; absent if we can't know. */
  same?: boolean;
}

/**
 * Finds out who already received an email: the one rule for the repeat guard, retries and
 * corrections. Names and local parts never decide. Copies count only between the addresses of one
 * row (`group`): any other copy of an email isn't one's own. Returns them in the order of `aimed`.
 */
export function whoReceived(
  aimed: readonly IntendedPerson[],
  earlier: readonly EarlierRow[],
): Receipt[] {
  const byPerson = groupBy(earlier, (row) => idOf(personOf(row)));
  const byMailbox = groupBy(earlier, ({ mailbox }) => mailbox);
  const aimedByMailbox = groupBy(aimed, ({ mailbox }) => mailbox);
  const byGroup = groupBy(aimed, ({ group }) => group);

  /** Whether this is the only row for a mailbox, as it is the only one of another send. */
  const isOnly = (mailbox: string, { send }: RowOfSend) =>
    aimedByMailbox.get(mailbox)?.length === 1 &&
    byMailbox.get(mailbox)?.filter((row) => row.send === send).length === 1;
  /** As a copy of an email to another address of the row. */
  const asCopy = (mailbox: string, { row, group, content }: IntendedPerson): Receipt[] => {
    if (group === undefined) return [];
    const together = new Set(byGroup.get(group)?.map((one) => one.mailbox));
    const emails = [...together].flatMap((other) =>
      other === null || other === mailbox ? [] : (byMailbox.get(other) ?? []),
    );
    const reached = emails.filter((one) => mayHaveEmail(one) && one.copied?.includes(mailbox));
    if (reached.length === 0) return [];
    const isSure = reached.some((one) => one.mailbox !== null && isOnly(one.mailbox, one));
    return [{ row, by: isSure ? "mailbox" : "unclear", ...receiptOf(reached, content) }];
  };

  return aimed.flatMap((one): Receipt[] => {
    const { row, mailbox, self, from, content } = one;
    const person = from ?? self;
    const samePerson = person === null ? [] : (byPerson.get(idOf(person)) ?? []);
    // Several emails of one send correct the same row if that row's email was for several (decision
    // 38).
    const others = samePerson.filter((other) => other.send !== self?.send && mayHaveEmail(other));
    if (others.length > 0) return [{ row, by: "person", ...receiptOf(others, content) }];
    if (mailbox === null) return [];
    const sameMailbox = byMailbox.get(mailbox) ?? [];
    // Ids distinguish the people of one send, even if they share a mailbox.
    const elsewhere = sameMailbox.filter(
      (other) => person === null || personOf(other).send !== person.send,
    );
    const reached = elsewhere.filter(mayHaveEmail);
    if (reached.length === 0) return asCopy(mailbox, one);
    const here = sameMailbox.filter(({ send }) => send === self?.send).length;
    const isUniqueHere = Math.max(here, aimedByMailbox.get(mailbox)?.length ?? 0) === 1;
    const bySend = groupBy(elsewhere, ({ send }) => send);
    const isUnique = isUniqueHere && reached.some(({ send }) => bySend.get(send)?.length === 1);
    return [{ row, by: isUnique ? "mailbox" : "unclear", ...receiptOf(reached, content) }];
  });
}

/** The row that identifies a row's person. */
export function personOf({
  send,
  n,
  from,
}: RowOfSend & { from?: RowOfSend | null | undefined }): RowOfSend {
  return from ?? { send, n };
}

/** A row's name as one text. */
export function idOf({ send, n }: RowOfSend): string {
  return `${send} ${n}`;
}

/** When these rows got an email last, and whether it was the one with this content. */
function receiptOf(
  rows: readonly EarlierRow[],
  content: string | null,
): Pick<Receipt, "at" | "same"> {
  const at = rows.reduce((last, row) => (row.at > last ? row.at : last), "");
  const isSame = content !== null && rows.some((row) => row.content === content);
  if (isSame) return { at, same: true };
  const isKnown = content !== null && rows.every((row) => row.content !== null);
  return isKnown ? { at, same: false } : { at };
}
