import type { CheckResult } from "@sendwright/core/check/types";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import type { BulkCall } from "../../../data/sends.ts";
import type { BulkForm } from "./bulkForm.ts";
import type { BulkMail } from "./bulkMail.ts";
import { correctsOf } from "./correctsOf.ts";
import { feedingOf, givenValue, ordersOf } from "./sameForAll.ts";
import { isTyped } from "./typedTable.ts";

interface Ready {
  form: BulkForm;
  mail: BulkMail;
  check: Pick<CheckResult, "rows">;
  /** Of CSV mode. */
  table: CsvTable | null;
  recipientColumn: string | null;
}

/**
 * The call to `POST /api/send-bulk` for a form that nothing keeps from being sent. Of a file only the rows that were
 * taken are uploaded, as UTF-8, so that the server reads what the page showed.
 */
export function sendRequest({ form, mail, check, table, recipientColumn }: Ready): BulkCall {
  const isComposed = form.choice.kind === "compose";
  const common = {
    mode: form.mode,
    template_id: form.choice.kind === "template" ? form.choice.id : "",
    date_format_preference: mail.dateFormat,
    time_format_preference: mail.timeFormat,
    ...(isComposed && { subject: form.subject.trim(), body: form.body }),
    ...correctsOf(form, check),
    ...(form.keepDuplicates && { keep_duplicates: true }),
    ...(form.when.kind === "later" && form.when.at !== null && { start_at: form.when.at }),
  };
  if (form.mode === "manual") {
    const variables = Object.fromEntries(mail.variables.map(({ name }) => [name, givenValue(form.values, name)]));
    const filled = mail.variables.length > 0 && { variables };
    return {
      input: { ...common, manual_recipients: form.manualText, ...filled },
      files: { attachments: form.attachments },
    };
  }
  const headers = table?.headers ?? [];
  const { columnMap, sameForAll } = feedingOf(form, mail, headers);
  const dateOrders = ordersOf(form, headers);
  const sentBefore = form.sentBefore.filter((n) => form.skipRows.includes(n));
  return {
    input: {
      ...common,
      recipient_template: recipientColumn ?? "",
      ...(Object.keys(columnMap).length > 0 && { column_map: columnMap }),
      ...(Object.keys(sameForAll).length > 0 && { variables: sameForAll }),
      ...(Object.keys(dateOrders).length > 0 && { date_orders: { ...dateOrders } }),
      ...(Object.keys(form.rowEdits).length > 0 && { row_edits: mutable(form.rowEdits) }),
      ...(form.skipRows.length > 0 && { skip_rows: [...form.skipRows] }),
      ...(sentBefore.length > 0 && { sent_before: sentBefore }),
      ...(form.source && isTyped(form.source.content) && { typed_table: true }),
      ...(form.reading.noHeadings && { no_headings: true }),
      ...(table && { delimiter: table.delimiter }),
      ...(table && table.rowsOverLimit > 0 && { rows_left_out: table.rowsOverLimit }),
    },
    files: { csv_file: table ? [new File([table.keptText], "recipients.csv", { type: "text/csv" })] : [] },
  };
}

function mutable(edits: BulkForm["rowEdits"]): Record<string, Record<string, string>> {
  return Object.fromEntries(Object.entries(edits).map(([row, cells]) => [row, { ...cells }]));
}
