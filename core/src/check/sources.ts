import type { DateOrder, Variable } from "../contract/templates.ts";
import type { Repeats } from "../list/list.ts";
import {
  COPY_FIELDS,
  COPY_WORDS,
  type Copies,
  type CopyField,
  copiesOf,
  readAddresses,
  recipientCount,
} from "../recipients/copies.ts";
import type { Recipient } from "../recipients/recipients.ts";
import { withCommas } from "../withCommas.ts";
import { columnOrders, momentColumns, type Orders, openDateNotes } from "./moments.ts";
import { RepeatFinder } from "./repeats.ts";
import type { CheckedRow, CheckResult, CheckSummary, Problem } from "./types.ts";
import {
  checkRecipient,
  checkTogether,
  checkValue,
  contextOf,
  emailChecker,
  type Finding,
  type MailForm,
  shortened,
} from "./value.ts";

/** Counts the checked rows, and with them how many more the file had. */
function summarise(rows: readonly CheckedRow[], rowsOverLimit: number): CheckSummary {
  const ready = rows.filter(({ verdict }) => verdict === "ready");
  const duplicates = rows.filter(({ verdict, duplicateOf }) => verdict === "skip" && duplicateOf !== null).length;
  const counts = {
    total: rows.length,
    ready: ready.length,
    skipped: rows.length - ready.length - duplicates,
    duplicates,
    notes: ready.filter(({ notes }) => notes.length > 0).length,
    rowsOverLimit,
  };
  return { ...counts, sentence: sentenceOf(counts) };
}

function sentenceOf(counts: Omit<CheckSummary, "sentence">): string {
  const { ready, skipped, duplicates, rowsOverLimit } = counts;
  const parts: [number, string][] = [
    [duplicates, duplicates === 1 ? "duplicate" : "duplicates"],
    [rowsOverLimit, "above the limit"],
  ];
  const among = parts.filter(([count]) => count > 0).map(([count, word]) => said(count, word));
  const leftOut = skipped + duplicates + rowsOverLimit;
  if (leftOut === 0) return said(ready, "ready");
  return `${said(ready, "ready")} · ${said(leftOut, "skipped")}${among.length > 0 ? ` (${among.join(", ")})` : ""}`;
}

function said(count: number, word: string): string {
  return `${withCommas(count)} ${word}`;
}

/** A row of a list, as the check reads it. */
export interface ValueSource {
  id: number;
  n: number;
  line: number | null;
  recipient: string;
  /** Trimmed; aligned with the variables. */
  values: string[];
  /** Why it is skipped although nothing is wrong with it; null if it isn't. */
  leftOut: string | null;
  /** Whether to send it although an earlier row has its mailbox; undefined until decided. */
  keepRepeat: boolean | undefined;
  /** What the row as a whole has. */
  findings: Finding[];
  /** The cells of the columns that say who gets a copy, trimmed; absent if they are blank. */
  copyCells?: CheckedRow["copyCells"];
}

/** Who gets a copy: the people in a column (by its header), or the same people for every row. */
export type CopySource = { header: string } | { people: readonly Recipient[] };

export interface Checking extends MailForm {
  variables: readonly Variable[];
  columns: CheckResult["columns"];
  /** Null if no column holds the addresses. */
  recipientColumn: string | null;
  /** How dates are read, by the header of their column, or by the variable if everyone gets the same value. */
  dateOrders: ReadonlyMap<string, DateOrder>;
  repeats: Repeats;
  rowsOverLimit: number;
  /** Null if no one gets a copy. */
  copies: Record<CopyField, CopySource> | null;
}

/** Problems of a single value. */
const OF_A_VALUE: ReadonlySet<string> = new Set([
  "blank",
  "option",
  "email",
  "link",
  "date",
  "date_order",
  "uncovered",
  "time",
  "unreadable",
]);

/** Checks the rows of a list: which are ready, and why the others are not. */
export function checkSources(sources: readonly ValueSource[], checking: Checking): CheckResult {
  const orders = columnOrders(sources, checking);
  const orderOf = new Map([...orders].map(([variable, { order }]) => [variable, order]));
  const findInEmail = emailChecker(checking, orderOf);
  const problems: Problem[] = [];
  const repeats = new RepeatFinder(checking);
  const rows = sources.map((source): CheckedRow => {
    const { id, n, line, values } = source;
    const checked = checkRecipient(source.recipient);
    const { address, name } = checked.recipient ?? { address: null, name: "" };
    const recipient = address ?? shortened(source.recipient);
    const { leftOut: reason } = source;
    if (reason !== null) {
      const skipped = { id, n, line, recipient, address, name, values, verdict: "skip", reason } as const;
      return { ...skipped, duplicateOf: null, notes: [], ...copyCellsOf(source) };
    }
    const copied = checking.copies === null ? null : checkCopies(source, checking.copies, address ?? "");
    const found = [
      ...recipientProblems(source, checked.finding, checking),
      ...valueProblems(source, checking, orders, findInEmail(values)),
      ...(copied?.problems ?? []),
    ];
    // A row with an error doesn't keep a later one with its mailbox back.
    const repeat = address === null || found.some(isError) ? null : repeats.next(source, address);
    if (repeat) found.push(repeat.problem);
    const duplicateOf = repeat?.of ?? null;
    // A value that everyone gets is checked once, not in every row.
    problems.push(...found.filter(({ kind, column }) => column !== null || !OF_A_VALUE.has(kind)));
    const errors = found.filter(isError);
    const verdict = errors.length > 0 ? "skip" : "ready";
    const notes = found.filter((problem) => !isError(problem)).map(({ message }) => message);
    notes.push(...openDateNotes(values, checking, orders));
    const why = reasonOf(errors);
    // Named one by one: a spread costs as much as all the checks of the row.
    const row: CheckedRow = { id, n, line, recipient, address, name, values, verdict, reason: why, duplicateOf, notes };
    if (copied === null) return row;
    const isCopied = verdict === "ready" && recipientCount(copied.copies) > 1;
    return { ...row, ...copyCellsOf(source), ...(isCopied && { copies: copied.copies }) };
  });
  return {
    rows,
    problems,
    columns: checking.columns,
    summary: summarise(rows, checking.rowsOverLimit),
    dateOrders: orderOf,
    moments: momentColumns(rows, checking, orders),
    repeats: repeats.question(),
  };
}

function copyCellsOf({ copyCells }: ValueSource): Pick<CheckedRow, "copyCells"> {
  return copyCells === undefined ? {} : { copyCells };
}

/** The people who get a copy of a row's email, and the errors in its cells for them. */
function checkCopies(
  { id, n: row, line, copyCells = {} }: ValueSource,
  from: Record<CopyField, CopySource>,
  address: string,
): { copies: Copies; problems: Problem[] } {
  const problems: Problem[] = [];
  const people = COPY_FIELDS.map((field) => {
    const source = from[field];
    if ("people" in source) return source.people;
    const value = copyCells[field] ?? "";
    const read = readAddresses(value, `"${shortened(source.header)}" (${COPY_WORDS[field]})`);
    if (read.problem !== null) {
      const problem = { kind: "copy", severity: "error", message: read.problem } as const;
      problems.push({ id, row, line, column: source.header, value, ...problem });
    }
    return read.people;
  });
  const [cc = [], bcc = []] = people;
  return { copies: copiesOf(address, { cc, bcc }), problems };
}

function recipientProblems(
  { id, n: row, line, recipient: value }: ValueSource,
  finding: Finding | null,
  checking: Checking,
) {
  return finding === null ? [] : [{ id, row, line, column: checking.recipientColumn, value, ...finding }];
}

function valueProblems(
  source: ValueSource,
  checking: Checking,
  orders: Orders,
  foundInEmail: ReturnType<ReturnType<typeof emailChecker>>,
): Problem[] {
  const { id, n: row, line } = source;
  const found: Problem[] = [];
  for (const [index, variable] of checking.variables.entries()) {
    const value = source.values[index] ?? "";
    const context = contextOf(variable, foundInEmail, orders.get(variable.name)?.order);
    for (const finding of checkValue(variable, value, checking, context)) {
      found.push({ id, row, line, column: checking.columns.used[index]?.header ?? null, value, ...finding });
    }
  }
  const together = checkTogether(source.values);
  const findings = together === null ? source.findings : [...source.findings, together];
  for (const finding of findings) found.push({ id, row, line, column: null, value: "", ...finding });
  return found;
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

const MAX_REASONS = 3;

function reasonOf(errors: readonly Problem[]): string {
  const more = errors.length - MAX_REASONS;
  const messages = errors.slice(0, MAX_REASONS).map(({ message }) => message);
  return (more > 0 ? [...messages, `and ${more} more`] : messages).join("; ");
}
