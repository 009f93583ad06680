import { type CheckedRecipient, doubtsIn } from "../check/address.ts";
import { NOT_EMAILED, SENT_BEFORE, SKIPPED_BY_HAND, WITHOUT_FILE } from "../check/skipReasons.ts";
import type { CheckedColumns, CheckedRow, Problem } from "../check/types.ts";
import {
  checkTogether,
  checkValue,
  contextOf,
  type EmailFindings,
  error,
  type Finding,
  type MailForm,
} from "../check/value.ts";
import type { DateOrder, NumberForm, Variable } from "../contract/templates.ts";
import type { Copies, CopyField } from "../recipients/copies.ts";
import { bareAddress } from "../recipients/recipients.ts";
import type { CopySource } from "./checkCopies.ts";
import type { CellFinding } from "./checkSeveral.ts";
import type { List, Row, Skip } from "./list.ts";
import type { Orders } from "./moments.ts";
import type { Addressed } from "./severalAddresses.ts";
import type { Suppressed } from "./suppressed.ts";

export const SKIP_REASONS: Readonly<Record<Skip, string>> = {
  by_hand: SKIPPED_BY_HAND,
  already_received: SENT_BEFORE,
  suppressed: NOT_EMAILED,
};

/** A row that is skipped because it has no file has an empty list of files. */
export function skipReason(skipped: Skip, files: readonly string[] | undefined): string {
  return skipped === "by_hand" && files?.length === 0 ? WITHOUT_FILE : SKIP_REASONS[skipped];
}

/** Problems of a single value. */
const OF_A_VALUE: ReadonlySet<string> = new Set([
  "blank",
  "option",
  "email",
  "link",
  "date",
  "date_order",
  "year",
  "condition",
  "uncovered",
  "time",
  "unreadable",
  "stand_in",
  "joined",
  "left_out",
  "no_copy",
]);

/** The facts that every row is checked against. */
export interface CheckContext extends MailForm {
  variables: readonly Variable[];
  columns: CheckedColumns;
  /** Null if no column holds the addresses. */
  recipientColumn: string | null;
  /**
   * How dates are read, by the header of their column, or by the variable if everyone gets the same
   * value.
   */
  dateOrders: ReadonlyMap<string, DateOrder>;
  /** In the same way: how numbers that are added up are written. */
  numbers: ReadonlyMap<string, NumberForm>;
  /** Whether the page asks about open values. Then no note says how they are read. */
  isAsked: boolean;
  repeats: List["repeats"];
  /** Null if no one gets a copy. */
  copies: Record<CopyField, CopySource> | null;
  elsewhere: List["elsewhere"];
  suppressed: Suppressed;
}

/** A row, and what the email takes from it. */
export interface RowInput
  extends Pick<Row, "id" | "line" | "skipped">,
    Pick<CheckedRow, "copyCells"> {
  n: number;
  recipient: string;
  checked: CheckedRecipient;
  /** The text in the column of addresses. */
  cell: string;
  /** Of a row whose email goes to one of several addresses: those, and their findings. */
  own?: Addressed;
  findings?: readonly CellFinding[];
  /** Findings about other words in its cells of addresses. */
  words: readonly CellFinding[];
  /** Trimmed; aligned with the variables. */
  values: string[];
  keepRepeat: boolean | undefined;
  files: readonly string[] | undefined;
  note: string | undefined;
  isStopped: boolean;
  /** The first row above the limit that may be part of its email; null or absent for none. */
  above: number | null | undefined;
}

/** A row that isn't skipped, and everything found in it so far. */
export interface JudgedRow {
  row: CheckedRow;
  found: Problem[];
  /** Who gets a copy of its email; null if no one does. */
  copies: Copies | null;
}

/** The server, which gets only the columns that the email uses, finds it in the same words. */
const SHIFTED: Finding = {
  kind: "shifted",
  severity: "error",
  message: "More values than columns, so some may be in the wrong column",
};

/** The problems of a row, except those of its copies and those that other rows cause. */
export function rowProblems(
  input: RowInput,
  context: CheckContext,
  orders: Orders,
  foundInEmail: EmailFindings,
): Problem[] {
  const { id, n: row, line } = input;
  return [
    ...recipientProblems(input, context),
    ...(input.isStopped ? [{ id, row, line, column: null, value: "", ...SHIFTED }] : []),
    ...valueProblems(input, context, orders, foundInEmail),
  ];
}

function recipientProblems(
  { id, n: row, line, cell: value, checked, findings: own, words }: RowInput,
  context: CheckContext,
): Problem[] {
  const column = context.recipientColumn;
  const found = [...(own ?? checked.findings), ...words];
  return found.map((finding) => ({ id, row, line, column, value, ...finding }));
}

function valueProblems(
  input: RowInput,
  context: CheckContext,
  orders: Orders,
  foundInEmail: EmailFindings,
): Problem[] {
  const { id, n: row, line } = input;
  const found: Problem[] = [];
  for (const [index, variable] of context.variables.entries()) {
    const value = input.values[index] ?? "";
    const read = orders.get(variable.name);
    const order = read?.isOpen && context.isAsked ? undefined : read?.order;
    const about = contextOf(variable, foundInEmail, order);
    const column = context.columns.used[index]?.header ?? null;
    const address = variable.type === "email" && column !== null ? bareAddress(value) : null;
    const findings = [
      ...checkValue(variable, value, context, about),
      ...(address === null ? [] : doubtsIn(value, [{ address, name: "" }])),
    ];
    for (const finding of findings) found.push({ id, row, line, column, value, ...finding });
  }
  const ofRow: Finding[] =
    input.note === undefined ? [] : [{ kind: "ragged", severity: "note", message: input.note }];
  const together = checkTogether(input.values);
  const { blankPart } = foundInEmail;
  const findings = [
    ...ofRow,
    ...(together === null ? [] : [together]),
    ...(blankPart === null ? [] : [error("blank_email", blankPart)]),
  ];
  for (const finding of findings)
    found.push({ id, row, line, column: null, value: "", ...finding });
  return found;
}

export function isError({ severity }: Problem): boolean {
  return severity === "error";
}

const MAX_REASONS = 3;

/** Why a row with these errors isn't sent. */
export function reasonOf(errors: readonly Problem[]): string {
  const more = errors.length - MAX_REASONS;
  const messages = errors.slice(0, MAX_REASONS).map(({ message }) => message);
  return inOneLine(more > 0 ? [...messages, `and ${more} more`] : messages);
}

/** Messages in one line; only the last keeps its period. */
export function inOneLine(messages: readonly string[]): string {
  return messages.join("; ").replaceAll(".; ", "; ");
}

/** The problems that the page lists: a value that everyone gets is checked once, not in every row. */
export function shownProblems(found: readonly Problem[]): Problem[] {
  return found.filter(({ kind, column }) => column !== null || !OF_A_VALUE.has(kind));
}
