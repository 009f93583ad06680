import { isBodyTooLong, isEmptyBody } from "@sendwright/core/body/length";
import { bodyTooLong } from "@sendwright/core/check/templateFields";
import {
  CSV_COMPOSED,
  cannotAddMore,
  type Limits,
  MAX_SCHEDULE_DAYS,
  NO_BODY,
  NO_CHOICE,
  NO_CSV_FILE,
  NO_RECIPIENT,
  NO_RECIPIENT_COLUMN,
  NO_SUBJECT,
  NO_TEMPLATE,
  NO_VALID_ADDRESS,
} from "@sendwright/core/contract";
import { attachmentProblems, manualAttachmentProblems } from "@sendwright/core/files/fileMessages";
import { PICTURE_MISSING } from "@sendwright/core/files/pictures";
import { isTooFarAhead } from "@sendwright/core/hours/hours";
import type { PageCheck } from "@sendwright/core/list/belonging";
import { cellText, excludedCount, type List, NO_COLUMN_YET } from "@sendwright/core/list/list";
import { type Feeds, feedsOf } from "@sendwright/core/list/mapping";
import { recipientsIn } from "@sendwright/core/list/read";
import { isBlank } from "@sendwright/core/placeholders";
import { COPY_FIELDS, COPY_WORDS, readAddresses } from "@sendwright/core/recipients/copies";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { NO_TEMPLATE_YET } from "../../../sending/attemptMessages.ts";
import {
  allErrors,
  directErrors,
  NO_ERRORS,
  type SendErrors,
  valueErrors,
} from "../../../sending/errors.ts";
import { openReadings } from "../check/questionWords.ts";
import { type Email, filesOfEmail } from "../form/email.ts";
import type { FormStart, SendForm } from "../form/sendForm.ts";

const NO_TIME = `Choose when to send: a date and time within the next ${MAX_SCHEDULE_DAYS} days.`;

const noCopyColumn = (field: string) => `Choose a column for ${field}, or type its addresses.`;

const ALL_SUPPRESSED =
  "No one gets this email: everyone here is on your list of people you don't email.";

const EMPTY_LIST = "The list is empty. Add a person to it.";

const NONE_INCLUDED = "No row of the list is included. Include rows, or add a person.";

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
  /** The open decisions about files for one person each, or why these files can't go. */
  fileErrors: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
}

type PreviewErrorInput = Pick<ValidationInput, "list" | "readError" | "isSignedIn">;

/** The errors that block a preview, in the fixed words (rule: words). */
export function previewErrors(form: SendForm, given: PreviewErrorInput): string[] {
  const errors = given.isSignedIn ? [] : ["Authentication required to preview."];
  if (form.choice.kind === "none") errors.push(form.tab === "direct" ? NO_TEMPLATE : NO_CHOICE);
  return form.people.now.mode === "csv" ? [...errors, ...csvErrors(form, given)] : errors;
}

function csvErrors({ choice, people }: SendForm, { list, readError }: PreviewErrorInput) {
  const errors: string[] = [];
  if (choice.kind === "compose") errors.push(CSV_COMPOSED);
  if (readError !== null) errors.push(readError);
  else if (list === null) errors.push(NO_CSV_FILE);
  else if (list.rows.length === 0) {
    const whole = people.now.list;
    errors.push(whole !== null && excludedCount(whole) > 0 ? NONE_INCLUDED : EMPTY_LIST);
  } else if (list.mapping.address === null) errors.push(NO_RECIPIENT_COLUMN);
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
    if (!given.isSignedIn)
      return { ...errors, others: ["Authentication error. Please sign in again."] };
    const ofCheck = allErrors(errors).length === 0 ? checkErrors(given) : [];
    return { ...errors, others: [...ofCheck, ...timeErrors(form, given)] };
  }
  const errors = { ...listErrors(form, given), copies };
  const asksSeveral = form.tab === "bulk" && mode === "csv";
  const ofCheck = allErrors(errors).length === 0 ? checkErrors({ ...given, asksSeveral }) : [];
  const isNext =
    allErrors({ ...errors, recipients: [...errors.recipients, ...ofCheck] }).length === 0;
  return {
    ...errors,
    others: [
      ...errors.others,
      ...ofCheck,
      ...(isNext && mode === "csv" ? given.fileErrors : []),
      ...timeErrors(form, given),
    ],
  };
}

function listErrors(form: SendForm, given: ValidationInput): SendErrors {
  const { list, mail, limits } = given;
  const { mode } = form.people.now;
  const own = form.tab === "direct" ? directListErrors(form, given) : NO_ERRORS;
  const composed =
    mode === "manual" && form.choice.kind === "compose" ? composeErrors(form, limits) : [];
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
function directListErrors(
  { attachments }: SendForm,
  { list, mail, limits }: ValidationInput,
): SendErrors {
  const { MAX_DIRECT_RECIPIENTS: limit } = limits;
  return {
    ...NO_ERRORS,
    recipients:
      list !== null && list.rows.filter(({ skipped }) => skipped === null).length > limit
        ? [cannotAddMore(limit)]
        : [],
    files: attachmentProblems([...filesOfEmail(mail), ...attachments], limits),
  };
}

function sharedErrors(
  form: SendForm,
  mail: Email,
  list: List | null,
): Pick<SendErrors, "values" | "fields"> {
  const { variables } = sameForEveryone(mail, list && feedsOf(list, mail.variables));
  return valueErrors(
    variables,
    new Map(Object.entries(form.values)),
    mail,
    new Set(form.unfinished),
  );
}

/** The errors of Reply-To, Cc and Bcc. A column's cells are checked with their rows. */
function copyErrors({ copies }: SendForm, list: List | null): string[] {
  return (["replyTo", ...COPY_FIELDS] as const).flatMap((field) => {
    const column = field === "replyTo" || list === null ? null : list.mapping[field];
    if (column === NO_COLUMN_YET) return [noCopyColumn(COPY_WORDS[field])];
    if (column !== null) return [];
    const { problem } = readAddresses(copies[field], COPY_WORDS[field]);
    return problem === null ? [] : `${problem}.`;
  });
}

/** The decisions that the checked rows still need, one at a time. Their questions say the rest. */
export function checkErrors({
  check,
  checkError,
  mail,
  asksSeveral = false,
}: Pick<ValidationInput, "check" | "checkError"> & {
  mail: Pick<Email, "warnings"> | null;
  /** Whether the screen asks how to write to people with several addresses. */
  asksSeveral?: boolean;
}): string[] {
  if (mail?.warnings.includes(PICTURE_MISSING)) return [PICTURE_MISSING];
  if (checkError !== null) return [`We couldn't check the rows: ${checkError}`];
  if (asksSeveral && check?.several?.isOpen)
    return ["Choose how to write to people with several addresses."];
  const open = openReadings(check);
  if (open.length > 0) return open;
  if (check?.repeats?.isOpen) return ["Choose what to do about rows with the same address."];
  if (check?.mismatch) return ["Fix the list, or confirm that it's right."];
  if (check?.summary.ready !== 0) return [];
  const { total, suppressed } = check.summary;
  return [
    suppressed === total && total > 0
      ? ALL_SUPPRESSED
      : "No row is ready to send. Fix the rows of the list first.",
  ];
}

function timeErrors({ when }: SendForm, { now }: ValidationInput): string[] {
  return isTimeWrong(when, now) ? [NO_TIME] : [];
}

function isTimeWrong(when: FormStart, now: number): boolean {
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
  if (pieces.length + (list?.beyond ?? 0) > limit)
    errors.push(`Manual recipients exceed limit (${limit}).`);
  // A template's own files don't count here.
  const pictures = choice.kind === "compose" ? (mail?.pictures ?? []) : [];
  return [...errors, ...manualAttachmentProblems([...attachments, ...pictures], limits)];
}

/** The email with only those placeholders that have the same value for everyone. */
function sameForEveryone(mail: Email, feeds: Feeds | null): Email {
  return {
    ...mail,
    variables: mail.variables.filter(({ name }) => (feeds?.get(name) ?? null) === null),
  };
}
