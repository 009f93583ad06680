import type { CheckRowsInput } from "@sendwright/core/check/checkRows";
import { guessRecipientColumn } from "@sendwright/core/csv/columns";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useLimits } from "../../../data/config.ts";
import { ADDRESS } from "../../../sending/tableRows.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import type { BulkMail } from "../form/bulkMail.ts";
import { feedingOf, namesInTable, ordersOf } from "../form/sameForAll.ts";
import { isTyped, tableHeaders } from "../form/typedTable.ts";
import { CsvReader } from "./csvReader.ts";
import { tableCsv } from "./tableCsv.ts";

/** The reader of this screen; its worker ends with the screen. */
function useReader(): CsvReader {
  const [reader] = useState(() => new CsvReader());
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}

const NO_HEADERS: readonly string[] = [];

/** What is to be read: the file, or the typed table as one. */
function useSource({ source, columnMap, sameForAll }: BulkForm, mail: BulkMail | null) {
  return useMemo(() => {
    if (source === null) return null;
    const place = `source ${source.id}`;
    if (!isTyped(source.content)) {
      return { id: String(source.id), place, content: source.content, delimiter: undefined, isTyped: false };
    }
    const headers = tableHeaders(mail ? namesInTable({ columnMap, sameForAll }, mail) : []);
    const content = tableCsv(source.content, headers);
    // The same table with other columns is another file.
    const id = JSON.stringify([source.id, source.revision, headers]);
    return content === null ? null : { id, place, content, delimiter: "," as const, isTyped: true };
  }, [source, columnMap, sameForAll, mail]);
}

type CheckChoices = Omit<CheckRowsInput, "headers" | "rows" | "rowsOverLimit">;

function choicesOf(
  form: BulkForm,
  mail: BulkMail | null,
  recipientColumn: string | null,
  headers: readonly string[],
): CheckChoices | null {
  if (!mail || recipientColumn === null) return null;
  const { columnMap, sameForAll } = feedingOf(form, mail, headers);
  return {
    variables: mail.variables,
    body: mail.body,
    dateFormat: mail.dateFormat,
    timeFormat: mail.timeFormat,
    recipientColumn,
    columnMap,
    sameForAll,
    dateOrders: ordersOf(form, headers),
    rowEdits: form.rowEdits,
    skipRows: form.skipRows,
    sentBefore: form.sentBefore,
    keepDuplicates: form.keepDuplicates,
  };
}

/**
 * Reads the file in a worker and checks all its rows there, again after each change of the form or the mail (null while
 * there is none). The recipient column is guessed until a person chooses one.
 */
export function useCsv(form: BulkForm, mail: BulkMail | null) {
  const reader = useReader();
  const { MAX_CSV_RECIPIENTS: maxRows } = useLimits();
  const { reading } = form;
  const source = useSource(form, mail);
  const tableId = source && [source.id, reading.delimiter, reading.encoding, reading.noHeadings, maxRows].join(" ");

  const table = useQuery({
    queryKey: ["csv-table", source?.place, tableId],
    queryFn:
      source && tableId !== null
        ? () => {
            const options = {
              delimiter: reading.delimiter ?? source.delimiter,
              encoding: reading.encoding ?? undefined,
              noHeadings: reading.noHeadings,
              maxRows,
            };
            return reader.read({ tableId, source: source.content, options });
          }
        : skipToken,
    // A typed table stays on the screen while its last change is read.
    placeholderData: (previous, query) =>
      source?.isTyped && query?.queryKey[1] === source.place ? keepPreviousData(previous) : undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const read: CsvTable | null = table.data ?? null;
  const guess = useMemo(() => (read ? guessRecipientColumn(read.headers, read.rows) : null), [read]);
  const recipientColumn = read && (source?.isTyped ? ADDRESS : (form.recipientColumn ?? guess));

  const choices = choicesOf(form, mail, recipientColumn, read?.headers ?? NO_HEADERS);
  // A row's values stand in the order of the variables: those of another template's check are none of this one's.
  const lasting = JSON.stringify([source?.isTyped ? source.place : tableId, choices?.variables]);
  const check = useQuery({
    // As text: what sorts the names of a key loses a column that is called `__proto__`.
    queryKey: ["csv-check", lasting, tableId, JSON.stringify(choices)],
    queryFn:
      read && !table.isPlaceholderData && choices && tableId !== null
        ? () => reader.check({ tableId, input: choices })
        : skipToken,
    // What stands on the screen stays until the next check is done, but never that of another file or mail.
    placeholderData: (previous, query) => (query?.queryKey[1] === lasting ? keepPreviousData(previous) : undefined),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return {
    table: read,
    isReading: table.isFetching && !source?.isTyped,
    /** As `isReading`, of a typed table too. */
    isBeingRead: table.isFetching,
    isTyped: source?.isTyped ?? false,
    error: table.error,
    recipientColumn,
    isGuessed: form.recipientColumn === null,
    check: choices ? (check.data ?? null) : null,
    /** Whether the check on the screen is of what now stands in the form. */
    isChecked: check.isSuccess && !check.isPlaceholderData,
    checkError: check.error,
  };
}
