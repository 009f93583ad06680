import {
  AppError,
  type CsvDelimiter,
  MAX_LIST_ROWS,
  MAX_WORKBOOK_BYTES,
  type Reason,
} from "@sendwright/core/contract";
import {
  csvDetectionLabel,
  DELIMITER_NAMES,
  ENCODING_NAMES,
} from "@sendwright/core/csv/formatNames";
import { type CsvTable, readCsv } from "@sendwright/core/csv/readCsv";
import { checkOnPage, type PageCheck } from "@sendwright/core/list/belonging";
import type { CheckSettings } from "@sendwright/core/list/check";
import type { List, ListSource } from "@sendwright/core/list/list";
import { type OtherPeople, peopleIn, type RawRows } from "@sendwright/core/list/otherPeople";
import { listOfTable } from "@sendwright/core/list/read";
import { withCommas } from "@sendwright/core/withCommas";
import { isWorkbook } from "@sendwright/core/workbook/isWorkbook";
import type { Reading, ReadingFacts, ReadingGuess, WorkbookFacts } from "./reading.ts";

/** A file or pasted text to read. */
export interface ReadRequest {
  source: ListSource;
  content: File | string;
  reading: Reading;
}

/** A list, and how it was read, in words: `Semicolon, Windows-1252`. */
export interface ReadList {
  list: List;
  label: string;
  /** Null for a workbook. */
  delimiter: CsvDelimiter | null;
  facts: ReadingFacts;
  /** Null if it isn't a workbook. */
  workbook: WorkbookFacts | null;
}

/**
 * An answer of the worker. An error becomes a sentence, because errors from a worker lose their
 * reason.
 */
export type WorkerAnswer<T> = { value: T } | { refused: { reason: Reason; message: string } };

/** Reads and checks lists: the worker's whole job, without the worker itself. */
export class ListWork {
  /** Returns whether the file is a workbook, and then loads the code that reads it. */
  prepare({ content }: Pick<ReadRequest, "content">): Promise<WorkerAnswer<boolean>> {
    return answered(async () => {
      if (typeof content === "string") return false;
      const isSheet = isWorkbook(
        new Uint8Array(await content.slice(0, SIGNATURE_BYTES).arrayBuffer()),
      );
      if (isSheet) await workbookReader();
      return isSheet;
    });
  }

  read(request: ReadRequest): Promise<WorkerAnswer<ReadList>> {
    return answered(() => readList(request));
  }

  /**
   * Reads the people of another list, to skip them. Only their addresses go back to the page, and
   * their texts in columns that the list itself has.
   */
  people(
    { source: { name }, content }: ReadRequest,
    columns: readonly string[],
  ): Promise<WorkerAnswer<OtherPeople>> {
    return answered(async () => {
      const sheets = await wholeFile(content);
      if (sheets.some((rows) => rows.length > MAX_OTHER_ROWS)) {
        const most = withCommas(MAX_OTHER_ROWS);
        throw new AppError("csv_unreadable", `${name} has more than ${most} rows. Split it.`);
      }
      const found = peopleIn(sheets, columns);
      if (found === null) throw new AppError("csv_unreadable", `${name} has no email addresses.`);
      return found;
    });
  }

  check(list: List, checking: CheckSettings): Promise<WorkerAnswer<PageCheck>> {
    return answered(() => checkOnPage(list, checking), "The list could not be checked.");
  }
}

/** The first bytes of a file, which say what it is. */
const SIGNATURE_BYTES = 512;

/** Loaded only for workbooks. */
const workbookReader = () => import("@sendwright/core/workbook/readWorkbook");
type WorkbookReader = Awaited<ReturnType<typeof workbookReader>>;

/** Reads a workbook; an unexpected error is one of a workbook, not of a CSV file. */
async function fromWorkbook<T>(read: (reader: WorkbookReader) => T): Promise<T> {
  const reader = await workbookReader();
  try {
    return read(reader);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    console.error(cause);
    throw new AppError("csv_unreadable", "The workbook could not be read.", { cause });
  }
}

/**
 * The bytes of a workbook, or a CSV file or text. Throws if the file is larger than any list:
 * reading it would fill the memory.
 */
async function contentOf(
  content: ReadRequest["content"],
): Promise<{ workbook: Uint8Array } | { csv: Uint8Array | string }> {
  if (typeof content === "string") return { csv: content };
  if (content.size > MAX_WORKBOOK_BYTES) {
    const most = MAX_WORKBOOK_BYTES / 1024 / 1024;
    throw new AppError("csv_unreadable", `This file is larger than ${most} MB.`);
  }
  const bytes = new Uint8Array(await content.arrayBuffer());
  return isWorkbook(bytes) ? { workbook: bytes } : { csv: bytes };
}

/** Rows of another list: an organization's whole list of people who opted out. */
const MAX_OTHER_ROWS = 100_000;

/**
 * Every row of a file, its headers and hidden rows included: of a workbook, those of every sheet.
 */
async function wholeFile(content: ReadRequest["content"]): Promise<RawRows[]> {
  const file = await contentOf(content);
  if ("workbook" in file)
    return fromWorkbook((reader) => reader.readAllSheets(file.workbook, navigator.language));
  const { rows } = readCsv(file.csv, {
    noHeaders: true,
    withBelow: true,
    maxRows: MAX_OTHER_ROWS + 1,
  });
  return [rows.map(({ cells }) => cells)];
}

async function readList({ source, content, reading }: ReadRequest): Promise<ReadList> {
  const file = await contentOf(content);
  if ("workbook" in file)
    return fromWorkbook((reader) => readSheet(reader, file.workbook, source, reading));
  const { delimiter, encoding, noHeaders, headerRow, withAbove, withBelow } = reading;
  const table = readCsv(file.csv, {
    noHeaders,
    headerRow,
    withAbove,
    withBelow,
    maxRows: MAX_LIST_ROWS,
    delimiter: delimiter ?? undefined,
    encoding: encoding ?? undefined,
  });
  const { delimiter: found, above, below } = table;
  return {
    list: listOfTable(table, source),
    label: csvDetectionLabel(table),
    delimiter: found,
    facts: { above, below, guesses: csvGuesses(table) },
    workbook: null,
  };
}

function csvGuesses({ encoding, guess, delimiter, otherDelimiter }: CsvTable): ReadingGuess[] {
  const guesses: ReadingGuess[] = [];
  if (guess !== null && encoding !== null) {
    const message = `The file doesn't say its encoding. It's read as ${ENCODING_NAMES[encoding]}: ${guess.names.join(", ")}.`;
    const others = guess.others.map((other) => ({
      word: `${ENCODING_NAMES[other.encoding]}: ${other.names.join(", ")}`,
      reading: { encoding: other.encoding },
    }));
    guesses.push({ message, others });
  }
  if (otherDelimiter !== null) {
    const name = (one: CsvDelimiter) => DELIMITER_NAMES[one].toLowerCase();
    const message = `The columns may be separated by a ${name(delimiter)} or a ${name(otherDelimiter)}. The ${name(delimiter)} is used.`;
    guesses.push({
      message,
      others: [{ word: `Use the ${name(otherDelimiter)}`, reading: { delimiter: otherDelimiter } }],
    });
  }
  return guesses;
}

function readSheet(
  { readWorkbook }: WorkbookReader,
  file: Uint8Array,
  source: ListSource,
  reading: Reading,
): ReadList {
  const language = reading.language ?? navigator.language;
  const table = readWorkbook(file, { ...reading, language }, MAX_LIST_ROWS);
  const { sheet, sheets, hidden, merged, example, above, below, otherSheet } = table;
  const guesses: ReadingGuess[] = [];
  if (otherSheet !== null) {
    guesses.push({
      message: `The sheet “${sheet}” has the most people. “${otherSheet.name}” has ${otherSheet.people}.`,
      others: [{ word: `Use “${otherSheet.name}”`, reading: { sheet: otherSheet.name } }],
    });
  }
  if (merged.length > 0) {
    const named = merged.map((header) => `“${header}”`).join(", ");
    guesses.push({ message: `Merged cells count for each of their rows: ${named}.`, others: [] });
  }
  return {
    list: listOfTable(table, source),
    label: `Sheet “${sheet}”`,
    delimiter: null,
    facts: { above, below, guesses },
    workbook: { sheet, sheets, hidden, example, language },
  };
}

/** Does some work and returns its result or its refusal; `failure` for any other error. */
async function answered<T>(
  work: () => T | Promise<T>,
  failure = "CSV Parsing Error: The list could not be read.",
): Promise<WorkerAnswer<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof AppError)
      return { refused: { reason: error.reason, message: worded(error) } };
    console.error(error);
    return { refused: { reason: "csv_unreadable", message: failure } };
  }
}

/** How far down the headers can be (rule: CSV preview). */
const HEADER_LINES = 6;

/** A CSV error further down makes the row count unreliable. */
function worded({ message, details }: AppError): string {
  const isBelow = typeof details?.line === "number" && details.line > HEADER_LINES;
  return isBelow ? message.replace("CSV Parsing Error: ", "CSV Parsing Error (Count): ") : message;
}
