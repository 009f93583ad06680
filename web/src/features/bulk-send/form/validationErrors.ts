import { type Limits, MAX_SCHEDULE_DAYS } from "@sendwright/functions/contract";
import {
  bodyTooLong,
  type CheckResult,
  checkValues,
  isBlank,
  isBodyTooLong,
  manualAttachmentProblems,
  splitRecipients,
  textLength,
} from "@sendwright/functions/core";
import { NO_TEMPLATE_YET } from "../../../sending/messages.ts";
import { isFilled } from "../../../sending/tableRows.ts";
import { openColumns, readingWords } from "../check/momentWords.ts";
import type { BulkForm, When } from "./bulkForm.ts";
import type { BulkMail } from "./bulkMail.ts";
import { namesForAll } from "./sameForAll.ts";
import { isTyped } from "./typedTable.ts";

const NO_CHOICE = "Please select a template or '(Compose Manually)'.";
export const CSV_COMPOSED = "CSV mode cannot be used with '(Compose Manually)'.";
const NO_TIME = `Choose when to send: a date and time within the next ${MAX_SCHEDULE_DAYS} days.`;

const EMPTY_TABLE = "The table is empty: write an address into it.";

/** What the form's refusals depend on besides the form. */
export interface Around {
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

type PreviewAround = Pick<Around, "recipientColumn" | "csvError" | "isSignedIn">;

/** Takes the form; gives what keeps it from being previewed, in the fixed words (rule: words). */
export function previewRefusals(form: BulkForm, around: PreviewAround): string[] {
  const refusals = around.isSignedIn ? [] : ["Authentication required to preview."];
  if (form.choice.kind === "none") refusals.push(NO_CHOICE);
  return form.mode === "csv" ? [...refusals, ...csvRefusals(form, around)] : refusals;
}

function csvRefusals(form: BulkForm, { recipientColumn, csvError }: PreviewAround) {
  const refusals: string[] = [];
  if (form.choice.kind === "compose") refusals.push(CSV_COMPOSED);
  if (form.source === null) refusals.push("CSV file is required.");
  else if (isTyped(form.source.content) && !form.source.content.some(isFilled)) refusals.push(EMPTY_TABLE);
  else if (csvError !== null) refusals.push(csvError);
  else if (recipientColumn === null) refusals.push("Recipient column header is required.");
  return refusals;
}

/** Takes the form; gives everything that keeps it from being sent, in the fixed words. */
export function sendRefusals(form: BulkForm, around: Around): string[] {
  const refusals = previewRefusals(form, around);
  if (form.mode === "manual") {
    if (form.choice.kind === "compose") refusals.push(...composeRefusals(form, around.limits));
    refusals.push(...manualRefusals(form, around.limits));
    if (around.mail) refusals.push(...valueRefusals(form, around.mail));
  }
  if (refusals.length === 0 && form.choice.kind === "template" && !around.mail) refusals.push(NO_TEMPLATE_YET);
  if (form.mode === "csv" && around.mail)
    refusals.push(...valueRefusals(form, forAll(form, around.mail, around.headers)));
  if (refusals.length === 0 && form.mode === "csv" && around.checkError !== null) {
    refusals.push(`The rows could not be checked: ${around.checkError}`);
  }
  if (refusals.length === 0 && form.mode === "csv") {
    refusals.push(
      ...openColumns(around.check).map((open) => `Say how the dates are to be read. ${readingWords(open)}`),
    );
  }
  if (refusals.length === 0 && around.check?.summary.ready === 0) {
    refusals.push("No row is ready to be sent. Put right what the check found in step 2.");
  }
  if (isTimeWrong(form.when, around.now)) refusals.push(NO_TIME);
  return refusals;
}

function isTimeWrong(when: When, now: number): boolean {
  if (when.kind === "now") return false;
  const at = when.at === null ? Number.NaN : Date.parse(when.at);
  return !(at > now && at <= now + MAX_SCHEDULE_DAYS * 86_400_000);
}

function composeRefusals({ subject, body }: BulkForm, limits: Limits): string[] {
  const refusals: string[] = [];
  if (isBlank(subject)) refusals.push("Subject is required.");
  if (textLength(body) === 0 && !/<img\b/i.test(body)) refusals.push("Body is required.");
  else if (isBodyTooLong(body, limits)) refusals.push(bodyTooLong(limits));
  return refusals;
}

function manualRefusals({ manualText, attachments }: BulkForm, limits: Limits): string[] {
  const refusals: string[] = [];
  const pieces = splitRecipients(manualText);
  const limit = limits.MAX_MANUAL_RECIPIENTS;
  if (pieces.length === 0) refusals.push("At least one recipient is required.");
  else if (pieces.every(({ address }) => address === null)) refusals.push("No valid email addresses detected.");
  if (pieces.length > limit) refusals.push(`Manual recipients exceed limit (${limit}).`);
  return [...refusals, ...manualAttachmentProblems(attachments, limits)];
}

/** The mail as far as its values are the same for all rows of a file. */
function forAll(form: BulkForm, mail: BulkMail, headers: readonly string[] | null): BulkMail {
  const isOwn = form.source !== null && isTyped(form.source.content);
  const names = namesForAll(form, mail, isOwn ? null : (headers ?? []));
  return { ...mail, variables: mail.variables.filter(({ name }) => names.includes(name)) };
}

function valueRefusals(form: BulkForm, mail: BulkMail): string[] {
  const { missing, invalid } = checkValues(mail.variables, new Map(Object.entries(form.values)), mail);
  const half = mail.variables.filter(({ name }) => form.unfinished.includes(name));
  const blank = missing.filter((name) => !form.unfinished.includes(name));
  return [
    ...(blank.length > 0 ? [`Missing required variables: ${blank.join(", ")}`] : []),
    ...half.map(({ name, type }) => `Finish or correct the ${type} of {{${name}}}, or clear it.`),
    ...invalid.map(({ message }) => `${message}.`),
  ];
}
