import type { CheckResult } from "@sendwright/core/check/types";
import { requireValues } from "@sendwright/core/check/value";
import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import { MAX_CSV_BYTES } from "@sendwright/core/contract/limits";
import {
  CSV_COMPOSED,
  limitExceeded,
  NO_CHOICE,
  NO_CSV_FILE,
  NO_RECIPIENT,
  NO_VALID_ADDRESS,
} from "@sendwright/core/contract/messages";
import type { sendBulk } from "@sendwright/core/contract/sendCalls";
import { manualAttachmentProblems, requireFilesFit } from "@sendwright/core/files/fileMessages";
import { checkList } from "@sendwright/core/list/check";
import { type List, ROWS_PER_LIMIT } from "@sendwright/core/list/list";
import { COPY_FIELDS, type CopyTexts } from "@sendwright/core/recipients/copies";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { withCommas } from "@sendwright/core/withCommas";
import { config, GMAIL_FILES_MB } from "../../../config.ts";
import type { ParsedUpload } from "../../../http/readInput.ts";
import type { User } from "../../../http/requireUser.ts";
import { startOf } from "../../../store/sends/sendTimes.ts";
import type { MailSource } from "./mailSource.ts";
import { copyTexts, hoursOf, planOf, type SendPlan } from "./plan.ts";
import { listOfFile, listOfRecipients } from "./requestedList.ts";
import { withRowFiles } from "./rowFiles.ts";
import { readForCheck, withoutSuppressedCopies } from "./suppressed.ts";

type BulkInput = InputOf<typeof sendBulk>;

/**
 * The plan of a Bulk Send. It repeats every check of the page (rule: the check); rows that fail the
 * check are `skipped` rows of the plan, and those above the limit are counted. Throws the reasons
 * of "Sending" for problems that prevent the whole send, and those of `withRowFiles`.
 */
export async function planBulk(
  user: User,
  input: BulkInput,
  files: ParsedUpload[],
  now: number,
): Promise<SendPlan> {
  const startAt = startOf(input.start_at, now);
  const attachments = files.filter(({ field }) => field === "attachments");
  requireConsistent(input);
  const formats = {
    dateFormat: input.date_format_preference,
    timeFormat: input.time_format_preference,
  };
  const { settings, mail, suppressed } = await readForCheck(user.uid, { ...input, ...formats });
  requireAttachments(mail, attachments);
  const copies = copyTexts(settings, mail, input);
  const mailToCheck = { ...mail, copies, suppressed };
  const checked =
    input.mode === "csv"
      ? checkFile(mailToCheck, input, csvFile(files))
      : checkRecipients(mailToCheck, input);
  const resumeHours = hoursOf(settings, input);
  const planned = withoutSuppressedCopies(
    planOf(input.mode, mail, copies, checked, attachments),
    suppressed,
  );
  const plan = await withRowFiles(user.uid, planned, input.rows ?? []);
  const details = { ...plan.details, listName: input.list_name ?? "" };
  const { corrects = null, replaces = null } = input;
  if (replaces !== null && !plan.rows.some(({ state }) => state === "queued"))
    throw new AppError("recipients_required", NO_ONE_INSTEAD);
  return { ...plan, details, corrects, replaces, startAt, resumeHours };
}

const NO_ONE_INSTEAD =
  "None of these emails can be sent, so the send that you're editing stays scheduled as it is.";

/** Checks that the fields of a call fit together. */
function requireConsistent(input: BulkInput): void {
  if (input.mode === "csv") requireCsvInput(input);
  else if (input.rows !== undefined)
    throw new AppError("invalid_input", '"rows" works only with mode "csv".');
  requireOneSource(input);
  requireWholeReplacement(input);
}

/** Undo couldn't bring back the send that was replaced. */
function requireWholeReplacement({ replaces, corrects, hold = 0 }: BulkInput): void {
  if (replaces === undefined) return;
  if (hold > 0) throw new AppError("invalid_input", 'Send "replaces" or "hold", not both.');
  if (corrects !== undefined && corrects.send !== replaces)
    throw new AppError("invalid_input", '"corrects" must name the send that "replaces" names.');
}

/** The copies of an email come from a column, or are the same for all. */
function requireOneSource(input: BulkInput): void {
  for (const field of COPY_FIELDS) {
    if (input[`${field}_column`] === undefined) continue;
    if (input.mode !== "csv")
      throw new AppError("invalid_input", `"${field}_column" works only with mode "csv".`);
    if ((input[field] ?? "").trim() !== "") {
      throw new AppError("invalid_input", `Send "${field}" or "${field}_column", not both.`);
    }
  }
}

function requireCsvInput({ template_id, subject, body }: BulkInput): void {
  if (template_id !== "") return;
  if (subject === undefined && body === undefined) {
    throw new AppError("invalid_input", NO_CHOICE);
  }
  throw new AppError("csv_with_composed_mail", CSV_COMPOSED);
}

function requireAttachments({ attachments }: MailSource, uploads: ParsedUpload[]): void {
  const { limits } = config();
  const files = uploads.map(({ filename, content }) => ({ name: filename, size: content.length }));
  const problems = manualAttachmentProblems(files, limits);
  if (problems.length > 0) throw new AppError("attachment_limit", problems.join(" "));
  // The template's files don't count here. Together, the files fit into one email to Gmail.
  const together = {
    MAX_ATTACHMENTS_PER_EMAIL: Number.POSITIVE_INFINITY,
    MAX_TOTAL_ATTACHMENT_SIZE_MB: GMAIL_FILES_MB,
  };
  requireFilesFit({ existing: attachments, files, limits: { ...limits, ...together } });
}

function csvFile(files: ParsedUpload[]): Buffer {
  const file = files.find(({ field }) => field === "csv_file");
  if (!file) throw new AppError("invalid_input", NO_CSV_FILE);
  if (file.content.length > MAX_CSV_BYTES)
    throw new AppError(
      "csv_too_large",
      `The CSV file is larger than ${MAX_CSV_BYTES / 1024 / 1024} MB.`,
    );
  return file.content;
}

/** The email with its copies and the people you don't email. */
interface MailToCheck extends MailSource {
  copies: CopyTexts;
  suppressed: ReadonlySet<string>;
}

function checkFile(mail: MailToCheck, input: BulkInput, content: Buffer): CheckResult {
  const limit = config().limits.MAX_CSV_RECIPIENTS;
  const list = listOfFile(input, content, { placeholders: mail.variables, limit });
  const values = new Map(Object.entries(input.variables ?? {}));
  requireValues(
    mail.variables.filter(({ name }) => values.has(name)),
    values,
    mail,
  );
  const checked = checkList(list, { ...mail, values, limit });
  if (mail.joining !== null && checked.summary.rowsOverLimit > 0)
    requireWholeEmails(checked, list, input, limit);
  return checked;
}

/**
 * Only the page can say to which emails the rows above the limit belong. If its list has room for
 * more, it hasn't seen these rows, so it can't say that an email is complete.
 */
function requireWholeEmails(
  { summary, columns }: CheckResult,
  { rows }: List,
  { rows: given, number_forms: forms }: BulkInput,
  limit: number,
): void {
  if (given === undefined || forms === undefined)
    throw new AppError("too_many_recipients", limitExceeded(limit));
  // The page counts those that it skips because of their address.
  const counted = rows.filter(({ skipped }) => skipped !== "by_hand").length;
  const hasRoom = counted < limit && rows.length < ROWS_PER_LIMIT * limit;
  const isJoined = columns.used.some(({ header }) => header !== null);
  if (hasRoom && isJoined && summary.ready > 0)
    throw new AppError("invalid_input", roomLeft(limit));
}

const roomLeft = (limit: number) =>
  `Rows were left out of the list, although it has fewer than ${withCommas(limit)}. Reload the page and try again.`;

function checkRecipients(mail: MailToCheck, input: BulkInput): CheckResult {
  const recipients = splitRecipients(input.manual_recipients ?? "");
  const limit = config().limits.MAX_MANUAL_RECIPIENTS;
  if (recipients.length === 0) throw new AppError("recipients_required", NO_RECIPIENT);
  if (recipients.length > limit) throw new AppError("too_many_recipients", limitExceeded(limit));
  if (recipients.every(({ address }) => address === null)) {
    throw new AppError("invalid_recipient", NO_VALID_ADDRESS);
  }
  const values = new Map(Object.entries(input.variables ?? {}));
  requireValues(mail.variables, values, mail);
  mail.subjectFor(values);
  return checkList(listOfRecipients(recipients, mail.variables, input), {
    ...mail,
    values,
    limit,
  });
}
