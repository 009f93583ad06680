import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import {
  limitExceeded,
  NO_RECIPIENT_COLUMN,
  TEMPLATE_CHANGED,
} from "@sendwright/core/contract/messages";
import type { ListRow, sendBulk } from "@sendwright/core/contract/sendCalls";
import type { Variable } from "@sendwright/core/contract/templates";
import { readCsv } from "@sendwright/core/csv/readCsv";
import {
  ADDRESS,
  type Feed,
  type List,
  NO_MAPPING,
  newRow,
  ROWS_PER_LIMIT,
  withoutColumns,
} from "@sendwright/core/list/list";
import { emptyList, freeHeader, listOfAddresses, listOfTable } from "@sendwright/core/list/read";
import { listOfUpload } from "@sendwright/core/list/upload";
import { COPY_FIELDS } from "@sendwright/core/recipients/copies";
import type { RecipientText } from "@sendwright/core/recipients/recipients";
import { shortened } from "@sendwright/core/shortened";

type BulkCall = InputOf<typeof sendBulk>;

/** The fields of a call that say how to read its file. */
export type FileCall = Pick<
  BulkCall,
  | "recipient_template"
  | "cc_column"
  | "bcc_column"
  | "variables"
  | "date_orders"
  | "number_forms"
  | "rows"
  | "keep_duplicates"
  | "rows_left_out"
>;

interface ListContext {
  /** The template's variables. */
  placeholders: readonly Pick<Variable, "name">[];
  /** The most rows of one send. */
  limit: number;
}

/**
 * The list in the file of a call: as our page checked it if `rows` came with it, else by the
 * headers alone. Throws `recipient_column_missing`; `invalid_input` for a placeholder or column
 * that doesn't exist; for a page's list `too_many_recipients` above the limit, `invalid_input` for
 * an `above` that isn't, and `template_changed` if it was checked with other placeholders; and the
 * readers' errors.
 */
export function listOfFile(
  call: FileCall,
  content: Uint8Array,
  { placeholders, limit }: ListContext,
): List {
  const { recipient_template: address = "", variables = {}, date_orders: dates = {}, rows } = call;
  const { number_forms: numbers = {} } = call;
  if (address.trim() === "") throw new AppError("recipient_column_missing", NO_RECIPIENT_COLUMN);
  const list =
    rows === undefined ? plainList(call, content, limit) : checkedList(call, rows, content, limit);
  const { columns } = list;
  const copied = COPY_FIELDS.flatMap((field) => call[`${field}_column`] ?? []);
  refuse(copied, columns.map(named), noColumn);
  const same = new Set(Object.keys(variables));
  if (rows === undefined) {
    if (!columns.includes(address))
      throw new AppError("recipient_column_missing", noColumn(address));
    refuse(same, placeholders, noPlaceholder);
  } else
    requireSamePlaceholders(placeholders, [
      ...columns.filter((header) => header !== address && !copied.includes(header)),
      ...same,
    ]);
  refuse(Object.keys({ ...dates, ...numbers }), [...columns, ...same].map(named), noColumn);
  if (rows !== undefined) return list;
  const values = exactFeeds(placeholders, new Set(columns.filter((header) => !same.has(header))));
  const { cc_column: cc = null, bcc_column: bcc = null } = call;
  return {
    ...list,
    mapping: {
      address,
      cc,
      bcc,
      values,
      dates: new Map(Object.entries(dates)),
      numbers: new Map(Object.entries(numbers)),
    },
  };
}

/**
 * The list of people who all get the same values. Throws `invalid_input` for the dates or numbers
 * of a placeholder that doesn't exist.
 */
export function listOfRecipients(
  recipients: readonly RecipientText[],
  placeholders: readonly Pick<Variable, "name">[],
  {
    date_orders: dates = {},
    number_forms: numbers = {},
    keep_duplicates = false,
  }: Pick<BulkCall, "date_orders" | "number_forms" | "keep_duplicates">,
): List {
  refuse(Object.keys({ ...dates, ...numbers }), placeholders, noPlaceholder);
  const list = {
    ...listOfAddresses(recipients, emptyList()),
    mapping: {
      ...NO_MAPPING,
      dates: new Map(Object.entries(dates)),
      numbers: new Map(Object.entries(numbers)),
    },
    repeats: keep_duplicates ? ("all" as const) : ("first" as const),
  };
  return withoutColumns(list, placeholders);
}

/**
 * The list of the rows of one email to someone, each with its values. Throws `invalid_input` for
 * the numbers of a placeholder that doesn't exist.
 */
export function listOfOneEmail(
  address: string,
  rows: readonly ReadonlyMap<string, string>[],
  placeholders: readonly Pick<Variable, "name">[],
  numberForms: NonNullable<BulkCall["number_forms"]>,
): List {
  refuse(Object.keys(numberForms), placeholders, noPlaceholder);
  const names = placeholders.map(({ name }) => name);
  const column = freeHeader(ADDRESS, names);
  return {
    ...emptyList(),
    columns: [column, ...names],
    rows: rows.map((values, index) =>
      newRow(index + 1, [address, ...names.map((name) => values.get(name) ?? "")]),
    ),
    mapping: {
      ...NO_MAPPING,
      address: column,
      values: new Map(names.map((name) => [name, { column: name }])),
      numbers: new Map(Object.entries(numberForms)),
    },
    lastId: rows.length,
  };
}

function plainList(
  { keep_duplicates = false, rows_left_out = 0 }: FileCall,
  content: Uint8Array,
  limit: number,
): List {
  const list = listOfTable(readCsv(content, { maxRows: limit }), { kind: "file", name: "" });
  return {
    ...list,
    beyond: list.beyond + rows_left_out,
    repeats: keep_duplicates ? "all" : "first",
  };
}

function checkedList(
  call: FileCall,
  rows: readonly ListRow[],
  content: Uint8Array,
  limit: number,
): List {
  const {
    recipient_template = "",
    variables = {},
    date_orders = {},
    number_forms,
    rows_left_out = 0,
    keep_duplicates,
  } = call;
  if (keep_duplicates)
    throw new AppError("invalid_input", '"keep_duplicates" is for a file without "rows".');
  if (
    rows.length > ROWS_PER_LIMIT * limit ||
    rows.filter(({ skip }) => skip === undefined).length > limit
  ) {
    throw new AppError("too_many_recipients", limitExceeded(limit));
  }
  const isCounted = (n: number) => n > rows.length && n <= rows.length + rows_left_out;
  if (rows.some(({ above }) => above !== undefined && !isCounted(above)))
    throw new AppError("invalid_input", NOT_ABOVE);
  const { cc_column, bcc_column } = call;
  return listOfUpload({
    content,
    recipient_template,
    cc_column,
    bcc_column,
    variables,
    date_orders,
    number_forms,
    rows,
    rows_left_out,
  });
}

/**
 * The column with exactly its name fills a placeholder. A placeholder without one has one value for
 * everyone.
 */
function exactFeeds(
  placeholders: ListContext["placeholders"],
  columns: ReadonlySet<string>,
): Map<string, Feed> {
  return new Map(
    placeholders.map(({ name }) => [name, columns.has(name) ? { column: name } : "same"]),
  );
}

/** A page's list has a value for each placeholder, and for no other. */
function requireSamePlaceholders(
  placeholders: ListContext["placeholders"],
  given: readonly string[],
): void {
  const names = new Set(placeholders.map(({ name }) => name));
  const filled = new Set(given);
  if (filled.size !== names.size || given.some((name) => !names.has(name))) {
    throw new AppError("template_changed", TEMPLATE_CHANGED);
  }
}

function refuse(
  names: Iterable<string>,
  known: readonly { name: string }[],
  sentence: (name: string) => string,
): void {
  const isKnown = new Set(known.map(({ name }) => name));
  for (const name of names)
    if (!isKnown.has(name)) throw new AppError("invalid_input", sentence(name));
}

const NOT_ABOVE = '"above" must be the number of a row that "rows_left_out" counts.';
const named = (name: string) => ({ name });
const noPlaceholder = (name: string) => `The template has no variable {{${shortened(name)}}}.`;
const noColumn = (header: string) => `The file has no column "${shortened(header)}".`;
