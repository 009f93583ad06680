import { type CheckRowsInput, type CsvTable, guessRecipientColumn } from "@sendwright/functions/core";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useLimits } from "../../../data/config.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import { type BulkMail, columnMapOf } from "../form/bulkMail.ts";
import { CsvReader } from "./csvReader.ts";

/** Gives the reader of this screen; its worker ends with the screen. */
function useReader(): CsvReader {
  const [reader] = useState(() => new CsvReader());
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}

type CheckChoices = Omit<CheckRowsInput, "headers" | "rows" | "rowsOverLimit">;

function choicesOf(form: BulkForm, mail: BulkMail | null, recipientColumn: string | null): CheckChoices | null {
  if (!mail || recipientColumn === null) return null;
  return {
    variables: mail.variables,
    dateFormat: mail.dateFormat,
    timeFormat: mail.timeFormat,
    recipientColumn,
    columnMap: columnMapOf(form, mail),
    dateOrders: form.dateOrders,
    rowEdits: form.rowEdits,
    skipRows: form.skipRows,
    keepDuplicates: form.keepDuplicates,
  };
}

/**
 * Takes the form and the mail (null while there is none); reads the file in a worker and checks all its rows there, again after
 * each change. The recipient column is guessed until a person chooses one.
 */
export function useCsv(form: BulkForm, mail: BulkMail | null) {
  const reader = useReader();
  const { MAX_CSV_RECIPIENTS: maxRows } = useLimits();
  const { source, reading } = form;
  const tableId = source && [source.id, reading.delimiter, reading.encoding, maxRows].join(" ");

  const table = useQuery({
    queryKey: ["csv-table", tableId],
    queryFn:
      source && tableId !== null
        ? () => {
            const options = {
              delimiter: reading.delimiter ?? undefined,
              encoding: reading.encoding ?? undefined,
              maxRows,
            };
            return reader.read({ tableId, source: source.content, options });
          }
        : skipToken,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const read: CsvTable | null = table.data ?? null;
  const guess = useMemo(() => (read ? guessRecipientColumn(read.headers, read.rows) : null), [read]);
  const recipientColumn = read && (form.recipientColumn ?? guess);

  const choices = choicesOf(form, mail, recipientColumn);
  const check = useQuery({
    // As text: what sorts the names of a key loses a column that is called `__proto__`.
    queryKey: ["csv-check", tableId, JSON.stringify(choices)],
    queryFn: read && choices && tableId !== null ? () => reader.check({ tableId, input: choices }) : skipToken,
    // What stands on the screen stays until the next check is done, but never that of another file.
    placeholderData: (previous, query) => (query?.queryKey[1] === tableId ? keepPreviousData(previous) : undefined),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return {
    table: read,
    isReading: table.isFetching,
    error: table.error,
    recipientColumn,
    isGuessed: form.recipientColumn === null,
    check: choices ? (check.data ?? null) : null,
    /** Whether the check on the screen is of what now stands in the form. */
    isChecked: check.isSuccess && !check.isPlaceholderData,
    checkError: check.error,
  };
}
