import { isFaultless } from "@sendwright/core/check/skipReasons";
import type { RowResult } from "@sendwright/core/contract";
import { applyChange } from "@sendwright/core/list/change";
import { mailboxIn } from "@sendwright/core/list/claims";
import { historyOf } from "@sendwright/core/list/history";
import { cellText, isFilled, type List, type Row, rowNumbers } from "@sendwright/core/list/list";
import { fileRowOf, filesOfList, withoutFiles } from "@sendwright/core/list/listFiles";
import { withRowsLeft } from "@sendwright/core/list/moments";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { NO_COPIES } from "@sendwright/core/recipients/copies";
import { splitRecipients } from "@sendwright/core/recipients/list";
import {
  formatRecipient,
  pieceKey,
  recipientKey,
  recipientText,
} from "@sendwright/core/recipients/recipients";
import { splitByOutcome } from "@sendwright/core/sends/received";
import {
  emptyForm,
  isSameChoice,
  type ListPart,
  NO_PEOPLE,
  nobodyOf,
  type SendForm,
} from "./sendForm.ts";

/**
 * The form for the people whom a finished Direct Send surely didn't reach; null if there are no
 * such people. All others got it or may have, so a second send would reach them twice. `submitted`
 * is null if a reload lost it.
 */
export function unreached(
  submitted: SendForm | null,
  results: readonly RowResult[],
): SendForm | null {
  const { notReached, isReached } = splitByOutcome(results, []);
  const missed = new Set(notReached.filter((recipient) => !isReached(recipient)).map(recipientKey));
  // Rows above the limit never left the form.
  const before = submitted && sentOf(submitted);
  if (submitted === null || !before?.list) {
    if (missed.size === 0) return null;
    const form = emptyForm("direct");
    const list = listOfAddresses([...missed].map(recipientText), emptyList());
    return { ...form, people: historyOf({ ...form.people.now, list }) };
  }
  const { list } = before;
  // In a table, two rows may have one mailbox, and you may have skipped rows.
  const numbers = rowNumbers(list);
  const unsent = new Set(results.flatMap((one) => (isUnsent(one) ? one.row : [])));
  const isMissed = (row: Row) =>
    before.mode === "csv" ? unsent.has(numbers.get(row.id) ?? 0) : missed.has(mailboxIn(list, row));
  const rows = list.rows.filter(isMissed);
  if (rows.length === 0) return null;
  const people = historyOf({
    ...before,
    text: "",
    list: withFilesSince(withRowsLeft(list, rows), list, list),
  });
  return { ...submitted, people, unfinished: [], previewRow: null, when: { kind: "now" } };
}

/**
 * Whether a row of a table was meant to be sent, but wasn't: it failed, was canceled, has an error
 * or isn't filled in yet.
 */
function isUnsent({ status, cancelled, reason }: RowResult): boolean {
  if (status === "failed" || cancelled === true) return true;
  return status === "skipped" && !isFaultless(reason);
}

/**
 * The form without its sent content, once the send of `submitted` has started. Keeps everything
 * that you chose or wrote since.
 */
export function unsentPart(now: SendForm, submitted: SendForm): SendForm {
  // The edited send has taken the other's place: what is left is an email of its own.
  return partLeft(ownForm(now, submitted.replaces?.send), submitted);
}

/** A form that no longer replaces this send (by its id). */
export function ownForm(form: SendForm, send: string | undefined): SendForm {
  const { replaces, ...own } = form;
  return replaces === undefined || replaces.send !== send ? form : own;
}

function partLeft(form: SendForm, submitted: SendForm): SendForm {
  // Everything in the form is for another email.
  if (!isSameChoice(form.choice, submitted.choice)) return form;
  const isAsSent = (part: keyof SendForm) => form[part] === submitted[part];
  const isMailAsSent = form.choice.kind === "compose" && isAsSent("subject") && isAsSent("body");
  const { now } = form.people;
  const sent = sentOf(submitted);
  const people =
    form.tab === "direct" ? chipsSince(now, sent) : stillCorrected(peopleSince(now, sent));
  const rest = {
    ...form,
    // Undo must not bring back people who have the email.
    people: historyOf(people),
    isMailSent: form.isMailSent || isMailAsSent,
    attachments: form.attachments.filter((file) => !submitted.attachments.includes(file)),
    previewRow: isAsSent("previewRow") ? null : form.previewRow,
    when: isAsSent("when") ? ({ kind: "now" } as const) : form.when,
  };
  // People added since get the same email, so its columns and values stay with them.
  if (people.mode === "csv" && people.list !== null) return rest;
  return {
    ...rest,
    copies: isAsSent("copies") ? NO_COPIES : form.copies,
    values: Object.fromEntries(
      Object.entries(form.values).filter(([name, value]) => submitted.values[name] !== value),
    ),
    unfinished: form.unfinished.filter((name) => !submitted.unfinished.includes(name)),
  };
}

/**
 * Whether a form still has the email that was submitted: the same template or text, and one of its
 * people.
 */
export function holdsEmail(form: SendForm, submitted: SendForm): boolean {
  if (!isSameChoice(form.choice, submitted.choice)) return false;
  if (
    form.choice.kind === "compose" &&
    form.subject !== submitted.subject &&
    form.body !== submitted.body
  )
    return false;
  const [now, before] = [form.people.now, submitted.people.now];
  // The address of a row in a table may have been corrected meanwhile. Addresses have nothing but
  // themselves.
  const keysOf = now.mode === "csv" && before.mode === "csv" ? idsOf : mailboxesOf;
  const keys = new Set<unknown>(keysOf(before));
  return keys.size === 0 || keysOf(now).some((key) => keys.has(key));
}

function idsOf({ list }: ListPart): unknown[] {
  return list?.rows.map(({ id }) => id) ?? [];
}

function mailboxesOf({ list }: ListPart): unknown[] {
  return list?.rows.filter(isFilled).map((row) => mailboxIn(list, row)) ?? [];
}

/** The people of a submitted form, without the rows above the limit. */
function sentOf({ people: { now }, upTo }: SendForm): ListPart {
  const last = now.list?.rows.findIndex(({ id }) => id === upTo) ?? -1;
  return now.list === null || last === -1
    ? now
    : { ...now, list: { ...now.list, rows: now.list.rows.slice(0, last + 1) } };
}

function peopleSince(now: ListPart, sent: ListPart): ListPart {
  if (now.mode !== sent.mode) return now;
  if (now.mode === "csv") {
    // Reading the same file again would bring back people who have the email.
    return {
      ...now,
      list: listSince(now.list, sent.list),
      raw: now.raw === sent.raw ? null : now.raw,
    };
  }
  const keys = new Set(splitRecipients(sent.text).map(pieceKey));
  const pieces = splitRecipients(now.text);
  const since = pieces.filter((piece) => !keys.has(pieceKey(piece)));
  if (since.length === 0) return { ...NO_PEOPLE, mode: now.mode };
  if (since.length === pieces.length) return now;
  const text = since.map(({ address, name, text: written }) =>
    address ? formatRecipient({ address, name }) : written,
  );
  return { ...now, text: text.join("\n"), list: listOfAddresses(since, now.list ?? emptyList()) };
}

/**
 * The people of Direct Send, without those already sent to. Addresses may have become a table in
 * the meantime, or a table addresses.
 */
function chipsSince(now: ListPart, sent: ListPart): ListPart {
  const text = now.text === sent.text ? "" : now.text;
  const isTable = now.mode === "csv" && sent.mode === "csv";
  const list = isTable ? listSince(now.list, sent.list) : otherPeople(now.list, sent.list);
  return list === null ? { ...nobodyOf("direct"), text } : { ...now, list, text };
}

/** A list without people in another, sent list; null if no one is left. */
function otherPeople(list: List | null, sent: List | null): List | null {
  if (list === null || sent === null) return list;
  const keys = new Set(
    sent.rows.flatMap((row) => (row.skipped === null ? mailboxIn(sent, row) : [])),
  );
  const rows = list.rows.filter((row) => isFilled(row) && !keys.has(mailboxIn(list, row)));
  return rows.length === 0 ? null : { ...list, rows };
}

/**
 * A list without the rows that haven't changed since they were sent; null if none are left. A
 * different list, with other ids, stays.
 */
function listSince(list: List | null, sent: List | null): List | null {
  if (list === null || sent === null) return list;
  const before = new Map(sent.rows.map((row) => [row.id, row]));
  if (list.rows.every(({ id }) => !before.has(id))) return list;
  const rows = list.rows.filter((row) => isFilled(row) && !isAsBefore(row, before.get(row.id)));
  const isLeft = ({ skipped, excluded }: Row) => skipped === null && excluded !== "in_other_list";
  return rows.some(isLeft) ? withFilesSince(withRowsLeft(list, rows), list, sent) : null;
}

/** The files of people who were sent to leave with them, unless someone who is left has them, too. */
function withFilesSince(left: List, list: List, sent: List): List {
  const { files } = list;
  const found = files && filesOfList(sent);
  if (!found) return left;
  const rows = new Set(left.rows.map(fileRowOf));
  const hashesOf = (isAsked: (row: number) => boolean) =>
    [...found.ofRow].flatMap(([row, own]) => (isAsked(row) ? own.map(({ hash }) => hash) : []));
  const gone = new Set(hashesOf((row) => !rows.has(row)));
  for (const hash of hashesOf((row) => rows.has(row))) gone.delete(hash);
  return applyChange(left, { type: "files", files: withoutFiles(files, gone) });
}

/**
 * A row that was skipped and has been restored since wasn't sent, nor was one that wasn't included.
 */
function isAsBefore(row: Row, before: Row | undefined): boolean {
  if (
    before === undefined ||
    before.excluded !== undefined ||
    (before.skipped !== null && row.skipped === null)
  )
    return false;
  const width = Math.max(row.cells.length, before.cells.length);
  return Array.from({ length: width }).every(
    (_, at) => cellText(row.cells[at]) === cellText(before.cells[at]),
  );
}

/** People whose corrections include only those still in the list. */
function stillCorrected({ list, ...people }: ListPart): ListPart {
  const there = new Set(list?.rows.map(({ corrects }) => corrects));
  const mailboxes = new Map([...(list?.mailboxes ?? [])].filter(([row]) => there.has(row)));
  return {
    ...people,
    list: list && { ...list, mailboxes, corrects: mailboxes.size === 0 ? null : list.corrects },
    corrections: people.corrections.filter(({ row }) => there.has(row)),
  };
}
