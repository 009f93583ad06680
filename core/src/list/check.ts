import { type CheckedRecipient, checkRecipient, doubtsIn } from "../check/address.ts";
import { NOT_EMAILED, SENT_BEFORE, SKIPPED_BY_HAND, WITHOUT_FILE } from "../check/skipReasons.ts";
import type {
  CheckedColumns,
  CheckedRow,
  CheckResult,
  Problem,
  SharedDoubt,
} from "../check/types.ts";
import {
  checkTogether,
  checkValue,
  contextOf,
  emailChecker,
  error,
  type Finding,
  type MailForm,
  shortened,
} from "../check/value.ts";
import type { DateOrder, Variable } from "../contract/templates.ts";
import {
  COPY_FIELDS,
  type CopyField,
  type CopyTexts,
  readAddresses,
  recipientCount,
} from "../recipients/copies.ts";
import { bareAddress, type Recipient } from "../recipients/recipients.ts";
import { AddressRepeats } from "./addressRepeats.ts";
import {
  type CopySource,
  checkCopies,
  copyCellsOf,
  copyColumns,
  copySourcesOf,
} from "./checkCopies.ts";
import { addressedRow, type CellFinding, checkAddressed, checkWords } from "./checkSeveral.ts";
import { summarise } from "./checkSummary.ts";
import {
  cellText,
  cellValue,
  isStopped,
  type List,
  type Row,
  rowsWithin,
  type Skip,
} from "./list.ts";
import { columnsReport, feedsOf } from "./mapping.ts";
import { columnOrders, momentColumns, type Orders, openDateNotes } from "./moments.ts";
import { RepeatFinder } from "./repeats.ts";
import { type Addressed, addressedIn } from "./severalAddresses.ts";
import { isSuppressed, type Suppressed } from "./suppressed.ts";

/** The email that a list is checked against, and how much of the list may be sent. */
export interface CheckSettings extends MailForm {
  variables: readonly Variable[];
  /** Placeholder → the value that everyone gets, where no column feeds it. */
  values: ReadonlyMap<string, string>;
  /** The most rows of one send. */
  limit: number;
  /**
   * The addresses that get a copy of every email, where no column says who does, and those of
   * replies; none if absent.
   */
  copies?: Pick<CopyTexts, CopyField> & Partial<CopyTexts>;
  /** The `addressKey`s of the people you don't email; none if absent. */
  suppressed?: ReadonlySet<string>;
}

export const SKIP_REASONS: Readonly<Record<Skip, string>> = {
  by_hand: SKIPPED_BY_HAND,
  already_received: SENT_BEFORE,
  suppressed: NOT_EMAILED,
};

/** A row that is skipped because it has no file has an empty list of files. */
function skipReason(skipped: Skip, files: readonly string[] | undefined): string {
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
  "joined",
  "left_out",
  "no_copy",
]);

/** The facts that every row is checked against. */
interface CheckContext extends MailForm {
  variables: readonly Variable[];
  columns: CheckedColumns;
  /** Null if no column holds the addresses. */
  recipientColumn: string | null;
  /**
   * How dates are read, by the header of their column, or by the variable if everyone gets the same
   * value.
   */
  dateOrders: ReadonlyMap<string, DateOrder>;
  repeats: List["repeats"];
  /** Null if no one gets a copy. */
  copies: Record<CopyField, CopySource> | null;
  elsewhere: List["elsewhere"];
  suppressed: Suppressed;
}

/** A row, and what the email takes from it. */
interface RowInput extends Pick<Row, "id" | "line" | "skipped">, Pick<CheckedRow, "copyCells"> {
  n: number;
  recipient: string;
  checked: CheckedRecipient;
  /** The text in the column of addresses. */
  cell: string;
  /** Of a row whose email goes to one of several addresses: those, and what is found. */
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
}

/**
 * Checks a whole list before a bulk send: on the page that shows it, and on the server, which
 * trusts no page. Each row is ready, or skipped with a reason (rule: the check). Takes about 12 ms
 * for 1,000 rows.
 */
export function checkList(
  list: List,
  { values: same, limit, copies, suppressed, ...mail }: CheckSettings,
): CheckResult {
  const feeds = feedsOf(list, mail.variables);
  const { rows, over } = rowsWithin(list, limit);
  const copied = copyColumns(list);
  const context: CheckContext = {
    ...mail,
    columns: columnsReport(list, mail.variables, feeds),
    recipientColumn: list.mapping.address,
    dateOrders: list.mapping.dates,
    repeats: list.repeats,
    copies: copySourcesOf(list, copied, copies),
    elsewhere: list.elsewhere,
    suppressed,
  };
  const address = list.mapping.address === null ? -1 : list.columns.indexOf(list.mapping.address);
  const fed = mail.variables.map(({ name, type }) => {
    const header = feeds.get(name) ?? null;
    const value = (same.get(name) ?? "").trim();
    return { type, value, index: header === null ? -1 : list.columns.indexOf(header) };
  });
  const seen = new Set<string>();
  const inputs = rows.map((given, position): RowInput => {
    const { id, line, keepRepeat, files, note, cells } = given;
    const values = fed.map(({ type, value, index }) =>
      index === -1 ? value : cellValue(cells[index], type).trim(),
    );
    const cell = cellText(cells[address]);
    const addressed = addressedIn(list, given, suppressed);
    const recipient = addressed?.to.text ?? cell;
    const checked = checkRecipient(recipient);
    const isOut = isSuppressed(checked.recipient?.address ?? null, suppressed);
    const isRowStopped = isStopped(given, list);
    const words = checkWords(list, given, seen);
    const row = {
      id,
      line,
      skipped: given.skipped ?? (isOut ? ("suppressed" as const) : null),
      keepRepeat,
      files,
      note,
      isStopped: isRowStopped,
      n: position + 1,
      recipient,
      checked,
      cell,
      values,
      words,
    };
    if (copied.length === 0 && addressed === null) return row;
    return {
      ...row,
      ...copyCellsOf(copied, cells),
      ...(addressed && {
        own: addressed,
        findings: checkAddressed(list, given, addressed),
      }),
    };
  });
  const fixed = fed.flatMap(({ index }, at) => (index === -1 ? (mail.variables[at] ?? []) : []));
  return { ...checkRows(inputs, context, over), doubts: sharedDoubts(list, fixed, same, copies) };
}

/** The questions about addresses that every email has. */
function sharedDoubts(
  list: List,
  variables: readonly Variable[],
  values: ReadonlyMap<string, string>,
  copies: Partial<CopyTexts> = {},
): SharedDoubt[] {
  const doubts = (value: string, place: SharedDoubt["place"]) =>
    doubtsIn(value, readAddresses(value, "").people).map((doubt) => ({ ...doubt, value, place }));
  const ofFields = (["replyTo", ...COPY_FIELDS] as const)
    .filter((field) => field === "replyTo" || list.mapping[field] === null)
    .flatMap((field) => doubts(copies[field] ?? "", { field }));
  const ofValues = variables
    .filter(({ type }) => type === "email")
    .flatMap(({ name }) => doubts((values.get(name) ?? "").trim(), { variable: name }));
  return [...ofFields, ...ofValues];
}

/** The server, which gets only the columns that the email uses, finds it in the same words. */
const SHIFTED: Finding = {
  kind: "shifted",
  severity: "error",
  message: "More values than columns, so some may be in the wrong column",
};

function checkRows(
  inputs: readonly RowInput[],
  context: CheckContext,
  over: number,
): Omit<CheckResult, "doubts"> {
  const orders = columnOrders(inputs, context);
  const orderOf = new Map([...orders].map(([variable, { order }]) => [variable, order]));
  const findInEmail = emailChecker(context, orderOf);
  const problems: Problem[] = [];
  const repeats = new RepeatFinder(context);
  const addressRepeats = new AddressRepeats(repeats);
  const rows = inputs.map((input): CheckedRow => {
    const { id, n, line, values, skipped, copyCells, own, checked } = input;
    const { address, name } = checked.recipient ?? { address: null, name: "" };
    // Named one by one: a spread costs as much as all the checks of the row.
    const row: CheckedRow = {
      id,
      n,
      line,
      recipient: address ?? shortened(input.recipient),
      address,
      name,
      values,
      verdict: "skip",
      reason: skipped === null ? "" : skipReason(skipped, input.files),
      duplicateOf: null,
      notes: [],
    };
    if (copyCells) row.copyCells = copyCells;
    if (own)
      row.addressed = { to: input.recipient, further: [...own.valid, ...own.suppressed].slice(1) };
    if (skipped !== null) {
      if (skipped === "already_received" && own) addressRepeats.skip(input, own.valid);
      return row;
    }
    const copiesWith = (to: string | null, further: readonly Recipient[] | undefined) =>
      context.copies === null
        ? null
        : checkCopies({ ...input, further }, context.copies, to ?? "", context);
    let copied = copiesWith(address, row.addressed?.further);
    const found = [
      ...recipientProblems(input, checked.findings, context),
      ...(input.isStopped ? [{ id, row: n, line, column: null, value: "", ...SHIFTED }] : []),
      ...valueProblems(input, context, orders, findInEmail(values)),
      ...(copied?.problems ?? []),
    ];
    // A row with an error doesn't keep a later one with its mailbox back.
    const isWrong = address === null || found.some(isError);
    const joined = isWrong || !own ? null : addressRepeats.next(input, own.valid, own.received);
    if (joined) {
      row.address = joined.to.address;
      row.name = joined.to.name;
      row.recipient = joined.to.address;
      row.addressed = addressedRow(joined, own);
      copied = copiesWith(row.address, row.addressed.further);
    }
    const repeat = joined
      ? joined.repeat
      : isWrong || address === null
        ? null
        : repeats.next(input, address);
    if (repeat) found.push(repeat.problem);
    // A value that everyone gets is checked once, not in every row.
    problems.push(...found.filter(({ kind, column }) => column !== null || !OF_A_VALUE.has(kind)));
    const errors = found.filter(isError);
    row.verdict = errors.length > 0 ? "skip" : "ready";
    row.reason = reasonOf(errors);
    row.duplicateOf = repeat?.of ?? null;
    row.notes = found.filter((problem) => !isError(problem)).map(({ message }) => message);
    row.notes.push(...openDateNotes(values, context, orders));
    if (copied !== null && row.verdict === "ready" && recipientCount(copied.copies) > 1)
      row.copies = copied.copies;
    return row;
  });
  return {
    rows,
    problems,
    columns: context.columns,
    summary: summarise(rows, over),
    dateOrders: orderOf,
    numberForms: new Map(),
    amounts: [],
    moments: momentColumns(rows, context, orders),
    repeats: repeats.question(),
  };
}

function recipientProblems(
  { id, n: row, line, cell: value, findings: own, words }: RowInput,
  findings: readonly Finding[],
  context: CheckContext,
): Problem[] {
  const column = context.recipientColumn;
  const found = [...(own ?? findings), ...words];
  return found.map((finding) => ({ id, row, line, column, value, ...finding }));
}

function valueProblems(
  input: RowInput,
  context: CheckContext,
  orders: Orders,
  foundInEmail: ReturnType<ReturnType<typeof emailChecker>>,
): Problem[] {
  const { id, n: row, line } = input;
  const found: Problem[] = [];
  for (const [index, variable] of context.variables.entries()) {
    const value = input.values[index] ?? "";
    const about = contextOf(variable, foundInEmail, orders.get(variable.name)?.order);
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

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

const MAX_REASONS = 3;

function reasonOf(errors: readonly Problem[]): string {
  const more = errors.length - MAX_REASONS;
  const messages = errors.slice(0, MAX_REASONS).map(({ message }) => message);
  return (more > 0 ? [...messages, `and ${more} more`] : messages).join("; ");
}
