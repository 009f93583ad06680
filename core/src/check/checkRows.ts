import { AppError } from "../contract/appError.ts";
import type { DateOrder, Variable } from "../contract/templates.ts";
import { raggedness } from "../csv/ragged.ts";
import type { CsvRow } from "../csv/readCsv.ts";
import type { RecipientText } from "../recipients/recipients.ts";
import { matchColumns } from "./columns.ts";
import { LEFT_OUT, SENT_BEFORE } from "./leftOut.ts";
import { checkSources } from "./sources.ts";
import type { CheckResult } from "./types.ts";
import { type Finding, type MailForm, shortened } from "./value.ts";

export interface CheckRowsInput extends MailForm {
  variables: readonly Variable[];
  headers: readonly string[];
  rows: readonly CsvRow[];
  recipientColumn: string;
  /** Variable name → header, where the two differ. */
  columnMap?: Readonly<Record<string, string>> | undefined;
  /** Variable name → the value of all rows, instead of a column's. */
  sameForAll?: Readonly<Record<string, string>> | undefined;
  /** Header → how its `1/2/2025` are read. */
  dateOrders?: Readonly<Record<string, DateOrder>> | undefined;
  /** Data row → header → the value instead of the cell's. */
  rowEdits?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Data rows that the user leaves out. */
  skipRows?: readonly number[] | undefined;
  /** Of those: who has this mail from an earlier send. */
  sentBefore?: readonly number[] | undefined;
  keepDuplicates?: boolean | undefined;
  rowsOverLimit?: number | undefined;
}

/**
 * The check before a bulk send from a file, over all rows: the same on the page that shows it and on the server, which never
 * trusts the page. Each row is ready, or skipped with a reason; of several sendable rows with one address (case apart) only the
 * first is ready, unless duplicates are kept.
 * @throws AppError `recipient_column_missing`; `invalid_input` for a row, column or variable that does not exist.
 */
export function checkRows(input: CheckRowsInput): CheckResult {
  const { headers, rows, keepDuplicates = false, rowsOverLimit = 0 } = input;
  const { recipientIndex, indexes, columns } = matchColumns(input);
  const edits = editedCells(input);
  const same = new Map(Object.entries(input.sameForAll ?? {}));
  const dateOrders = new Map(Object.entries(input.dateOrders ?? {}));
  const unknown = [...dateOrders.keys()].find((name) => !headers.includes(name) && !same.has(name));
  if (unknown !== undefined) throw new AppError("invalid_input", `The file has no column "${shortened(unknown)}".`);
  const left = new Set(input.skipRows);
  requireRows([...left], rows);
  const sameValues = input.variables.map(({ name }) => same.get(name));
  const before = new Set(input.sentBefore);
  const sources = rows.map((row) => {
    const edited = edits.get(row.n);
    const cell = (index: number) => edited?.get(index) ?? row.cells[index] ?? "";
    return {
      n: row.n,
      line: row.line,
      recipient: cell(recipientIndex),
      values: indexes.map((index, variable) => (sameValues[variable] ?? cell(index)).trim()),
      leftOut: !left.has(row.n) ? null : before.has(row.n) ? SENT_BEFORE : LEFT_OUT,
      findings: raggedFindings(row, headers.length),
    };
  });
  return checkSources(sources, { ...input, columns, dateOrders, keepDuplicates, rowsOverLimit });
}

export interface CheckRecipientsInput extends MailForm {
  /** What `splitRecipients` made of the list. */
  recipients: readonly RecipientText[];
  variables: readonly Variable[];
  /** The same for all. */
  values: ReadonlyMap<string, string>;
  /** Variable → how its `1/2/2025` is read. */
  dateOrders?: Readonly<Record<string, DateOrder>> | undefined;
  keepDuplicates?: boolean | undefined;
}

/**
 * The check of a manual list; row n is its n-th piece. A value that is missing or wrong skips every row: `requireValues` asks for
 * them before.
 * @throws AppError `invalid_input` for the order of a variable that does not exist.
 */
export function checkRecipients(input: CheckRecipientsInput): CheckResult {
  const { recipients, variables, keepDuplicates = false } = input;
  const values = variables.map(({ name }) => (input.values.get(name) ?? "").trim());
  const dateOrders = new Map(Object.entries(input.dateOrders ?? {}));
  const unknown = [...dateOrders.keys()].find((name) => !variables.some((variable) => variable.name === name));
  if (unknown !== undefined) {
    throw new AppError("invalid_input", `The template has no variable {{${shortened(unknown)}}}.`);
  }
  const sources = recipients.map(({ text }, index) => ({
    n: index + 1,
    line: null,
    recipient: text,
    values,
    leftOut: null,
    findings: [],
  }));
  const used = variables.map(({ name }) => ({ variable: name, header: null }));
  const columns = { used, suggestions: [], missing: [], unused: [] };
  const about = { columns, recipientColumn: null, dateOrders, keepDuplicates, rowsOverLimit: 0 };
  return checkSources(sources, { ...input, ...about });
}

function raggedFindings({ cells }: CsvRow, columns: number): Finding[] {
  const raggedAs = raggedness(cells, columns);
  return raggedAs === null ? [] : [{ kind: "ragged", severity: "note", message: `The row ${raggedAs}` }];
}

/** By data row and position of the column: what stands there instead. */
function editedCells({ rowEdits = {}, headers, rows }: CheckRowsInput): Map<number, Map<number, string>> {
  const edits = new Map<number, Map<number, string>>();
  const positions = new Map(headers.map((header, index) => [header, index]));
  for (const [key, cells] of Object.entries(rowEdits)) {
    const byColumn = new Map<number, string>();
    for (const [header, value] of Object.entries(cells)) {
      const index = positions.get(header);
      if (index === undefined) throw new AppError("invalid_input", `The file has no column "${header}".`);
      byColumn.set(index, value);
    }
    edits.set(Number(key), byColumn);
  }
  requireRows([...edits.keys()], rows);
  return edits;
}

function requireRows(numbers: readonly number[], rows: readonly CsvRow[]): void {
  if (numbers.length === 0) return;
  const existing = new Set(rows.map(({ n }) => n));
  for (const n of numbers) {
    if (!existing.has(n)) throw new AppError("invalid_input", `The file has no row ${n}.`);
  }
}
