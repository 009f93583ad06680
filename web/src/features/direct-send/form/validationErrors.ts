import { checkValues } from "@sendwright/core/check/values";
import {
  cannotAddMore,
  type Limits,
  NO_DIRECT_RECIPIENT,
  NO_TEMPLATE,
  type Template,
  type Variable,
} from "@sendwright/core/contract";
import { attachmentProblems } from "@sendwright/core/files/fit";
import { invalidEmail } from "../../../components/RecipientChips/recipientChanges.ts";
import { NO_TEMPLATE_YET } from "../../../sending/messages.ts";
import type { DirectForm } from "./directForm.ts";

/** What keeps a mail from being sent, each at the field it is about. */
export interface DirectErrors {
  template: string | null;
  recipients: string[];
  /** About the variables as a whole. */
  values: string[];
  /** Variable → what is wrong with its value. */
  fields: ReadonlyMap<string, string>;
  files: string[];
}

export const NO_ERRORS: DirectErrors = { template: null, recipients: [], values: [], fields: new Map(), files: [] };

interface Given {
  form: DirectForm;
  /** Null while none is chosen or it is not there yet. */
  template: Template | null;
  /** Variable → value as it will be sent. */
  values: ReadonlyMap<string, string>;
  limits: Limits;
}

/** Everything that keeps the form from being sent, in the fixed words (rule: before it goes). */
export function directSendErrors({ form, template, values, limits }: Given): DirectErrors {
  return {
    ...directTestErrors({ form, template, values }),
    recipients: recipientErrors(form, limits.MAX_DIRECT_RECIPIENTS),
    files: attachmentProblems([...(template?.attachments ?? []), ...form.files], limits),
  };
}

/** As `directSendErrors`, for a test to oneself: recipients and further files do not matter. */
export function directTestErrors({ form, template, values }: Omit<Given, "limits">): DirectErrors {
  if (template === null) return { ...NO_ERRORS, template: form.templateId === null ? NO_TEMPLATE : NO_TEMPLATE_YET };
  return { ...NO_ERRORS, ...valueErrors(template, values, form.unfinished) };
}

function recipientErrors({ recipients, typed }: DirectForm, limit: number): string[] {
  const errors: string[] = [];
  if (recipients.length === 0) errors.push(NO_DIRECT_RECIPIENT);
  for (const { address, text } of recipients) if (address === null) errors.push(invalidEmail(text));
  if (recipients.length > limit) errors.push(cannotAddMore(limit));
  if (typed.trim() !== "") {
    errors.push("You have an email typed but not added. Press Enter, Space, or Comma to add it.");
  }
  return errors;
}

function valueErrors(template: Template, values: ReadonlyMap<string, string>, unfinished: ReadonlySet<string>) {
  const variables: readonly Variable[] = template.parsed_variables;
  const { missing, invalid } = checkValues(variables, values, template);
  const half = variables.filter(({ name }) => unfinished.has(name));
  const blank = missing.filter((name) => !unfinished.has(name));
  const fields = new Map<string, string>([
    ...blank.map((name) => [name, "A value is needed here."] as const),
    ...invalid.map(({ variable, message }) => [variable, `${message}.`] as const),
    ...half.map(({ name, type }) => [name, `Finish or correct the ${type}, or clear it.`] as const),
  ]);
  const summary =
    blank.length > 0
      ? ["Please fill in all required variables.", `Missing required variables: ${blank.join(", ")}`]
      : [];
  const others = variables.flatMap(({ name }) => (blank.includes(name) ? [] : (fields.get(name) ?? [])));
  return { fields, values: [...summary, ...others] };
}

/** All sentences, in the order of the screen. */
export function allErrors({ template, recipients, values, files }: DirectErrors): string[] {
  return [...(template === null ? [] : [template]), ...recipients, ...values, ...files];
}
