import { type CheckRowsInput, checkRows } from "@sendwright/core/check/checkRows";
import type { CheckResult } from "@sendwright/core/check/types";
import { AppError, MAX_CSV_BYTES, type Reason } from "@sendwright/core/contract";
import { type CsvOptions, type CsvTable, readCsv } from "@sendwright/core/csv/readCsv";

/** What is to be read: a file or pasted text, under a name for the check that follows. */
export interface ToRead {
  tableId: string;
  source: File | string;
  options: CsvOptions;
}

/** How the table that was read is to be checked. Its rows stay with the worker too, so that a check need not carry them there. */
export interface ToCheck {
  tableId: string;
  input: Omit<CheckRowsInput, "headers" | "rows" | "rowsOverLimit">;
}

/** What is wrong with a file travels as words: of what a worker throws, comlink brings no reason along. */
export type Answered<T> = { value: T } | { refused: { reason: Reason; message: string } };

/** Room for the lines of a multipart form around the file. */
const FORM_BYTES = 64 * 1024;

/** Reads and checks files, one at a time: the worker's whole job, free of the worker. */
export class CsvDesk {
  #current: { id: string; table: CsvTable } | null = null;

  read(request: ToRead): Promise<Answered<CsvTable>> {
    return answered(() => this.#read(request));
  }

  check(request: ToCheck): Promise<Answered<CheckResult>> {
    return answered(() => this.#check(request));
  }

  async #read({ tableId, source, options }: ToRead): Promise<CsvTable> {
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

  #check({ tableId, input }: ToCheck): CheckResult {
    if (this.#current?.id !== tableId)
      throw new AppError("csv_unreadable", "CSV Parsing Error: Choose the file again.");
    const { headers, rows, rowsOverLimit } = this.#current.table;
    return checkRows({ ...input, headers, rows, rowsOverLimit });
  }
}

/** Does some work and returns what comes of it. Never throws. */
async function answered<T>(work: () => T | Promise<T>): Promise<Answered<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof AppError) return { refused: { reason: error.reason, message: worded(error) } };
    console.error(error);
    return { refused: { reason: "csv_unreadable", message: "CSV Parsing Error: The file could not be read." } };
  }
}

/** How far the headers are looked for (rule: CSV preview). */
const HEADER_LINES = 6;

/** What breaks further down than that breaks the counting of the rows. */
function worded({ message, details }: AppError): string {
  const isBelow = typeof details?.line === "number" && details.line > HEADER_LINES;
  return isBelow ? message.replace("CSV Parsing Error: ", "CSV Parsing Error (Count): ") : message;
}
