import { checkRecipient } from "../check/address.ts";
import { type AmountQuestion, type CheckedRow, rowValues } from "../check/types.ts";
import { checkTogether, error, type Finding } from "../check/value.ts";
import { MAX_ROW_VALUES_BYTES, MAX_ROWS_OF_EMAIL } from "../contract/limits.ts";
import { BLANK_PART } from "../contract/messages.ts";
import type { DateOrder } from "../contract/templates.ts";
import { formatsOf } from "../dates/formats.ts";
import { groupBy } from "../groupBy.ts";
import { MOST_TIMES_LINKS } from "../placeholders/compiledRow.ts";
import type { CompiledTemplate } from "../placeholders/placeholders.ts";
import { pluralize } from "../pluralize.ts";
import { COPY_FIELDS, COPY_WORDS, type CopyField } from "../recipients/copies.ts";
import { addressKey } from "../recipients/recipients.ts";
import { withCommas } from "../withCommas.ts";
import { amountProblems, amountQuestions, type ColumnForms, numberFormsOf } from "./amounts.ts";
import { type CheckContext, isError, type JudgedRow } from "./checkRow.ts";
import { differenceIn, differentValues } from "./differentValues.ts";
import type { List } from "./list.ts";
import { nameRowNumbers, rowNames } from "./rowNames.ts";
import { addressedIn, recipientIn } from "./severalAddresses.ts";
import type { Suppressed } from "./suppressed.ts";

/** The email whose rows are joined, and how their values are read. */
export interface JoinContext extends CheckContext {
  template: CompiledTemplate;
  orderOf: ReadonlyMap<string, DateOrder>;
  forms: ColumnForms;
}

/** A finding about several rows, and the column in which each of them has its part. */
interface GroupFinding {
  finding: Finding;
  rows: readonly JudgedRow[];
  column?: string | null;
  textOf?: (row: CheckedRow) => string;
}

/** The rows of a list that are one email, and how their amounts are written. */
export interface JoinedRows {
  /** The groups of two rows or more that are one email. */
  emails: readonly JudgedRow[][];
  amounts: AmountQuestion[];
}

/**
 * Finds the rows that are one email: those with the same mailbox, in their order (decision 38). A
 * group goes whole or not at all: its problems are added to those found in its rows. Where there
 * are none, its first row leads it.
 */
export function joinRows(judged: readonly JudgedRow[], about: JoinContext): JoinedRows {
  const groups = groupBy(judged, ({ row }) =>
    row.address === null ? null : addressKey(row.address),
  );
  groups.delete(null);
  const check = groupCheck(about);
  const emails: JudgedRow[][] = [];
  const asked: CheckedRow[] = [];
  for (const group of groups.values()) {
    const { isWhole, asksAmounts } = check(group);
    if (asksAmounts) asked.push(...group.map(({ row }) => row));
    if (group.length === 1 || !isWhole) continue;
    emails.push(group);
    letFirstLead(group.map(({ row }) => row));
  }
  return { emails, amounts: amountQuestions(asked, about, about.forms) };
}

function letFirstLead([first, ...others]: readonly CheckedRow[]): void {
  if (!first) return;
  first.further = others.map(({ n }) => n);
  for (const row of others) row.joinedTo = first.n;
  if (others.some(({ name }) => name !== first.name)) first.name = "";
}

function addFinding({ finding, rows, column = null, textOf = () => "" }: GroupFinding): void {
  for (const { row, found } of rows) {
    const { id, n, line } = row;
    found.push({ id, row: n, line, column, value: textOf(row), ...finding });
  }
}

function isWrong({ found }: JudgedRow): boolean {
  return found.some(isError);
}

/** Notes that one email's Details repeat. More are counted. */
const MAX_NOTES = 30;

/** Adds the notes of further rows to those of the row that leads their email. */
export function shareNotes(groups: readonly (readonly JudgedRow[])[]): void {
  for (const group of groups) {
    const [first] = group;
    if (!first || group.every(({ row }) => row.notes.length === 0)) continue;
    const all = [...first.row.notes];
    for (const { row } of group.slice(1))
      for (const text of row.notes) all.push(`Row ${withCommas(row.n)}: ${text}`);
    const more = all.length - MAX_NOTES;
    first.row.notes =
      more > 0 ? [...all.slice(0, MAX_NOTES), `And ${pluralize(more, "more note")}.`] : all;
  }
}

interface CheckedGroup {
  /** Whether none of its rows has an error. */
  isWhole: boolean;
  /** Whether these are several rows whose amounts matter: none has another error of its own. */
  asksAmounts: boolean;
}

/** Returns a function that adds the problems of a group to those of its rows. */
function groupCheck(about: JoinContext): (group: readonly JudgedRow[]) => CheckedGroup {
  const sumsOf = sumCheck(about);
  const differencesOf = differenceCheck(about);
  const problemsOfEmail = emailCheck(about);
  return (group) => {
    const isSoundAlone = !group.some(isWrong);
    const size = sizeFindings(group);
    const sums = sumsOf(group);
    // A row whose amount can't be added up is wrong like any other.
    for (const one of sums) if (one.rows !== group) addFinding(one);
    const sound = group.filter((one) => !isWrong(one));
    const found = [
      ...(size.length > 0 ? size : differencesOf(sound)),
      ...sums.filter(({ rows }) => rows === group),
      ...besideErrors(group.filter(isWrong), sound),
    ];
    if (found.length === 0) found.push(...problemsOfEmail(group));
    for (const one of found) addFinding(one);
    return {
      isWhole: found.length === 0,
      asksAmounts: group.length > 1 && isSoundAlone && size.length === 0,
    };
  };
}

/**
 * Returns a function that finds why the amounts of a group can't be added up: because of one row,
 * or of the whole group.
 */
function sumCheck(about: JoinContext): (group: readonly JudgedRow[]) => GroupFinding[] {
  const amounts = { ...about, sums: about.template.sums };
  return (group) => {
    if (group.length === 1 || group.length > MAX_ROWS_OF_EMAIL) return [];
    const rows = group.map(({ row }) => row);
    return amountProblems(rows, amounts, about.forms).map(({ at, finding, column, value }) => ({
      finding,
      rows: at === null ? group : group.slice(at, at + 1),
      column,
      textOf: () => value,
    }));
  };
}

/** The problems with how many rows a group has, and with how much text. */
function sizeFindings(rows: readonly JudgedRow[]): GroupFinding[] {
  if (rows.length > MAX_ROWS_OF_EMAIL) {
    const count = `${withCommas(rows.length)} rows`;
    const message = `This email would be for ${count}. One email can have at most ${MAX_ROWS_OF_EMAIL}.`;
    return [{ finding: error("group", message), rows }];
  }
  const above = rows.find(({ row }) => row.above !== undefined)?.row.above;
  const findings = above === undefined ? [] : [error("group", rowAbove(above))];
  if (rows.length > 1 && areTooLong(rows))
    findings.push(error("group", "All values of this email's rows together are too long."));
  return findings.map((finding) => ({ finding, rows }));
}

/** Whether rows have more values together than one row may have. */
function areTooLong(rows: readonly JudgedRow[]): boolean {
  let length = 0;
  for (const { row } of rows) for (const value of row.values) length += value.length;
  // A unit of a string is at most three bytes.
  return (
    length * 3 > MAX_ROW_VALUES_BYTES &&
    checkTogether(rows.flatMap(({ row }) => row.values)) !== null
  );
}

function rowAbove(n: number): string {
  return `This email may be incomplete, because row ${withCommas(n)} is above the limit. Send the list in parts, with all rows of a person in the same part.`;
}

function besideErrors(wrong: readonly JudgedRow[], rows: readonly JudgedRow[]): GroupFinding[] {
  if (wrong.length === 0) return [];
  const which = nameRowNumbers(wrong.map(({ row }) => row.n));
  const have = wrong.length === 1 ? "has an error" : "have errors";
  return [{ finding: error("group", `Its email also has ${which}, which ${have}.`), rows }];
}

/** Returns a function that finds in what the rows of a group differ, although they must agree. */
function differenceCheck(about: JoinContext): (rows: readonly JudgedRow[]) => GroupFinding[] {
  const { joining, sums } = about.template;
  const common = joining?.common ?? new Set<string>();
  const options = { ...formatsOf(about), dateOrders: about.orderOf };
  const places = about.variables.flatMap((variable, at) => {
    const header = about.columns.used[at]?.header ?? null;
    return header === null || !common.has(variable.name) ? [] : [{ variable, at, header }];
  });
  const namesOf = rowNames(about, common);
  const differing = (rows: readonly JudgedRow[], texts: readonly string[]) => {
    const firsts = rows.filter((_, at) => texts.indexOf(texts[at] ?? "") === at);
    return firsts.length > 1 ? namesOf(firsts.map(({ row }) => row)) : null;
  };
  return (rows) => {
    if (rows.length < 2) return [];
    const found: GroupFinding[] = [];
    const open = places.flatMap(({ variable, at, header }) => {
      const values = rows.map(({ row }) => row.values[at] ?? "");
      if (joining === null || values.every((value) => value === values[0])) return [];
      const difference = differenceIn(joining, variable, values, options);
      return difference === null ? [] : [{ ...difference, at, header }];
    });
    const [place] = open;
    if (joining && place) {
      const who = differing(rows, place.texts);
      found.push({
        finding: error("group", `${who} have different ${differentValues(open, joining, sums)}`),
        rows,
        column: place.header,
        textOf: (row) => row.values[place.at] ?? "",
      });
    }
    for (const field of about.copies === null ? [] : COPY_FIELDS) {
      const who = differing(
        rows,
        rows.map((one) => copiedText(one, field)),
      );
      if (who === null) continue;
      const message = `${who} have different people in ${COPY_WORDS[field]}. Give them the same, or send an email each.`;
      const source = about.copies?.[field];
      const column = source && "header" in source ? source.header : null;
      found.push({
        finding: error("group", message),
        rows,
        column,
        textOf: (row) => (column === null ? "" : (row.copyCells?.[field] ?? "")),
      });
    }
    return found;
  };
}

/** The people who get a copy, as a text in which their order and names don't matter. */
function copiedText({ copies }: JudgedRow, field: CopyField): string {
  const people = copies?.[field] ?? [];
  return people
    .map(({ address }) => addressKey(address))
    .toSorted()
    .join(" ");
}

/** Returns a function that finds the problems of an email that only all of its rows show. */
function emailCheck(about: JoinContext): (rows: readonly JudgedRow[]) => GroupFinding[] {
  const { template, variables, orderOf, forms } = about;
  const known = new Set(variables.map(({ name }) => name));
  const mayBeBlank = template.canBeBlank && template.variables.every(({ name }) => known.has(name));
  const valuesOf = ({ row }: JudgedRow) => rowValues(variables, row);
  const options = { ...formatsOf(about), dateOrders: orderOf, numberForms: numberFormsOf(forms) };
  return (rows) => {
    const [first] = rows;
    const mayBeFull = rows.length > MOST_TIMES_LINKS;
    if (!first || !(mayBeBlank || mayBeFull)) return [];
    const values = valuesOf(first);
    const whole = () => ({ ...options, further: rows.slice(1).map(valuesOf) });
    // What the first row alone has may not be there: a condition asks whether any row has a value.
    const blank = mayBeBlank ? template.blankPart(values, whole()) : null;
    if (blank !== null) return [{ finding: error("blank_email", BLANK_PART[blank]), rows }];
    // Each row's own links were checked: only more rows can have too many of them together.
    if (!mayBeFull) return [];
    const isFull = template
      .badLinks(values, whole())
      .some(({ needs }) => needs.every((name) => known.has(name)));
    if (!isFull) return [];
    const message = "The links of this email's rows together are too long.";
    return [{ finding: error("group", message), rows }];
  };
}

/**
 * Returns a function that finds, by its mailbox, the number of the first row above the limit that
 * may be part of an email; undefined for none. A row that no one can see may be part of any.
 */
export function rowsAbove(
  list: List,
  within: number,
  suppressed: Suppressed,
): (address: string | null) => number | undefined {
  const numbers = new Map<string, number>();
  for (const [index, row] of list.rows.entries()) {
    if (index < within || row.skipped !== null) continue;
    const own = addressedIn(list, row, suppressed);
    const { recipient } = checkRecipient(own?.to.text ?? recipientIn(list, row));
    // Of several addresses, an earlier row with the same decides to which the email goes.
    for (const { address } of [...(own?.valid ?? []), ...(recipient ? [recipient] : [])]) {
      const key = addressKey(address);
      if (!numbers.has(key)) numbers.set(key, index + 1);
    }
  }
  const unseen = list.beyond > 0 ? list.rows.length + 1 : undefined;
  return (address) => (address === null ? undefined : (numbers.get(addressKey(address)) ?? unseen));
}
