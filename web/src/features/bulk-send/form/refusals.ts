import {
  bodyTooLong,
  isBlank,
  isBodyTooLong,
  type Limits,
  manualAttachmentProblems,
  splitRecipients,
  textLength,
} from "@sendwright/functions/contract";
import type { BulkForm } from "./bulkForm.ts";

export const NO_CHOICE = "Please select a template or '(Compose Manually)'.";
export const CSV_COMPOSED = "CSV mode cannot be used with '(Compose Manually)'.";

interface Around {
  limits: Limits;
  /** The chosen column, or the guessed one. */
  recipientColumn: string | null;
  /** Why the file could not be read. */
  csvError: string | null;
}

/** Takes the form; gives what keeps it from being previewed, in the words of the specification (section 5, Bulk Send). */
export function previewRefusals(
  form: BulkForm,
  { recipientColumn, csvError }: Pick<Around, "recipientColumn" | "csvError">,
): string[] {
  const refusals: string[] = [];
  if (form.choice.kind === "none") refusals.push(NO_CHOICE);
  if (form.mode === "csv") {
    if (form.choice.kind === "compose") refusals.push(CSV_COMPOSED);
    if (form.source === null) refusals.push("CSV file is required.");
    else if (csvError !== null) refusals.push(csvError);
    else if (recipientColumn === null) refusals.push("Recipient column header is required.");
  }
  return refusals;
}

/** Takes the form; gives everything that keeps it from being sent, in the words of the specification (section 5, Bulk Send). */
export function sendRefusals(form: BulkForm, around: Around): string[] {
  const refusals = previewRefusals(form, around);
  if (form.choice.kind === "compose" && form.mode === "manual") refusals.push(...composeRefusals(form, around.limits));
  if (form.mode === "manual") refusals.push(...manualRefusals(form, around.limits));
  return refusals;
}

function composeRefusals({ subject, body }: BulkForm, limits: Limits): string[] {
  const refusals: string[] = [];
  if (isBlank(subject)) refusals.push("Subject is required.");
  if (isBodyBlank(body)) refusals.push("Body is required.");
  else if (isBodyTooLong(body, limits)) refusals.push(bodyTooLong(limits));
  return refusals;
}

function isBodyBlank(body: string): boolean {
  return textLength(body) === 0 && !/<img\b/i.test(body);
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
