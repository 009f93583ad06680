import { isBodyTooLong, isEmptyBody } from "@sendwright/core/body/length";
import { bodyTooLong } from "@sendwright/core/check/templateFields";
import type { CheckResult } from "@sendwright/core/check/types";
import { checkValues } from "@sendwright/core/check/values";
import {
  CSV_COMPOSED,
  type Limits,
  MAX_SCHEDULE_DAYS,
  NO_BODY,
  NO_CHOICE,
  NO_CSV_FILE,
  NO_RECIPIENT,
  NO_RECIPIENT_COLUMN,
  NO_SUBJECT,
  NO_VALID_ADDRESS,
} from "@sendwright/core/contract";
import { manualAttachmentProblems } from "@sendwright/core/files/fit";
import { isBlank } from "@sendwright/core/placeholders";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { isTooFarAhead } from "@sendwright/core/sends/schedule";
import { NO_TEMPLATE_YET } from "../../../sending/messages.ts";
import { isFilled } from "../../../sending/tableRows.ts";
import { openColumns, readingMessage } from "../check/momentMessages.ts";
import type { BulkForm, When } from "./bulkForm.ts";
import type { BulkMail } from "./bulkMail.ts";
import { namesForAll } from "./sameForAll.ts";
import { isTyped } from "./typedTable.ts";

const NO_TIME = `Choose when to send: a date and time within the next ${MAX_SCHEDULE_DAYS} days.`;

const EMPTY_TABLE = "The table is empty: write an address into it.";

/** What the form's errors depend on besides the form. */
export interface Given {
  limits: Limits;
  mail: BulkMail | null;
  /** The chosen column, or the guessed one. */
  recipientColumn: string | null;
  /** Of the file; null where there is none. */
  headers: readonly string[] | null;
  /** Why the file could not be read. */
  csvError: string | null;
  /** Why its rows could not be checked. */
  checkError: string | null;
  check: CheckResult | null;
  isSignedIn: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

type PreviewGiven = Pick<Given, "recipientColumn" | "csvError" | "isSignedIn">;

/** What keeps the form from being previewed, in the fixed words (rule: words). */
export function bulkPreviewErrors(form: BulkForm, given: PreviewGiven): string[] {
  const errors = given.isSignedIn ? [] : ["Authentication required to preview."];
  if (form.choice.kind === "none") errors.push(NO_CHOICE);
  return form.mode === "csv" ? [...errors, ...csvErrors(form, given)] : errors;
}

function csvErrors(form: BulkForm, { recipientColumn, csvError }: PreviewGiven) {
  const errors: string[] = [];
  if (form.choice.kind === "compose") errors.push(CSV_COMPOSED);
  if (form.source === null) errors.push(NO_CSV_FILE);
  else if (isTyped(form.source.content) && !form.source.content.some(isFilled)) errors.push(EMPTY_TABLE);
  else if (csvError !== null) errors.push(csvError);
  else if (recipientColumn === null) errors.push(NO_RECIPIENT_COLUMN);
  return errors;
}

/** Everything that keeps the form from being sent, in the fixed words. */
export function bulkSendErrors(form: BulkForm, given: Given): string[] {
  const errors = bulkPreviewErrors(form, given);
  if (form.mode === "manual") {
    if (form.choice.kind === "compose") errors.push(...composeErrors(form, given.limits));
    errors.push(...manualErrors(form, given.limits));
    if (given.mail) errors.push(...valueErrors(form, given.mail));
  }
  if (errors.length === 0 && form.choice.kind === "template" && !given.mail) errors.push(NO_TEMPLATE_YET);
  if (form.mode === "csv" && given.mail) errors.push(...valueErrors(form, forAll(form, given.mail, given.headers)));
  if (errors.length === 0 && form.mode === "csv" && given.checkError !== null) {
    errors.push(`The rows could not be checked: ${given.checkError}`);
  }
  if (errors.length === 0 && form.mode === "csv") {
    errors.push(...openColumns(given.check).map((open) => `Say how the dates are to be read. ${readingMessage(open)}`));
  }
  if (errors.length === 0 && given.check?.summary.ready === 0) {
    errors.push("No row is ready to be sent. Put right what the check found in step 2.");
  }
  if (isTimeWrong(form.when, given.now)) errors.push(NO_TIME);
  return errors;
}

function isTimeWrong(when: When, now: number): boolean {
  if (when.kind === "now") return false;
  const at = when.at === null ? Number.NaN : Date.parse(when.at);
  return !(at > now && !isTooFarAhead(at, now));
}

function composeErrors({ subject, body }: BulkForm, limits: Limits): string[] {
  const errors: string[] = [];
  if (isBlank(subject)) errors.push(NO_SUBJECT);
  if (isEmptyBody(body)) errors.push(NO_BODY);
  else if (isBodyTooLong(body, limits)) errors.push(bodyTooLong(limits));
  return errors;
}

function manualErrors({ manualText, attachments }: BulkForm, limits: Limits): string[] {
  const errors: string[] = [];
  const pieces = splitRecipients(manualText);
  const limit = limits.MAX_MANUAL_RECIPIENTS;
  if (pieces.length === 0) errors.push(NO_RECIPIENT);
  else if (pieces.every(({ address }) => address === null)) errors.push(NO_VALID_ADDRESS);
  if (pieces.length > limit) errors.push(`Manual recipients exceed limit (${limit}).`);
  return [...errors, ...manualAttachmentProblems(attachments, limits)];
}

/** The mail as far as its values are the same for all rows of a file. */
function forAll(form: BulkForm, mail: BulkMail, headers: readonly string[] | null): BulkMail {
  const isOwn = form.source !== null && isTyped(form.source.content);
  const names = namesForAll(form, mail, isOwn ? null : (headers ?? []));
  return { ...mail, variables: mail.variables.filter(({ name }) => names.includes(name)) };
}

function valueErrors(form: BulkForm, mail: BulkMail): string[] {
  const { missing, invalid } = checkValues(mail.variables, new Map(Object.entries(form.values)), mail);
  const half = mail.variables.filter(({ name }) => form.unfinished.includes(name));
  const blank = missing.filter((name) => !form.unfinished.includes(name));
  return [
    ...(blank.length > 0 ? [`Missing required variables: ${blank.join(", ")}`] : []),
    ...half.map(({ name, type }) => `Finish or correct the ${type} of {{${name}}}, or clear it.`),
    ...invalid.map(({ message }) => `${message}.`),
  ];
}
