import { type CheckResult, rowValues } from "@sendwright/core/check/types";
import { requireValues } from "@sendwright/core/check/value";
import { AppError } from "@sendwright/core/contract/appError";
import type { InputOf } from "@sendwright/core/contract/endpoint";
import { cannotAddMore, NO_DIRECT_RECIPIENT } from "@sendwright/core/contract/messages";
import type { sendDirect, testSend } from "@sendwright/core/contract/sendCalls";
import { requireFilesFit } from "@sendwright/core/files/fileMessages";
import { checkList } from "@sendwright/core/list/check";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { type RecipientText, uniqueRecipients } from "@sendwright/core/recipients/recipients";
import { config } from "../../../config.ts";
import type { ParsedUpload } from "../../../http/readInput.ts";
import type { User } from "../../../http/requireUser.ts";
import { readSettings } from "../../../store/settings.ts";
import { type MailSource, mailSource } from "./mailSource.ts";
import { copyTexts, hoursOf, planOf, rowOptions, type SendPlan } from "./plan.ts";
import { listOfOneEmail, listOfRecipients } from "./requestedList.ts";
import { withRowFiles } from "./rowFiles.ts";
import { readForCheck, withoutSuppressedCopies } from "./suppressed.ts";

/**
 * The plan of a Direct Send, one email for each address. The same address twice is one email.
 * Throws `not_found`, `recipients_required`, `invalid_recipient`, `too_many_recipients`,
 * `missing_variables`, `invalid_values`, `values_too_long`, `blank_email`, `subject_too_long`,
 * `attachment_limit`, `attachment_kind_refused` (rule: before it goes).
 */
export async function planDirect(
  user: User,
  input: InputOf<typeof sendDirect>,
  uploads: ParsedUpload[],
): Promise<SendPlan> {
  const { limits } = config();
  const recipients = readRecipients(input.recipient, limits.MAX_DIRECT_RECIPIENTS);
  const { settings, mail, suppressed } = await readForCheck(user.uid, input);
  const values = new Map(Object.entries(input.variables ?? {}));
  requireValues(mail.variables, values, mail);
  mail.subjectFor(values);
  requireFit(mail, uploads);
  const list = listOfRecipients(recipients, mail.variables, input);
  const copies = copyTexts(settings, mail, input);
  const limit = limits.MAX_DIRECT_RECIPIENTS;
  const checked = checkList(list, { ...mail, values, copies, suppressed, limit });
  const plan = planOf("direct", mail, copies, checked, uploads);
  return {
    ...withoutSuppressedCopies(plan, suppressed),
    resumeHours: hoursOf(settings, input),
  };
}

/**
 * As `planDirect`, for a test email to the user's own address, with the files of one row, also if
 * that is on the list of people they don't email, or of the rows of one email. Throws
 * `files_missing`, too, and `invalid_values` if the rows can't be one email.
 */
export async function planTest(
  user: User,
  input: InputOf<typeof testSend>,
  uploads: ParsedUpload[],
): Promise<SendPlan> {
  const settings = await readSettings(user.uid);
  const mail = await mailSource(user.uid, settings, input);
  const rows = [input.variables, ...(input.rows ?? [])].map((row) => new Map(Object.entries(row)));
  // Of several rows, one alone may say nothing.
  if (rows.length === 1) requireValues(mail.variables, rows[0] ?? new Map(), mail);
  requireFit(mail, uploads);
  const copies = copyTexts(settings, mail, { reply_to: input.reply_to });
  const checked = checkTest(user.email, mail, rows, input.number_forms ?? {});
  const { row_files: files, files_of = [] } = input;
  const plan = planOf("test", mail, copies, checked, uploads);
  const own = [...(files ? [{ files }] : []), ...[files_of].flat().map((of) => ({ files_of: of }))];
  if (own.length > rows.length)
    throw new AppError("invalid_input", 'A row has "files" or "files_of", not both.');
  return withRowFiles(user.uid, plan, own).catch((cause) => {
    const isEarlier = input.files_of !== undefined;
    if (!(cause instanceof AppError && cause.reason === "files_missing" && isEarlier)) throw cause;
    // The row has another number on the page than here.
    throw new AppError("files_missing", GONE_WITH_SEND);
  });
}

/** The check of an email for these rows. Throws `invalid_values` with the reason if it can't go. */
function checkTest(
  address: string,
  mail: MailSource,
  rows: readonly ReadonlyMap<string, string>[],
  numberForms: NonNullable<InputOf<typeof testSend>["number_forms"]>,
): CheckResult {
  const list = listOfOneEmail(address, rows, mail.variables, numberForms);
  const checked = checkList(list, { ...mail, values: new Map(), limit: rows.length });
  const [leading, ...further] = checked.rows;
  if (leading?.verdict !== "ready") {
    // The leading row may say only which other has an error.
    const own = checked.problems.find(
      ({ severity, kind }) => severity === "error" && kind !== "group",
    );
    const reason = own?.message ?? leading?.reason ?? "This email has no rows.";
    throw new AppError("invalid_values", reason);
  }
  mail.subjectFor(rowValues(mail.variables, leading), rowOptions(mail, checked, further));
  return checked;
}

const GONE_WITH_SEND = "The files of this row were deleted with its earlier send. Add them again.";

/** The template's files and the call's, together. */
function requireFit({ attachments: existing }: MailSource, uploads: ParsedUpload[]): void {
  const files = uploads.map(({ filename, content }) => ({ name: filename, size: content.length }));
  requireFilesFit({ existing, files, limits: config().limits });
}

function readRecipients(text: string, limit: number): RecipientText[] {
  const pieces = splitRecipients(text).map((piece) => {
    const { address } = piece;
    if (address === null)
      throw new AppError("invalid_recipient", `Invalid email format: ${piece.text}`);
    return { ...piece, address };
  });
  if (pieces.length === 0) throw new AppError("recipients_required", NO_DIRECT_RECIPIENT);
  const recipients = uniqueRecipients(pieces);
  if (recipients.length > limit) throw new AppError("too_many_recipients", cannotAddMore(limit));
  return recipients;
}
