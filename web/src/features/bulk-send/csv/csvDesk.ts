import { AppError, MAX_CSV_BYTES, type Reason } from "@sendwright/functions/contract";
import {
  type CheckResult,
  type CheckRowsInput,
  type CsvOptions,
  type CsvTable,
  checkRows,
  readCsv,
} from "@sendwright/functions/core";

/** What the page asks of the worker. The rows of a table stay with the worker too, so that a check need not carry them there. */
export type CsvRequest =
  | { kind: "read"; tableId: string; source: File | string; options: CsvOptions }
  | { kind: "check"; tableId: string; input: Omit<CheckRowsInput, "headers" | "rows" | "rowsOverLimit"> };

export type CsvAnswer =
  | { kind: "table"; table: CsvTable }
  | { kind: "checked"; result: CheckResult }
  | { kind: "refused"; reason: Reason; message: string };

/** Room for the lines of a multipart form around the file. */
const FORM_BYTES = 64 * 1024;

/** Reads and checks files, one at a time: the worker's whole job, free of the worker. */
export class CsvDesk {
  #current: { id: string; table: CsvTable } | null = null;

  /** Takes a request; gives its answer. Never throws: what is wrong with a file travels as words. */
  async answer(request: CsvRequest): Promise<CsvAnswer> {
    try {
      if (request.kind === "read") return { kind: "table", table: await this.#read(request) };
      return { kind: "checked", result: this.#check(request) };
    } catch (error) {
      if (error instanceof AppError) return { kind: "refused", reason: error.reason, message: worded(error) };
      console.error(error);
      return { kind: "refused", reason: "csv_unreadable", message: "CSV Parsing Error: The file could not be read." };
    }
  }

  async #read({ tableId, source, options }: Extract<CsvRequest, { kind: "read" }>): Promise<CsvTable> {
    this.#current = null;
    const content = typeof source === "string" ? source : new Uint8Array(await source.arrayBuffer());
    const table = readCsv(content, options);
    const bytes = new TextEncoder().encode(table.keptText).length;
    if (bytes > MAX_CSV_BYTES - FORM_BYTES) {
      throw new AppError(
        "csv_too_large",
        "The rows to be sent are larger than 10 MB together. Take out columns you do not need.",
      );
    }
    this.#current = { id: tableId, table };
    return table;
  }

  #check({ tableId, input }: Extract<CsvRequest, { kind: "check" }>): CheckResult {
    if (this.#current?.id !== tableId)
      throw new AppError("csv_unreadable", "CSV Parsing Error: Choose the file again.");
    const { headers, rows, rowsOverLimit } = this.#current.table;
    return checkRows({ ...input, headers, rows, rowsOverLimit });
  }
}

/** How far the headers are looked for (rule: CSV preview). */
const HEADER_LINES = 6;

/** What breaks further down than that breaks the counting of the rows. */
function worded({ message, details }: AppError): string {
  const isBelow = typeof details?.line === "number" && details.line > HEADER_LINES;
  return isBelow ? message.replace("CSV Parsing Error: ", "CSV Parsing Error (Count): ") : message;
}
