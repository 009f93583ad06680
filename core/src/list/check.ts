import { checkRecipient, doubtsIn } from "../check/address.ts";
import type { CheckedRow, CheckResult, Problem, SharedDoubt } from "../check/types.ts";
import { dependentTemplate, emailChecker, type MailForm } from "../check/value.ts";
import type { Variable } from "../contract/templates.ts";
import type { CompiledTemplate } from "../placeholders/placeholders.ts";
import {
  COPY_FIELDS,
  type CopyField,
  type CopyTexts,
  readAddresses,
  recipientCount,
} from "../recipients/copies.ts";
import { shortened } from "../shortened.ts";
import { AddressRepeats, type JoinedAddresses, SamePeople } from "./addressRepeats.ts";
import { columnForms, numberFormsOf } from "./amounts.ts";
import { checkCopies, copyCellsOf, copyColumns, copySourcesOf } from "./checkCopies.ts";
import {
  type CheckContext,
  isError,
  type JudgedRow,
  type RowInput,
  reasonOf,
  rowProblems,
  shownProblems,
  skipReason,
} from "./checkRow.ts";
import { addressedRow, checkAddressed, checkWords } from "./checkSeveral.ts";
import { summarizeRows } from "./checkSummary.ts";
import { joinRows, rowsAbove, shareNotes } from "./joinRows.ts";
import { cellText, cellValue, isStopped, type List, type Row, rowsWithin } from "./list.ts";
import { columnsReport, feedsOf } from "./mapping.ts";
import {
  columnOrders,
  momentColumns,
  openDateNotes,
  openDatesIn,
  type TextsOf,
  textsRead,
} from "./moments.ts";
import { RepeatFinder } from "./repeats.ts";
import { type Addressed, addressedIn } from "./severalAddresses.ts";
import { isSuppressed } from "./suppressed.ts";

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
  /**
   * On the page, where someone can be asked: the list before rows were left out of it. All of them
   * say how its columns are written. The list itself if absent.
   */
  whole?: List;
}

/**
 * Checks a whole list before a bulk send: on the page that shows it, and on the server, which
 * trusts no page. Each row is ready, or skipped with a reason (rule: the check). Takes about 12 ms
 * for 1,000 rows.
 */
export function checkList(
  list: List,
  { values, limit, copies, suppressed, whole, ...mail }: CheckSettings,
): CheckResult {
  const { rows, over } = rowsWithin(list, limit);
  const columns = columnsReport(list, mail.variables, feedsOf(list, mail.variables));
  const context: CheckContext = {
    ...mail,
    columns,
    recipientColumn: list.mapping.address,
    dateOrders: list.mapping.dates,
    numbers: list.mapping.numbers,
    isAsked: whole !== undefined,
    repeats: list.repeats,
    copies: copySourcesOf(list, copyColumns(list), copies),
    elsewhere: list.elsewhere,
    suppressed,
  };
  const template = templateOfGroups(context);
  const above = template && over > 0 ? rowsAbove(list, rows.length, suppressed) : () => undefined;
  const inputs = rows.map(rowReader(list, context, valueReader(list, context, values), above));
  const fixed = mail.variables.filter((_, at) => columns.used[at]?.header === null);
  const textsOf = (at: number) => {
    const header = columns.used[at]?.header ?? null;
    const { name = "", type = "text" } = mail.variables[at] ?? {};
    if (header === null) return [(values.get(name) ?? "").trim()];
    return textsRead(whole ?? list, header, type);
  };
  return {
    ...checkRows(inputs, context, { template, textsOf }, over),
    doubts: sharedDoubts(list, fixed, values, copies),
  };
}

/** Returns a function that takes from a row, one after the other, what the email needs of it. */
function rowReader(
  list: List,
  { recipientColumn, suppressed }: CheckContext,
  valuesOf: (cells: Row["cells"]) => string[],
  above: (address: string | null) => number | undefined,
): (row: Row, index: number) => RowInput {
  const column = recipientColumn === null ? -1 : list.columns.indexOf(recipientColumn);
  const copied = copyColumns(list);
  const seen = new Set<string>();
  return (row, index) => {
    const { id, line, keepRepeat, files, note, cells } = row;
    const own = addressedIn(list, row, suppressed);
    const cell = cellText(cells[column]);
    const recipient = own?.to.text ?? cell;
    const checked = checkRecipient(recipient);
    const address = checked.recipient?.address ?? null;
    const isOut = isSuppressed(address, suppressed);
    const input: RowInput = {
      id,
      line,
      skipped: row.skipped ?? (isOut ? "suppressed" : null),
      keepRepeat,
      files,
      note,
      isStopped: isStopped(row, list),
      n: index + 1,
      recipient,
      checked,
      cell,
      values: valuesOf(cells),
      words: checkWords(list, row, seen),
      above: row.above === undefined ? above(address) : row.above,
    };
    if (copied.length === 0 && own === null) return input;
    return {
      ...input,
      ...copyCellsOf(copied, cells),
      ...(own && { own, findings: checkAddressed(list, row, own) }),
    };
  };
}

/** Returns a function that takes the variables' values from a row: its own, or everyone's. */
function valueReader(
  list: List,
  { variables, columns }: CheckContext,
  values: CheckSettings["values"],
): (cells: Row["cells"]) => string[] {
  const sources = variables.map(({ name, type }, at) => {
    const header = columns.used[at]?.header ?? null;
    const shared = (values.get(name) ?? "").trim();
    return header === null ? shared : { type, index: list.columns.indexOf(header) };
  });
  return (cells) =>
    sources.map((source) =>
      typeof source === "string" ? source : cellValue(cells[source.index], source.type).trim(),
    );
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

/**
 * The email if rows of one mailbox are joined in one (decision 38); null otherwise. Without a
 * column, rows have nothing to repeat: they are duplicates.
 */
function templateOfGroups(context: CheckContext): CompiledTemplate | null {
  if (context.columns.used.every(({ header }) => header === null)) return null;
  const template = dependentTemplate(context);
  return template?.joining ? template : null;
}

function checkRows(
  inputs: readonly RowInput[],
  context: CheckContext,
  { template, textsOf }: { template: CompiledTemplate | null; textsOf: TextsOf },
  over: number,
): Omit<CheckResult, "doubts"> {
  const orders = columnOrders(textsOf, context);
  const orderOf = new Map([...orders].map(([variable, { order }]) => [variable, order]));
  const findInEmail = emailChecker(context, orderOf, template ?? undefined);
  const repeats = new RepeatFinder(context);
  const judge = rowJudge(context, template, repeats, (input) =>
    rowProblems(input, context, orders, findInEmail(input.values)),
  );
  const rows: CheckedRow[] = [];
  const judged = inputs.flatMap((input) => {
    const row = newCheckedRow(input);
    rows.push(row);
    return judge(row, input) ?? [];
  });
  const sums: CompiledTemplate["sums"] = template?.sums ?? new Map();
  const forms = columnForms(textsOf, { ...context, sums });
  const joined = template && joinRows(judged, { ...context, template, orderOf, forms });
  for (const one of judged) {
    conclude(one);
    if (!context.isAsked) one.row.notes.push(...openDateNotes(one.row.values, context, orders));
  }
  shareNotes(joined?.emails ?? []);
  return {
    rows,
    problems: judged.flatMap(({ found }) => shownProblems(found)),
    columns: context.columns,
    summary: summarizeRows(rows, over),
    dateOrders: orderOf,
    openDates: openDatesIn(orders),
    numberForms: numberFormsOf(forms),
    amounts: joined?.amounts ?? [],
    moments: momentColumns(rows, textsOf, context, orders),
    repeats: repeats.question(),
  };
}

/** Decides whether a row is sent, from all that was found in it. */
function conclude({ row, found, copies }: JudgedRow): void {
  const errors = found.filter(isError);
  row.verdict = errors.length > 0 ? "skip" : row.joinedTo === undefined ? "ready" : "joined";
  row.reason = reasonOf(errors);
  row.notes = found.filter((problem) => !isError(problem)).map(({ message }) => message);
  if (copies !== null && row.verdict === "ready" && recipientCount(copies) > 1) row.copies = copies;
}

/**
 * Returns a function that finds all problems of a row but those of its group, one row after the
 * other; null for a skipped row.
 */
function rowJudge(
  context: CheckContext,
  template: CompiledTemplate | null,
  repeats: RepeatFinder,
  problemsOf: (input: RowInput) => Problem[],
): (row: CheckedRow, input: RowInput) => JudgedRow | null {
  const addressRepeats = new AddressRepeats(repeats);
  const samePeople = new SamePeople();
  const copiesOf = (input: RowInput, { address, addressed }: CheckedRow) => {
    if (context.copies === null) return null;
    const row = { ...input, further: addressed?.further };
    return checkCopies(row, context.copies, address ?? "", context);
  };
  return (row, input) => {
    const { own, skipped } = input;
    if (skipped !== null) {
      if (skipped === "already_received" && own) addressRepeats.skip(input, own.valid);
      return null;
    }
    const [to, ...further] = template && own ? samePeople.inOrder(own.valid) : [];
    if (own && to && to.address !== row.address) writeTo(row, { to, further, repeat: null }, own);
    const copied = copiesOf(input, row);
    const found = [...problemsOf(input), ...(copied?.problems ?? [])];
    const judged = { row, found, copies: copied?.copies ?? null };
    if (template || row.address === null) return judged;
    if (found.some(isError)) {
      // A row with an error doesn't keep a later one with its mailbox back.
      repeats.leaveOut(row.address);
      return judged;
    }
    const joined = own ? addressRepeats.next(input, own.valid, own.received) : null;
    const repeat = joined ? joined.repeat : repeats.next(input, row.address);
    if (repeat) {
      found.push(repeat.problem);
      row.duplicateOf = repeat.of;
    }
    if (!own || !joined) return judged;
    writeTo(row, joined, own);
    return { ...judged, copies: copiesOf(input, row)?.copies ?? null };
  };
}

/** Lets a row's email go to these of its addresses. */
function writeTo(row: CheckedRow, people: JoinedAddresses, own: Addressed): void {
  row.address = people.to.address;
  row.name = people.to.name;
  row.recipient = people.to.address;
  row.addressed = addressedRow(people, own);
}

/** A row before it is checked: not sent, without a reason unless it is skipped. */
function newCheckedRow({ own, ...input }: RowInput): CheckedRow {
  const { address, name } = input.checked.recipient ?? { address: null, name: "" };
  // Named one by one: a spread costs as much as all the checks of the row.
  const row: CheckedRow = {
    id: input.id,
    n: input.n,
    line: input.line,
    recipient: address ?? shortened(input.recipient),
    address,
    name,
    values: input.values,
    verdict: "skip",
    reason: input.skipped === null ? "" : skipReason(input.skipped, input.files),
    duplicateOf: null,
    notes: [],
  };
  if (input.copyCells) row.copyCells = input.copyCells;
  if (own)
    row.addressed = { to: input.recipient, further: [...own.valid, ...own.suppressed].slice(1) };
  if (typeof input.above === "number" && input.skipped === null) row.above = input.above;
  return row;
}
