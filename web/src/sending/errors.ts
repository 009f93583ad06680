import type { MailForm } from "@sendwright/core/check/value";
import { checkValues } from "@sendwright/core/check/values";
import {
  type Attachment,
  cannotAddMore,
  type Limits,
  NO_DIRECT_RECIPIENT,
  NO_TEMPLATE,
  type Variable,
} from "@sendwright/core/contract";
import { attachmentProblems } from "@sendwright/core/files/fit";
import type { RecipientText } from "@sendwright/core/recipients/recipients";
import { invalidEmail } from "../components/RecipientChips/recipientChanges.ts";
import { NO_TEMPLATE_YET } from "./attemptMessages.ts";

/** What keeps an email from being sent, each at the place that it is about. */
export interface SendErrors {
  template: string | null;
  recipients: readonly string[];
  /** About the values as a whole. */
  values: readonly string[];
  /** Placeholder → what is wrong with its value. */
  fields: ReadonlyMap<string, string>;
  files: readonly string[];
  others: readonly string[];
}

export const NO_ERRORS: SendErrors = {
  template: null,
  recipients: [],
  values: [],
  fields: new Map(),
  files: [],
  others: [],
};

/** All sentences, in the order of the screen. */
export function allErrors({ template, recipients, values, files, others }: SendErrors): string[] {
  return [...(template === null ? [] : [template]), ...recipients, ...values, ...files, ...others];
}

interface Direct {
  recipients: readonly RecipientText[];
  /** The address that isn't a chip yet. */
  typed: string;
  isTemplateChosen: boolean;
  /** Null until the chosen template is there. */
  mail: (MailForm & { variables: readonly Variable[]; attachments: readonly Attachment[] }) | null;
  values: ReadonlyMap<string, string>;
  /** Placeholders whose field holds something that is no date or time yet. */
  unfinished: ReadonlySet<string>;
  /** Besides those of the template. */
  files: readonly File[];
  limits: Limits;
}

/** Everything that keeps one email to a few people from being sent, in the fixed words (rule: before it goes). */
export function directErrors({ recipients, typed, files, limits, ...email }: Direct): SendErrors {
  return {
    ...testErrors(email),
    recipients: recipientErrors(recipients, typed, limits.MAX_DIRECT_RECIPIENTS),
    files: attachmentProblems([...(email.mail?.attachments ?? []), ...files], limits),
  };
}

/** As `directErrors`, for a test to yourself: recipients and further files don't matter. */
export function testErrors({
  isTemplateChosen,
  mail,
  values,
  unfinished,
}: Pick<Direct, "isTemplateChosen" | "mail" | "values" | "unfinished">): SendErrors {
  if (mail === null) return { ...NO_ERRORS, template: isTemplateChosen ? NO_TEMPLATE_YET : NO_TEMPLATE };
  const { isIncomplete, ...found } = valueErrors(mail.variables, values, mail, unfinished);
  return { ...NO_ERRORS, ...found, values: isIncomplete ? [FILL_IN, ...found.values] : found.values };
}

const FILL_IN = "Please fill in all required variables.";

/** What is wrong with chips, and with the text beside them that isn't a chip yet. */
function recipientErrors(recipients: readonly RecipientText[], typed: string, limit: number): string[] {
  const errors: string[] = [];
  if (recipients.length === 0) errors.push(NO_DIRECT_RECIPIENT);
  for (const { address, text } of recipients) if (address === null) errors.push(invalidEmail(text));
  if (recipients.length > limit) errors.push(cannotAddMore(limit));
  if (typed.trim() !== "") {
    errors.push("You have an email typed but not added. Press Enter, Space, or Comma to add it.");
  }
  return errors;
}

/** Values that are missing, don't fit, or aren't a whole date or time yet (`unfinished`: names of placeholders). */
export function valueErrors(
  variables: readonly Variable[],
  values: ReadonlyMap<string, string>,
  mail: MailForm,
  unfinished: ReadonlySet<string>,
): Pick<SendErrors, "values" | "fields"> & { isIncomplete: boolean } {
  const { missing, invalid } = checkValues(variables, values, mail);
  const half = variables.filter(({ name }) => unfinished.has(name));
  const blank = missing.filter((name) => !unfinished.has(name));
  return {
    isIncomplete: blank.length > 0,
    fields: new Map([
      ...blank.map((name) => [name, "A value is needed here."] as const),
      ...invalid.map(({ variable, message }) => [variable, `${message}.`] as const),
      ...half.map(({ name, type }) => [name, `Finish or correct the ${type}, or clear it.`] as const),
    ]),
    values: [
      ...(blank.length > 0 ? [`Missing required variables: ${blank.join(", ")}`] : []),
      ...half.map(({ name, type }) => `Finish or correct the ${type} of {{${name}}}, or clear it.`),
      ...invalid.map(({ message }) => `${message}.`),
    ],
  };
}
