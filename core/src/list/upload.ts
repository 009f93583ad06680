import { NOT_EMAILED } from "../check/skipReasons.ts";
import type { CheckResult } from "../check/types.ts";
import { AppError } from "../contract/appError.ts";
import type { ListRow } from "../contract/sendCalls.ts";
import type { DateOrder, NumberForm, Variable } from "../contract/templates.ts";
import { readRecords } from "../csv/records.ts";
import { writeCsv } from "../csv/write.ts";
import { COPY_WORDS, type CopyField } from "../recipients/copies.ts";
import { shortened } from "../shortened.ts";
import { copyColumns } from "./checkCopies.ts";
import { ccWith } from "./checkSeveral.ts";
import {
  ADDRESS,
  cellText,
  cellValue,
  type Feed,
  fileLine,
  isStopped,
  type List,
  type Row,
  rowsWithin,
} from "./list.ts";
import { feedsOf } from "./mapping.ts";
import { copiesWithoutOthers } from "./otherCopies.ts";
import { emptyList, freeHeader } from "./read.ts";

/** A list as it travels in a call to `POST /api/send-bulk` (decision 8). */
export interface Upload {
  /** A column for the addresses, and one under the name of each placeholder that a column feeds. */
  csv: string;
  /** The header of the column with the addresses. No placeholder has this name. */
  recipient_template: string;
  /** The values that everyone gets. */
  variables: Record<string, string>;
  /** The headers of the columns whose addresses get a copy. No placeholder has these names. */
  cc_column?: string;
  bcc_column?: string;
  /** How the dates of each date placeholder are read. */
  date_orders: Record<string, DateOrder>;
  number_forms: Record<string, NumberForm>;
  /** The facts about each row that a CSV has no place for. */
  rows: ListRow[];
  /** Rows above the limit. */
  rows_left_out: number;
}

interface UploadInput {
  variables: readonly Variable[];
  values: ReadonlyMap<string, string>;
  limit: number;
  /** The addresses in Cc of every email, where no column says who is. */
  cc?: string;
  /** By the id of their row: the files that only one row has. */
  files?: ReadonlyMap<number, RowFiles>;
}

/** The files of one row: uploaded ones, or those of a row of an earlier send. */
export type RowFiles = Required<Pick<ListRow, "files">> | Required<Pick<ListRow, "files_of">>;

/**
 * Writes a checked list for the server. A row that someone skipped by hand, or whose person is on
 * the list of people you don't email, stays in its place, but blank: its address and values never
 * leave the browser. No skipped row names a file.
 */
export function uploadOf(
  list: List,
  check: Pick<CheckResult, "rows" | "dateOrders" | "numberForms">,
  writing: UploadInput,
): Upload {
  const { variables, values, limit, cc = "", files = NO_FILES } = writing;
  const feeds = feedsOf(list, variables);
  const fed = variables.flatMap(({ name, type }) => {
    const header = feeds.get(name) ?? null;
    return header === null ? [] : [{ name, type, index: list.columns.indexOf(header) }];
  });
  const address = list.mapping.address === null ? -1 : list.columns.indexOf(list.mapping.address);
  const recipient = freeHeader(
    ADDRESS,
    variables.map(({ name }) => name),
  );
  const copied = copiedColumns(list, [recipient, ...variables.map(({ name }) => name)]);
  const { rows: within, over } = rowsWithin(list, limit);
  const notEmailed = new Set(
    check.rows.flatMap(({ id, reason }) => (reason === NOT_EMAILED ? id : [])),
  );
  const rows = within.map(
    (row): Row => (notEmailed.has(row.id) ? { ...row, skipped: "suppressed" } : row),
  );
  const isKept = new Set(
    check.rows.flatMap(({ id, verdict, duplicateOf }) =>
      verdict === "ready" && duplicateOf !== null ? id : [],
    ),
  );
  const aboveBy = new Map(
    check.rows.flatMap(({ id, above }) => (above === undefined ? [] : [[id, { above }] as const])),
  );
  const addressedBy = new Map(check.rows.map(({ id, addressed }) => [id, addressed]));
  const headers = [
    recipient,
    ...fed.map(({ name }) => name),
    ...copied.map(({ header }) => header),
  ];
  const records = rows.map((row) => {
    const { cells, skipped } = row;
    if (skipped === "by_hand" || skipped === "suppressed") return headers.map(() => "");
    const addressed = addressedBy.get(row.id);
    const copies = copied.map(({ field, index }) => {
      const text = index === null ? cc : cellText(cells[index]);
      return copiesWithoutOthers(
        field === "cc" && addressed ? ccWith(addressed.further, text, list.elsewhere).text : text,
        list.elsewhere,
      );
    });
    return [
      addressed?.to ?? cellText(cells[address]),
      ...fed.map(({ type, index }) => cellValue(cells[index], type)),
      ...copies,
    ];
  });
  const same = variables.filter(({ name }) => feeds.get(name) === null);
  return {
    csv: writeCsv(headers, records, { formulas: "keep" }),
    recipient_template: recipient,
    ...Object.fromEntries(copied.map(({ field, header }) => [`${field}_column`, header])),
    variables: Object.fromEntries(same.map(({ name }) => [name, values.get(name) ?? ""])),
    date_orders: Object.fromEntries(check.dateOrders),
    number_forms: Object.fromEntries(check.numberForms),
    rows: rows.map((row) => {
      const isCopied = row.skipped === null && addressedBy.get(row.id)?.isCopied === true;
      // To the server, who gets only copies isn't in the list: it can't find the repeat.
      const written = isCopied ? { ...row, skipped: "already_received" as const } : row;
      return {
        ...listRow(list, written, isKept.has(row.id)),
        ...aboveBy.get(row.id),
        ...(written.skipped === null && files.get(row.id)),
      };
    }),
    rows_left_out: over,
  };
}

const NO_FILES: ReadonlyMap<number, RowFiles> = new Map();

/** A list's files as its check compares them; undefined for none. */
export function namesOfFiles({
  files,
  files_of: of,
}: Pick<ListRow, "files" | "files_of">): readonly string[] | undefined {
  return of ? [`${of.send} ${of.row}`] : files?.map(({ hash }) => hash);
}

/**
 * The columns with the addresses for copies, each under a header that nothing else has. If further
 * addresses of a row are in Cc, it has a column in any case; its index is null if the list has none.
 */
function copiedColumns(list: List, taken: readonly string[]) {
  const own: { field: CopyField; index: number | null }[] = copyColumns(list);
  const isCcMissing = list.several?.as === "cc" && own.every(({ field }) => field !== "cc");
  return [...(isCcMissing ? [{ field: "cc" as const, index: null }] : []), ...own].map(
    (copied) => ({
      ...copied,
      header: freeHeader(COPY_WORDS[copied.field], taken),
    }),
  );
}

function listRow(list: List, row: Row, isKept: boolean): ListRow {
  return {
    line: fileLine(list, row),
    ...(row.skipped && { skip: row.skipped }),
    ...(isKept && { keep: true }),
    ...(isStopped(row, list) && { shifted: true }),
  };
}

interface ListUpload {
  content: Uint8Array;
  recipient_template: string;
  variables: Readonly<Record<string, string>>;
  rows: readonly ListRow[];
  rows_left_out: number;
  date_orders: Readonly<Record<string, DateOrder>>;
  number_forms?: Readonly<Record<string, NumberForm>> | undefined;
  cc_column?: string | undefined;
  bcc_column?: string | undefined;
}

/**
 * Reads what `uploadOf` wrote. The rows are those of the page, with the same numbers.
 * @throws AppError `csv_unreadable`, `too_many_lines`, `too_many_columns`, `csv_no_rows`; `invalid_input` unless there
 * is one entry of `rows` for each record.
 */
export function listOfUpload({
  content,
  rows,
  recipient_template: address,
  ...given
}: ListUpload): List {
  // The headers, the records, and one more if there are too many.
  const [columns = [], ...records] = readRecords(content, rows.length + 2);
  if (new Set(columns).size < columns.length)
    throw new AppError("csv_unreadable", "CSV Error: Two columns have the same name.");
  if (records.length === 0) throw new AppError("csv_no_rows", "CSV has no data rows.");
  if (records.length !== rows.length) {
    throw new AppError("invalid_input", '"rows" must have one entry for each record of the file.');
  }
  if (!columns.includes(address)) {
    throw new AppError(
      "recipient_column_missing",
      `The file has no column "${shortened(address)}".`,
    );
  }
  const ragged = records.findIndex((cells) => cells.length !== columns.length);
  if (ragged !== -1)
    throw new AppError(
      "csv_unreadable",
      `CSV Error: Record ${ragged + 1} has too many or too few cells.`,
    );
  const same = [address, ...Object.keys(given.variables)];
  // An earlier page has neither.
  const isAboveKnown = given.number_forms !== undefined;
  return {
    ...emptyList(),
    columns,
    rows: records.map((cells, index): Row => {
      const own: Partial<ListRow> = rows[index] ?? {};
      const { line = null, skip = null, keep = false, shifted, above = null } = own;
      const row = { id: index + 1, line, cells, skipped: skip, keepRepeat: keep, corrects: null };
      const files = namesOfFiles(own);
      return {
        ...row,
        ...(shifted && { shifted }),
        ...(isAboveKnown && { above }),
        ...(files && { files }),
      };
    }),
    beyond: given.rows_left_out,
    mapping: {
      address,
      cc: given.cc_column ?? null,
      bcc: given.bcc_column ?? null,
      // The addresses are no values, whatever a placeholder is called.
      values: new Map<string, Feed>([
        ...columns.map((name) => [name, { column: name }] as const),
        ...same.map((name) => [name, "same"] as const),
      ]),
      dates: new Map(Object.entries(given.date_orders)),
      numbers: new Map(Object.entries(given.number_forms ?? {})),
    },
    repeats: "first",
    lastId: records.length,
  };
}
