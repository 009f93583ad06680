import { config } from "../../../config.ts";
import { AppError } from "../../../contract/appError.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { MAX_CSV_BYTES } from "../../../contract/limits.ts";
import type { sendBulk } from "../../../contract/sendCalls.ts";
import { checkRecipients, checkRows } from "../../../core/check/checkRows.ts";
import type { CheckResult } from "../../../core/check/types.ts";
import { requireValues } from "../../../core/check/values.ts";
import { readCsv } from "../../../core/csv/readCsv.ts";
import { manualAttachmentProblems, requireFilesFit } from "../../../core/files/fit.ts";
import { splitRecipients } from "../../../core/recipients/list.ts";
import type { Upload } from "../../../http/readUpload.ts";
import type { User } from "../../../http/user.ts";
import { hoursOf } from "./hours.ts";
import { type MailSource, mailSource } from "./mailSource.ts";
import { type Plan, planOf } from "./plan.ts";
import { startOf } from "./startOf.ts";

type Input = InputOf<typeof sendBulk>;

/**
 * Takes what Bulk Send was called with and the time; gives the plan. Everything that the page checks is checked again
 * (rule: the check); rows that fail the check are `skipped` rows of the plan, and those above the limit are
 * counted. Throws the reasons of "Sending" for what makes the whole send impossible.
 */
export async function planBulk(user: User, input: Input, files: Upload[], now: number): Promise<Plan> {
  const startAt = startOf(input.start_at, now);
  const attachments = files.filter(({ field }) => field === "attachments");
  if (input.mode === "csv") requireCsvInput(input);
  const formats = { dateFormat: input.date_format_preference, timeFormat: input.time_format_preference };
  const mail = await mailSource(user.uid, { ...input, ...formats });
  requireAttachments(mail, attachments);
  const checked = input.mode === "csv" ? checkFile(mail, input, csvFile(files)) : checkList(mail, input);
  const goesOnIn = await hoursOf(user.uid, input);
  return { ...planOf(input.mode, mail, checked, attachments), startAt, goesOnIn };
}

function requireCsvInput({ template_id, subject, body }: Input): void {
  if (template_id !== "") return;
  if (subject === undefined && body === undefined) {
    throw new AppError("invalid_input", "Please select a template or '(Compose Manually)'.");
  }
  throw new AppError("csv_with_composed_mail", "CSV mode cannot be used with '(Compose Manually)'.");
}

function requireAttachments({ attachments }: MailSource, uploads: Upload[]): void {
  const { limits } = config();
  const files = uploads.map(({ filename, content }) => ({ name: filename, size: content.length }));
  const problems = manualAttachmentProblems(files, limits);
  if (problems.length > 0) throw new AppError("attachment_limit", problems.join(" "));
  requireFilesFit({ existing: attachments, files, limits });
}

function csvFile(files: Upload[]): Buffer {
  const file = files.find(({ field }) => field === "csv_file");
  if (!file) throw new AppError("invalid_input", "CSV file is required.");
  if (file.content.length > MAX_CSV_BYTES) throw new AppError("csv_too_large", "The CSV file is larger than 10 MB.");
  return file.content;
}

function checkFile(mail: MailSource, input: Input, content: Buffer): CheckResult {
  const { recipient_template: recipientColumn = "", delimiter, encoding } = input;
  if (recipientColumn.trim() === "") {
    throw new AppError("recipient_column_missing", "Recipient column header is required.");
  }
  const { variables: sameForAll = {} } = input;
  const same = new Map(Object.entries(sameForAll));
  requireValues(
    mail.variables.filter(({ name }) => same.has(name)),
    same,
    mail,
  );
  const table = readCsv(content, { delimiter, encoding, maxRows: config().limits.MAX_CSV_RECIPIENTS });
  return checkRows({
    ...mail,
    ...table,
    // The page uploads the allowed rows only, and says how many it left out.
    rowsOverLimit: table.rowsOverLimit + (input.rows_left_out ?? 0),
    recipientColumn,
    columnMap: input.column_map,
    sameForAll,
    dateOrders: input.date_orders,
    rowEdits: input.row_edits,
    // The page may have left out rows above the limit too; here there are none.
    skipRows: input.skip_rows?.filter((n) => n <= table.rows.length),
    sentBefore: input.sent_before,
    keepDuplicates: input.keep_duplicates,
  });
}

function checkList(mail: MailSource, input: Input): CheckResult {
  const recipients = splitRecipients(input.manual_recipients ?? "");
  const limit = config().limits.MAX_MANUAL_RECIPIENTS;
  if (recipients.length === 0) throw new AppError("recipients_required", "At least one recipient is required.");
  if (recipients.length > limit) throw new AppError("too_many_recipients", `Recipient limit (${limit}) exceeded.`);
  if (recipients.every(({ address }) => address === null)) {
    throw new AppError("invalid_recipient", "No valid email addresses detected.");
  }
  const values = new Map(Object.entries(input.variables ?? {}));
  requireValues(mail.variables, values, mail);
  mail.requireSubject(values);
  const { keep_duplicates: keepDuplicates, date_orders: dateOrders } = input;
  return checkRecipients({ ...mail, recipients, values, dateOrders, keepDuplicates });
}
