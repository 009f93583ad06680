import type { DateOrder, Variable } from "../contract/templates.ts";
import { addressKey } from "../recipients/recipients.ts";
import { duplicateOfRow } from "./leftOut.ts";
import { linkChecker } from "./links.ts";
import { columnOrders, momentColumns, type Orders, openDateNotes } from "./moments.ts";
import { summarise } from "./summary.ts";
import type { CheckedRow, CheckResult, Problem } from "./types.ts";
import { checkRecipient, checkTogether, checkValue, type Finding, type MailForm, shortened } from "./value.ts";

/** A row, whether it comes from a file or from a list. */
export interface Source {
  n: number;
  line: number | null;
  recipient: string;
  /** Trimmed; aligned with the variables. */
  values: string[];
  /** Why the person leaves it out; null when they do not. */
  leftOut: string | null;
  /** What the row as a whole has. */
  findings: Finding[];
}

export interface Checking extends MailForm {
  variables: readonly Variable[];
  columns: CheckResult["columns"];
  /** Null where there is no file. */
  recipientColumn: string | null;
  /** Header → how its dates are read; where there is no file, variable → order. */
  dateOrders: ReadonlyMap<string, DateOrder>;
  keepDuplicates: boolean;
  rowsOverLimit: number;
}

/** Problems of a single value. */
const OF_A_VALUE: ReadonlySet<string> = new Set([
  "blank",
  "option",
  "email",
  "link",
  "date",
  "date_order",
  "time",
  "unreadable",
]);

/** Checks rows from a file or a list: which are ready, and why the others are not. */
export function checkSources(sources: readonly Source[], checking: Checking): CheckResult {
  const orders = columnOrders(sources, checking);
  const orderOf = new Map([...orders].map(([variable, { order }]) => [variable, order]));
  const findBadLinks = linkChecker(checking, orderOf);
  const problems: Problem[] = [];
  /** By address: the first row that is sent to it. */
  const firstRows = new Map<string, number>();

  const isList = checking.recipientColumn === null;
  const rows = sources.map((source): CheckedRow => {
    const { n, line, values } = source;
    const checked = checkRecipient(source.recipient);
    const { address, name } = "recipient" in checked ? checked.recipient : { address: null, name: "" };
    const recipient = address ?? shortened(source.recipient);
    const { leftOut: reason } = source;
    if (reason !== null) {
      return { n, line, recipient, address, name, values, verdict: "skip", reason, duplicateOf: null, notes: [] };
    }
    const found = [
      ...recipientProblems(source, "finding" in checked ? checked.finding : null, checking),
      ...valueProblems(source, checking, orders, findBadLinks(values)),
    ];
    let duplicateOf: number | null = null;
    // Only rows that could be sent count: the one with an error must not keep a later one with the same address back.
    if (address !== null && !found.some(isError)) {
      const key = addressKey(address);
      duplicateOf = firstRows.get(key) ?? null;
      if (duplicateOf === null) firstRows.set(key, n);
      else found.push(duplicateProblem(source, duplicateOf, checking));
    }
    // That a variable has no column is said once, by `columns.missing`; a value that all rows have is checked by itself.
    problems.push(
      ...found.filter(({ kind, column }) => column !== null || !(isList ? kind === "blank" : OF_A_VALUE.has(kind))),
    );
    const errors = found.filter(isError);
    const verdict = errors.length > 0 ? "skip" : "ready";
    const notes = found.filter((problem) => !isError(problem)).map(({ message }) => message);
    notes.push(...openDateNotes(values, checking, orders));
    // Named one by one: a spread costs as much as all the checks of the row.
    return { n, line, recipient, address, name, values, verdict, reason: reasonOf(errors), duplicateOf, notes };
  });
  return {
    rows,
    problems,
    columns: checking.columns,
    summary: summarise(rows, checking.rowsOverLimit),
    dateOrders: orderOf,
    moments: momentColumns(rows, checking, orders),
  };
}

function recipientProblems({ n: row, line, recipient: value }: Source, finding: Finding | null, checking: Checking) {
  return finding === null ? [] : [{ row, line, column: checking.recipientColumn, value, ...finding }];
}

function valueProblems(source: Source, checking: Checking, orders: Orders, badLinks: ReadonlySet<string>): Problem[] {
  const { n: row, line } = source;
  const found: Problem[] = [];
  for (const [index, variable] of checking.variables.entries()) {
    const value = source.values[index] ?? "";
    const { name } = variable;
    const about = { order: orders.get(name)?.order, leadsNowhere: badLinks.has(name) };
    for (const finding of checkValue(variable, value, checking, about)) {
      found.push({ row, line, column: checking.columns.used[index]?.header ?? null, value, ...finding });
    }
  }
  const together = checkTogether(source.values);
  const findings = together === null ? source.findings : [...source.findings, together];
  for (const finding of findings) found.push({ row, line, column: null, value: "", ...finding });
  return found;
}

function duplicateProblem({ n, line, recipient }: Source, of: number, checking: Checking): Problem {
  return {
    row: n,
    line,
    column: checking.recipientColumn,
    value: recipient,
    kind: "duplicate",
    severity: checking.keepDuplicates ? "note" : "error",
    message: duplicateOfRow(of),
  };
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
