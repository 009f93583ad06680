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
import { cellText, type List } from "@sendwright/core/list/list";
import { type Feeds, feedsOf } from "@sendwright/core/list/mapping";
import { isBlank } from "@sendwright/core/placeholders";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { isTooFarAhead } from "@sendwright/core/sends/schedule";
import { NO_TEMPLATE_YET } from "../../../sending/messages.ts";
import { openColumns, readingMessage } from "../check/momentMessages.ts";
import { repeatsQuestion } from "../check/repeatMessages.ts";
import type { BulkForm, When } from "./bulkForm.ts";
import type { BulkMail } from "./bulkMail.ts";

const NO_TIME = `Choose when to send: a date and time within the next ${MAX_SCHEDULE_DAYS} days.`;

const EMPTY_LIST = "The list is empty. Add a person to it.";

/** What the form's errors depend on besides the form. */
export interface Given {
  limits: Limits;
  mail: BulkMail | null;
  /** The list as it is checked; null for none. */
  list: List | null;
  /** Why the chosen file can't be read. */
  readError: string | null;
  /** Why the rows can't be checked. */
  checkError: string | null;
  check: CheckResult | null;
  isSignedIn: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

type PreviewGiven = Pick<Given, "list" | "readError" | "isSignedIn">;

/** What keeps the form from being previewed, in the fixed words (rule: words). */
export function bulkPreviewErrors(form: BulkForm, given: PreviewGiven): string[] {
  const errors = given.isSignedIn ? [] : ["Authentication required to preview."];
  if (form.choice.kind === "none") errors.push(NO_CHOICE);
  return form.people.now.mode === "csv" ? [...errors, ...csvErrors(form, given)] : errors;
}

function csvErrors({ choice }: BulkForm, { list, readError }: PreviewGiven) {
  const errors: string[] = [];
  if (choice.kind === "compose") errors.push(CSV_COMPOSED);
  if (readError !== null) errors.push(readError);
  else if (list === null) errors.push(NO_CSV_FILE);
  else if (list.rows.length === 0) errors.push(EMPTY_LIST);
  else if (list.mapping.address === null) errors.push(NO_RECIPIENT_COLUMN);
  return errors;
}

/** Everything that keeps the form from being sent, in the fixed words. */
export function bulkSendErrors(form: BulkForm, given: Given): string[] {
  const { check, list, mail } = given;
  const { mode } = form.people.now;
  const errors = bulkPreviewErrors(form, given);
  if (mode === "manual") {
    if (form.choice.kind === "compose") errors.push(...composeErrors(form, given.limits));
    errors.push(...manualErrors(form, list, given.limits));
  }
  if (errors.length === 0 && form.choice.kind === "template" && !mail) errors.push(NO_TEMPLATE_YET);
  // Without a list, nobody knows yet which placeholders a column feeds.
  if (mail && (mode === "manual" || list)) {
    errors.push(...valueErrors(form, sameForEveryone(mail, list && feedsOf(list, mail.variables))));
  }
  if (errors.length === 0 && given.checkError !== null) {
    errors.push(`The rows couldn't be checked: ${given.checkError}`);
  }
  if (errors.length === 0) {
    errors.push(...openColumns(check).map((open) => `Say how to read the dates. ${readingMessage(open)}`));
  }
  if (errors.length === 0 && check?.repeats?.isOpen) errors.push(repeatsQuestion(check.repeats));
  if (errors.length === 0 && check?.summary.ready === 0)
    errors.push("No row is ready to send. Fix the list in step 2.");
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

function manualErrors({ attachments }: BulkForm, list: List | null, limits: Limits): string[] {
  const errors: string[] = [];
  const pieces = list?.rows.map(({ cells }) => cellText(cells[0])) ?? [];
  const limit = limits.MAX_MANUAL_RECIPIENTS;
  if (pieces.length === 0) errors.push(NO_RECIPIENT);
  else if (pieces.every((text) => parseRecipient(text) === null)) errors.push(NO_VALID_ADDRESS);
  if (pieces.length + (list?.beyond ?? 0) > limit) errors.push(`Manual recipients exceed limit (${limit}).`);
  return [...errors, ...manualAttachmentProblems(attachments, limits)];
}

/** The email with only those placeholders that have the same value for everyone. */
function sameForEveryone(mail: BulkMail, feeds: Feeds | null): BulkMail {
  return { ...mail, variables: mail.variables.filter(({ name }) => (feeds?.get(name) ?? null) === null) };
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
