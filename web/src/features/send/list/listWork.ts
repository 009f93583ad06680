import type { CheckResult } from "@sendwright/core/check/types";
import { AppError, type CsvDelimiter, MAX_LIST_ROWS, type Reason } from "@sendwright/core/contract";
import { csvDetectionLabel } from "@sendwright/core/csv/columns";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { type Checking, checkList } from "@sendwright/core/list/check";
import type { List, Source } from "@sendwright/core/list/list";
import { listOfCsv } from "@sendwright/core/list/read";
import type { Reading } from "../form/sendForm.ts";

/** A file or pasted text to read. */
export interface ToRead {
  source: Source;
  content: File | string;
  reading: Reading;
}

/** A list, and how it was read, in words: `Semicolon, Windows-1252`. */
export interface ReadList {
  list: List;
  label: string;
  delimiter: CsvDelimiter;
}

/** An answer of the worker. An error becomes a sentence, because errors from a worker lose their reason. */
export type Answered<T> = { value: T } | { refused: { reason: Reason; message: string } };

/** Reads and checks lists: the worker's whole job, without the worker itself. */
export class ListWork {
  read(request: ToRead): Promise<Answered<ReadList>> {
    return answered(() => readList(request));
  }

  check(list: List, checking: Checking): Promise<Answered<CheckResult>> {
    return answered(() => checkList(list, checking));
  }
}

async function readList({ source, content, reading }: ToRead): Promise<ReadList> {
  const file = typeof content === "string" ? content : new Uint8Array(await content.arrayBuffer());
  const { delimiter, encoding, noHeadings } = reading;
  const table = readCsv(file, {
    ...{ noHeadings, maxRows: MAX_LIST_ROWS },
    ...{ delimiter: delimiter ?? undefined, encoding: encoding ?? undefined },
  });
  return { list: listOfCsv(table, source), label: csvDetectionLabel(table), delimiter: table.delimiter };
}

/** Does some work and returns its result or its refusal. Never throws. */
async function answered<T>(work: () => T | Promise<T>): Promise<Answered<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof AppError) return { refused: { reason: error.reason, message: worded(error) } };
    console.error(error);
    return { refused: { reason: "csv_unreadable", message: "CSV Parsing Error: The file could not be read." } };
  }
}

/** How far down the headers can be (rule: CSV preview). */
const HEADER_LINES = 6;

/** A CSV error further down makes the row count unreliable. */
function worded({ message, details }: AppError): string {
  const isBelow = typeof details?.line === "number" && details.line > HEADER_LINES;
  return isBelow ? message.replace("CSV Parsing Error: ", "CSV Parsing Error (Count): ") : message;
}
