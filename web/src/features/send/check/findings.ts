import { isInEmail, leadingRow, readyWords } from "@sendwright/core/check/joinedRows";
import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import type { CheckedRow, CheckResult, Problem, ProblemKind } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { type List, rowsWithin } from "@sendwright/core/list/list";
import { rowsToFillIn } from "@sendwright/core/list/toFillIn";
import { isBlank } from "@sendwright/core/placeholders";
import { pluralize } from "@sendwright/core/pluralize";
import { addressKey, formatRecipient } from "@sendwright/core/recipients/recipients";
import { withCommas } from "@sendwright/core/withCommas";

/**
 * These rows (by id) and their repeats, which would otherwise be sent in their place. A row may
 * repeat a repeat; rows come in order, so each is found after those before it.
 */
export function withRepeats({ rows }: Pick<CheckResult, "rows">, ids: readonly number[]): number[] {
  const all = new Set(ids);
  const numbers = new Set(rows.flatMap(({ id, n }) => (all.has(id) ? n : [])));
  for (const { id, n, duplicateOf, verdict } of rows) {
    if (duplicateOf === null || verdict !== "skip" || !numbers.has(duplicateOf)) continue;
    all.add(id);
    numbers.add(n);
  }
  return [...all];
}

/**
 * A row (by id) that you skip, and its repeats. A row with the same mailbox but other values stays,
 * until you say that only the first is sent: it may be for another child, or the correct one.
 */
export function skippedWith(
  { rows, problems }: Pick<CheckResult, "rows" | "problems">,
  { repeats }: Pick<List, "repeats">,
  skipped: number,
): number[] {
  const others = new Set(
    repeats === "ask" ? problems.flatMap(({ id, kind }) => (kind === "sibling" ? id : [])) : [],
  );
  return withRepeats({ rows: rows.filter(({ id }) => id === skipped || !others.has(id)) }, [
    skipped,
  ]);
}

/** Whether a row (by id) is one of several rows of an email. */
export function isInSharedEmail({ rows }: Pick<CheckResult, "rows">, id: number): boolean {
  const row = rows.find((one) => one.id === id);
  return row?.joinedTo !== undefined || row?.further !== undefined;
}

/** Whether a mailbox is in a row besides these (by id) that you haven't skipped. */
export function isInOtherRow(
  { list, check }: { list: Pick<List, "rows">; check: Pick<CheckResult, "rows"> },
  ids: readonly number[],
  address: string | null,
): boolean {
  const key = addressKey(address ?? "");
  const left = new Set(list.rows.flatMap(({ id, skipped }) => (skipped === null ? id : [])));
  for (const id of ids) left.delete(id);
  return check.rows.some(
    (row) => row.address !== null && left.has(row.id) && addressKey(row.address) === key,
  );
}

/**
 * The person of a row as the email names them: `Ann <ann@example.org>`, or the text of an invalid
 * address.
 */
export function whoIs({
  address,
  name,
  recipient,
}: Pick<CheckedRow, "address" | "name" | "recipient">): string {
  return address === null ? recipient : formatRecipient({ address, name });
}

/** How many rows get no email, including those above the limit; 0 before the first check. */
export function notSentOf(check: Pick<CheckResult, "summary"> | null): number {
  if (check === null) return 0;
  const { total, ready, joined, rowsOverLimit } = check.summary;
  return total - ready - joined + rowsOverLimit;
}

/**
 * The required placeholders without a column whose value for everyone is still blank. No row is
 * ready without them.
 */
export function blankForEveryone(
  { rows, columns }: Pick<CheckResult, "rows" | "columns">,
  variables: readonly Variable[],
): string[] {
  return variables.flatMap(({ name, required }, at) =>
    required && columns.used[at]?.header === null && isBlank(rows[0]?.values[at]) ? name : [],
  );
}

/** The name of each kind of problem in the filter. */
const KIND_WORDS: Record<ProblemKind, string> = {
  recipient_missing: "No address",
  recipient_invalid: "Not an address",
  left_out: "Characters removed from an address",
  domain: "Probably a mistyped address",
  duplicate: "Duplicates",
  sibling: "Same mailbox, different values",
  group: "One email for several rows",
  sum: "Amounts that can't be added",
  number_form: "Amounts with an open notation",
  blank: "Blank values",
  stand_in: "Values that look missing",
  copy: "Not an address in Cc or Bcc",
  no_copy: "No copy for people you don't email",
  option: "Not an option",
  email: "Invalid address in a value",
  link: "Not a working link",
  too_long: "Too long",
  blank_email: "Blank subject or email",
  date: "Not a date",
  date_order: "Different order of day and month",
  year: "Year of two digits",
  condition: "“No” counts as a value",
  uncovered: "No text for a value",
  time: "Not a time",
  unreadable: "Unreadable characters",
  joined: "Several values in one",
  ragged: "Missing or extra cells",
  shifted: "More values than columns",
};

export function kindWord(kind: ProblemKind): string {
  return KIND_WORDS[kind];
}

/**
 * The next row with a problem after the current one (null if there is no current row), wrapping
 * around. A problem of a joined row is one of its email's leading row.
 */
export function nextProblemRow(
  { rows: all, problems }: Pick<CheckResult, "rows" | "problems">,
  after: number | null,
): number | null {
  const numbers = problems.map(({ row: n }) => {
    const row = all[n - 1];
    return row ? leadingRow(all, row).n : n;
  });
  const rows = [...new Set(numbers)].sort((a, b) => a - b);
  return rows.find((row) => row > (after ?? 0)) ?? rows[0] ?? null;
}

/** Values of these kinds are sent as typed; only the person knows if that is right. */
export const AS_TYPED_KINDS: ReadonlySet<ProblemKind> = new Set([
  "date",
  "time",
  "domain",
  "uncovered",
  "year",
]);

/** Names of columns of birthdays. */
const BIRTH =
  /birth|born|\bdob\b|geb(?:\b|oren|urt)|naissance|\bn[ée]e?\b|nacimiento|nascita|nascimento|født|född|födelse|geboorte|urodz|рожден|生年|出生/iu;
/** Years ahead from which any date is doubted. */
const FAR = 20;

/**
 * Whether a year of two digits is probably not of the century it was read in: a birthday to come,
 * or any date far ahead.
 */
function isWrongCentury({ column, century }: Partial<Pick<Problem, "column" | "century">>) {
  if (!century || !column) return false;
  const from = new Date();
  if (!BIRTH.test(column)) from.setUTCFullYear(from.getUTCFullYear() + FAR);
  return century.at > from.getTime();
}

/**
 * Whether a value looks wrong, and the person hasn't said yet to send it as typed: it, or every
 * address of its domain.
 */
export function isUndecided(
  problem: Pick<Problem, "kind" | "value" | "doubt"> & Partial<Pick<Problem, "column" | "century">>,
  { asTyped = [] }: Pick<List, "asTyped">,
): boolean {
  const { kind, value, doubt } = problem;
  if (kind === "year" && !isWrongCentury(problem)) return false;
  if (!AS_TYPED_KINDS.has(kind) || asTyped.includes(value.trim())) return false;
  return doubt === undefined || !asTyped.includes(doubt.domain);
}

/** The undecided values of rows that will be sent. */
export function undecidedIn(
  { rows, problems }: Pick<CheckResult, "rows" | "problems">,
  list: Pick<List, "asTyped">,
) {
  const found = problems.filter((problem) => isUndecided(problem, list));
  const sent = new Set(found.length > 0 ? rows.filter(isInEmail).map(({ n }) => n) : []);
  return found.filter(({ row }) => sent.has(row));
}

/**
 * How many rows are ready, or the values that all of them still need; how many values a person
 * should check ("2 ready · 1 value to check"), and how many emails would be exactly those that
 * their people have (`again`). A row that isn't filled in yet isn't skipped (rule: not filled in
 * yet).
 */
export function checkSentence(
  check: CheckResult,
  list: Pick<List, "asTyped" | "source" | "added" | "rows">,
  variables: readonly Variable[],
  again = 0,
): string {
  const { total, ready } = check.summary;
  const toFill = rowsToFillIn(check, list).size;
  const skipped = total - ready - check.summary.joined - toFill;
  const sentence =
    toFill === 0
      ? check.summary.sentence
      : `${readyWords(check.summary)} · ${toFill} to fill in${skipped > 0 ? ` · ${skipped} skipped` : ""}`;
  const blank = blankForEveryone(check, variables);
  const names = blank.map((name) => `{{${name}}}`).join(", ");
  const need = `${pluralize(total, "row")} still ${total === 1 ? "needs" : "need"} a value for ${names}`;
  const open = openValues(check, list);
  const toCheck = open > 0 ? ` · ${pluralize(open, "value")} to check` : "";
  const same = again > 0 ? ` · ${withCommas(again)} would get the same email again` : "";
  return `${blank.length === 0 ? sentence : need}${toCheck}${same}`;
}

/** How many values a person should still check. */
function openValues(check: CheckResult, list: Pick<List, "asTyped">): number {
  const shared = check.doubts.filter((doubt) => isUndecided(doubt, list));
  return undecidedIn(check, list).length + shared.length;
}

/** Whether a row is left to fix, to fill in or to check. */
export function isRowLeft(check: CheckResult, list: Pick<List, "asTyped" | "rows">): boolean {
  const given = new Map(list.rows.map((row) => [row.id, row.skipped]));
  const isOut = ({ id, duplicateOf, reason }: CheckedRow) =>
    given.get(id) !== null || duplicateOf !== null || reason === NOT_EMAILED;
  return check.rows.some((row) => !isInEmail(row) && !isOut(row)) || openValues(check, list) > 0;
}

/** The fixed warning (rule: rows above the limit), or null if all rows fit. */
export function overLimitWarning(list: List, limit: number): string | null {
  if (rowsWithin(list, limit).over === 0) return null;
  const all = list.rows.length + list.beyond;
  return `Warning: CSV has ${all} rows, exceeding limit (${limit}). Only first ${limit} will be processed by the server.`;
}
