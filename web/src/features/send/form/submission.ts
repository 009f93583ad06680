import { isBodyTooLong, isEmptyBody } from "@sendwright/core/body/length";
import { bodyTooLong } from "@sendwright/core/check/templateFields";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import {
  AppError,
  type Attachment,
  CSV_COMPOSED,
  cannotAddMore,
  type Limits,
  MAX_CSV_BYTES,
  MAX_LIST_NAME,
  MAX_SCHEDULE_DAYS,
  NO_BODY,
  NO_CHOICE,
  NO_CSV_FILE,
  NO_RECIPIENT,
  NO_RECIPIENT_COLUMN,
  NO_SUBJECT,
  NO_TEMPLATE,
  NO_VALID_ADDRESS,
  type Template,
  type Variable,
} from "@sendwright/core/contract";
import { attachmentProblems, filesInUse, manualAttachmentProblems } from "@sendwright/core/files/fit";
import { PICTURE_MISSING, picturesIn, pictureWarnings } from "@sendwright/core/files/pictures";
import { isTooFarAhead } from "@sendwright/core/hours/hours";
import type { PageCheck } from "@sendwright/core/list/belonging";
import { claimsOf } from "@sendwright/core/list/claims";
import { cellText, type List } from "@sendwright/core/list/list";
import { copyColumn, type Feeds, feedsOf } from "@sendwright/core/list/mapping";
import { recipientsIn } from "@sendwright/core/list/read";
import { uploadOf } from "@sendwright/core/list/upload";
import { isBlank, parseTemplate } from "@sendwright/core/placeholders";
import { COPY_FIELDS, COPY_WORDS, readAddresses } from "@sendwright/core/recipients/copies";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import type { SendCall } from "../../../data/sendQueries.ts";
import { NO_TEMPLATE_YET } from "../../../sending/attemptMessages.ts";
import { allErrors, directErrors, NO_ERRORS, type SendErrors, valueErrors } from "../../../sending/errors.ts";
import { mismatchMessage, openColumns, readingMessage, repeatsQuestion } from "../check/questionWords.ts";
import { type SendForm, valueFor, type When } from "./sendForm.ts";

const NO_TIME = `Choose when to send: a date and time within the next ${MAX_SCHEDULE_DAYS} days.`;

const EMPTY_LIST = "The list is empty. Add a person to it.";

/** The email to send, from a template or written here. */
export interface Email extends Pick<Template, "subject" | "body" | "dateFormat" | "timeFormat"> {
  /** The template's name; "" for an email written here. */
  name: string;
  variables: readonly Variable[];
  warnings: readonly string[];
  attachments: readonly Attachment[];
  /** The files of the pictures that its body shows. */
  pictures: readonly { name: string; size: number }[];
  /** Where replies go by its template; "" for the account's own choice. */
  replyTo: string;
}

/** The email of the form, or null if it isn't chosen or loaded yet. */
export function emailOf(
  {
    choice,
    pictures: files,
    ...composed
  }: Pick<SendForm, "choice" | "subject" | "body" | "pictures" | "dateFormat" | "timeFormat">,
  template: Template | null,
): Email | null {
  if (choice.kind === "compose") {
    const { subject, body, dateFormat, timeFormat } = composed;
    const { variables, warnings: ofSyntax } = parseTemplate({ subject, body });
    const pictures = filesInUse(files, picturesIn(body));
    const warnings = [
      ...ofSyntax,
      ...pictureWarnings(
        body,
        pictures.map(({ name }) => name),
      ),
    ];
    return {
      name: "",
      subject,
      body,
      dateFormat,
      timeFormat,
      variables,
      warnings,
      attachments: [],
      pictures,
      replyTo: "",
    };
  }
  if (choice.kind === "none" || template?.id !== choice.id) return null;
  const pictures = filesInUse(template.pictures ?? [], picturesIn(template.body));
  return {
    name: template.name,
    subject: template.subject,
    body: template.body,
    dateFormat: template.dateFormat,
    timeFormat: template.timeFormat,
    variables: template.parsed_variables,
    warnings: template.syntax_warnings,
    attachments: template.attachments,
    pictures: pictures.map(({ original_filename: name, size }) => ({ name, size })),
    replyTo: template.reply_to ?? "",
  };
}

/** The inputs besides the form that its errors depend on. */
export interface ValidationInput {
  limits: Limits;
  mail: Email | null;
  /** The checked list, if any. */
  list: List | null;
  /** Why the chosen file can't be read. */
  readError: string | null;
  /** Why the rows can't be checked. */
  checkError: string | null;
  check: PageCheck | null;
  isSignedIn: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

type PreviewGiven = Pick<ValidationInput, "list" | "readError" | "isSignedIn">;

/** The errors that block a preview, in the fixed words (rule: words). */
export function previewErrors(form: SendForm, given: PreviewGiven): string[] {
  const errors = given.isSignedIn ? [] : ["Authentication required to preview."];
  if (form.choice.kind === "none") errors.push(form.tab === "direct" ? NO_TEMPLATE : NO_CHOICE);
  return form.people.now.mode === "csv" ? [...errors, ...csvErrors(form, given)] : errors;
}

function csvErrors({ choice }: SendForm, { list, readError }: PreviewGiven) {
  const errors: string[] = [];
  if (choice.kind === "compose") errors.push(CSV_COMPOSED);
  if (readError !== null) errors.push(readError);
  else if (list === null) errors.push(NO_CSV_FILE);
  else if (list.rows.length === 0) errors.push(EMPTY_LIST);
  else if (list.mapping.address === null) errors.push(NO_RECIPIENT_COLUMN);
  return errors;
}

/** All errors that block sending, in the fixed words. */
export function sendErrors(form: SendForm, given: ValidationInput): SendErrors {
  const { list, mail, limits } = given;
  const { mode, text } = form.people.now;
  const copies = copyErrors(form, list);
  if (form.tab === "direct" && mode === "manual") {
    const direct = directErrors({
      mail,
      limits,
      typed: text,
      files: form.attachments,
      recipients: list ? recipientsIn(list) : [],
      isTemplateChosen: form.choice.kind !== "none",
      values: new Map(Object.entries(form.values)),
      unfinished: new Set(form.unfinished),
    });
    const errors = { ...direct, copies };
    if (!given.isSignedIn) return { ...errors, others: ["Authentication error. Please sign in again."] };
    return allErrors(errors).length === 0 ? { ...errors, others: checkErrors(given) } : errors;
  }
  const errors = { ...listErrors(form, given), copies };
  const all = allErrors(errors);
  return {
    ...errors,
    others: [...errors.others, ...(all.length === 0 ? checkErrors(given) : []), ...timeErrors(form, given)],
  };
}

function listErrors(form: SendForm, given: ValidationInput): SendErrors {
  const { list, mail, limits } = given;
  const { mode } = form.people.now;
  const own = form.tab === "direct" ? directListErrors(form, given) : NO_ERRORS;
  const composed = mode === "manual" && form.choice.kind === "compose" ? composeErrors(form, limits) : [];
  const manual = mode === "manual" ? manualErrors(form, list, given) : [];
  const before = [...previewErrors(form, given), ...composed, ...manual];
  const isAwaited = before.length === 0 && form.choice.kind === "template" && !mail;
  // Without a list, we don't know which placeholders get their values from a column.
  const values = mail && (mode === "manual" || list) ? sharedErrors(form, mail, list) : NO_ERRORS;
  return {
    ...NO_ERRORS,
    fields: values.fields,
    values: values.values,
    files: own.files,
    template: isAwaited ? NO_TEMPLATE_YET : null,
    recipients: [...before, ...own.recipients],
  };
}

/** The limits of Direct Send also apply to its table. */
function directListErrors({ attachments }: SendForm, { list, mail, limits }: ValidationInput): SendErrors {
  const { MAX_DIRECT_RECIPIENTS: limit } = limits;
  return {
    ...NO_ERRORS,
    recipients:
      list !== null && list.rows.filter(({ skipped }) => skipped === null).length > limit ? [cannotAddMore(limit)] : [],
    files: attachmentProblems([...filesOf(mail), ...attachments], limits),
  };
}

/** The files that an email has already, pictures included. */
export function filesOf(mail: Email | null): readonly { name: string; size: number }[] {
  const attached = mail?.attachments.map(({ original_filename: name, size }) => ({ name, size })) ?? [];
  return [...attached, ...(mail?.pictures ?? [])];
}

function sharedErrors(form: SendForm, mail: Email, list: List | null): Pick<SendErrors, "values" | "fields"> {
  const { variables } = sameForEveryone(mail, list && feedsOf(list, mail.variables));
  return valueErrors(variables, new Map(Object.entries(form.values)), mail, new Set(form.unfinished));
}

/** The errors of Reply-To, Cc and Bcc. A column's cells are checked with their rows. */
function copyErrors({ copies }: SendForm, list: List | null): string[] {
  return (["replyTo", ...COPY_FIELDS] as const).flatMap((field) => {
    if (field !== "replyTo" && list && copyColumn(list, field) !== null) return [];
    const { problem } = readAddresses(copies[field], COPY_WORDS[field]);
    return problem === null ? [] : `${problem}.`;
  });
}

/** The decisions that the checked rows still need, one at a time. */
function checkErrors({ check, checkError, mail }: ValidationInput): string[] {
  if (mail?.warnings.includes(PICTURE_MISSING)) return [PICTURE_MISSING];
  if (checkError !== null) return [`We couldn't check the rows: ${checkError}`];
  const open = openColumns(check).map((column) => `Choose how to read the dates. ${readingMessage(column)}`);
  if (open.length > 0) return open;
  if (check?.repeats?.isOpen)
    return [`Choose whether to send each or only the first. ${repeatsQuestion(check.repeats)}`];
  if (check?.mismatch) return [`Fix the list, or confirm that it's right. ${mismatchMessage(check.mismatch)}`];
  return check?.summary.ready === 0 ? ["No row is ready to send. Fix the list in step 2."] : [];
}

function timeErrors({ when }: SendForm, { now }: ValidationInput): string[] {
  return isTimeWrong(when, now) ? [NO_TIME] : [];
}

function isTimeWrong(when: When, now: number): boolean {
  if (when.kind === "now") return false;
  const at = when.at === null ? Number.NaN : Date.parse(when.at);
  return !(at > now && !isTooFarAhead(at, now));
}

function composeErrors({ subject, body }: SendForm, limits: Limits): string[] {
  const errors: string[] = [];
  if (isBlank(subject)) errors.push(NO_SUBJECT);
  if (isEmptyBody(body)) errors.push(NO_BODY);
  else if (isBodyTooLong(body, limits)) errors.push(bodyTooLong(limits));
  return errors;
}

function manualErrors(
  { attachments, choice }: SendForm,
  list: List | null,
  { mail, limits }: Pick<ValidationInput, "mail" | "limits">,
): string[] {
  const errors: string[] = [];
  const pieces = list?.rows.map(({ cells }) => cellText(cells[0])) ?? [];
  const limit = limits.MAX_MANUAL_RECIPIENTS;
  if (pieces.length === 0) errors.push(NO_RECIPIENT);
  else if (pieces.every((text) => parseRecipient(text) === null)) errors.push(NO_VALID_ADDRESS);
  if (pieces.length + (list?.beyond ?? 0) > limit) errors.push(`Manual recipients exceed limit (${limit}).`);
  // A template's own files don't count here.
  const pictures = choice.kind === "compose" ? (mail?.pictures ?? []) : [];
  return [...errors, ...manualAttachmentProblems([...attachments, ...pictures], limits)];
}

/** The email with only those placeholders that have the same value for everyone. */
function sameForEveryone(mail: Email, feeds: Feeds | null): Email {
  return { ...mail, variables: mail.variables.filter(({ name }) => (feeds?.get(name) ?? null) === null) };
}

interface Ready {
  form: SendForm;
  /** The checked list, without blank rows. */
  list: List;
  mail: Email;
  check: Pick<CheckResult, "rows" | "dateOrders">;
  limits: Limits;
}

/** Bytes reserved for the multipart form around the file. */
const FORM_BYTES = 64 * 1024;

/**
 * The request for a valid form: `POST /api/send` for the addresses of Direct Send, else `POST /api/send-bulk`. Throws
 * AppError `csv_too_large`.
 */
export function sendRequest({ form, list, mail, check, limits }: Ready): SendCall {
  const { mode, text } = form.people.now;
  const pictures = form.choice.kind === "compose" ? filesInUse(form.pictures, picturesIn(form.body)) : [];
  const files = { attachments: [...form.attachments, ...pictures] };
  if (form.tab === "direct" && mode === "manual") return { to: "send", input: directInput(form, list, mail), files };
  const isComposed = form.choice.kind === "compose";
  const common = {
    mode,
    template_id: form.choice.kind === "template" ? form.choice.id : "",
    date_format_preference: mail.dateFormat,
    time_format_preference: mail.timeFormat,
    ...(isComposed && { subject: form.subject.trim(), body: form.body, ...unsigned(form) }),
    ...correctsOf(list, check.rows),
    ...copiesInput(form, list),
    ...(form.when.kind === "later" && form.when.at !== null && { start_at: form.when.at }),
  };
  if (mode === "manual") {
    const variables = Object.fromEntries(mail.variables.map(({ name }) => [name, valueFor(form.values, name)]));
    const filled = mail.variables.length > 0 && { variables };
    return { to: "send-bulk", input: { ...common, manual_recipients: text, ...filled }, files };
  }
  const values = new Map(Object.entries(form.values));
  const writing = { variables: mail.variables, values, limit: limits.MAX_CSV_RECIPIENTS };
  const { csv, ...upload } = uploadOf(list, check, writing);
  const file = new File([csv], "recipients.csv", { type: "text/csv" });
  if (file.size > MAX_CSV_BYTES - FORM_BYTES) {
    throw new AppError("csv_too_large", "The rows are larger than 8 MB together. Remove columns you don't need.");
  }
  const { kind, name } = list.source;
  const named = kind === "file" && { list_name: name.slice(0, MAX_LIST_NAME) };
  return { to: "send-bulk", input: { ...common, ...upload, ...named }, files: { csv_file: [file], ...files } };
}

/** The server trims values; the names it knows are those of the template. */
function directInput(form: SendForm, list: List, mail: Email) {
  const { choice, values } = form;
  return {
    template_id: choice.kind === "template" ? choice.id : "",
    recipient: list.rows.map(({ cells }) => cellText(cells[0])).join(", "),
    variables: Object.fromEntries(mail.variables.map(({ name }) => [name, valueFor(values, name).trim()])),
    dateFormat: mail.dateFormat,
    timeFormat: mail.timeFormat,
    ...copiesInput(form, list),
  };
}

/** The field of a call for a composed email without the account's signature. */
export function unsigned({ signature }: Pick<SendForm, "signature">): { signature?: false } {
  return signature ? {} : { signature };
}

/** The fields of a call for Reply-To, Cc and Bcc; a column of the list counts before the addresses for everyone. */
function copiesInput({ copies }: SendForm, list: List): { reply_to?: string; cc?: string; bcc?: string } {
  const fixed = COPY_FIELDS.filter((field) => copyColumn(list, field) === null && copies[field].trim() !== "");
  return {
    ...(copies.replyTo.trim() !== "" && { reply_to: copies.replyTo.trim() }),
    ...Object.fromEntries(fixed.map((field) => [field, copies[field].trim()])),
  };
}

/**
 * Maps rows of the earlier send to the rows here whose people this list corrects. People who are skipped here stay with
 * that send. Can be empty.
 */
export function correctsOf(
  list: List,
  checked: readonly CheckedRow[],
): { corrects?: { send: string; rows: number[]; here: number[] } } {
  if (list.corrects === null) return {};
  const claims = claimsOf(list);
  const here = checked.filter(({ id, verdict }) => verdict === "ready" && claims.has(id));
  if (here.length === 0) return {};
  return {
    corrects: { send: list.corrects, rows: here.map(({ id }) => claims.get(id) ?? 0), here: here.map(({ n }) => n) },
  };
}
