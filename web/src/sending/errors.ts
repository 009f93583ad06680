import { checkValues, type MailForm } from "@sendwright/core/check/value";
import {
  type Attachment,
  cannotAddMore,
  type Limits,
  NO_DIRECT_RECIPIENT,
  NO_TEMPLATE,
  type Variable,
} from "@sendwright/core/contract";
import { attachmentProblems } from "@sendwright/core/files/fileMessages";
import type { RecipientText } from "@sendwright/core/recipients/recipients";
import { invalidEmail } from "../components/RecipientChips/recipientChanges.ts";
import { NO_TEMPLATE_YET } from "./attemptMessages.ts";

/** The errors that block an email, by place. */
export interface SendErrors {
  template: string | null;
  recipients: readonly string[];
  /** About the values as a whole. */
  values: readonly string[];
  /** Placeholder → its value's error. */
  fields: ReadonlyMap<string, string>;
  files: readonly string[];
  /** About Reply-To, Cc and Bcc. */
  copies: readonly string[];
  others: readonly string[];
}

export const NO_ERRORS: SendErrors = {
  template: null,
  recipients: [],
  values: [],
  fields: new Map(),
  files: [],
  copies: [],
  others: [],
};

/** All errors, in the order of the screen. `values` names those of `fields`, too. */
export function allErrors({
  template,
  recipients,
  values,
  files,
  copies,
  others,
}: SendErrors): string[] {
  return [
    ...(template === null ? [] : [template]),
    ...recipients,
    ...copies,
    ...values,
    ...files,
    ...others,
  ];
}

interface DirectInput {
  recipients: readonly RecipientText[];
  /** The address that isn't a chip yet. */
  typed: string;
  isTemplateChosen: boolean;
  /** Null until the chosen template has loaded. */
  mail:
    | (MailForm & {
        variables: readonly Variable[];
        attachments: readonly Attachment[];
        pictures?: readonly { name: string; size: number }[];
      })
    | null;
  values: ReadonlyMap<string, string>;
  /** Placeholders whose field holds an incomplete date or time. */
  unfinished: ReadonlySet<string>;
  /** In addition to those of the template. */
  files: readonly File[];
  limits: Limits;
}

const FILL_IN = "Please fill in all required variables.";

/** The errors that block a test to yourself: of the template and its values. */
export function testErrors({
  isTemplateChosen,
  mail,
  values,
  unfinished,
}: Pick<DirectInput, "isTemplateChosen" | "mail" | "values" | "unfinished">): SendErrors {
  if (mail === null)
    return { ...NO_ERRORS, template: isTemplateChosen ? NO_TEMPLATE_YET : NO_TEMPLATE };
  const { isIncomplete, ...found } = valueErrors(mail.variables, values, mail, unfinished);
  return {
    ...NO_ERRORS,
    ...found,
    values: isIncomplete ? [FILL_IN, ...found.values] : found.values,
  };
}

/**
 * The errors that block one email to a few people, in the fixed words (rule: before it goes): those
 * of a test, of the recipients and of the files.
 */
export function directErrors({
  recipients,
  typed,
  files,
  limits,
  ...email
}: DirectInput): SendErrors {
  return {
    ...testErrors(email),
    recipients: recipientErrors(recipients, typed, limits.MAX_DIRECT_RECIPIENTS),
    files: attachmentProblems(
      [...(email.mail?.attachments ?? []), ...(email.mail?.pictures ?? []), ...files],
      limits,
    ),
  };
}

/** The errors of chips, and of the text beside them that isn't a chip yet. */
function recipientErrors(
  recipients: readonly RecipientText[],
  typed: string,
  limit: number,
): string[] {
  const errors: string[] = [];
  if (recipients.length === 0) errors.push(NO_DIRECT_RECIPIENT);
  for (const { address, text } of recipients) if (address === null) errors.push(invalidEmail(text));
  const isTyped = typed.trim() !== "";
  if (recipients.length + (isTyped ? 1 : 0) > limit) errors.push(cannotAddMore(limit));
  else if (isTyped) {
    errors.push("You have an email typed but not added. Press Enter, Space, or Comma to add it.");
  }
  return errors;
}

/** A message of the check with a period, unless it is a question. */
function asSentence(message: string): string {
  return message.endsWith("?") ? message : `${message}.`;
}

/**
 * Missing or invalid values, including incomplete dates and times (`unfinished`: names of
 * placeholders).
 */
export function valueErrors(
  variables: readonly Variable[],
  values: ReadonlyMap<string, string>,
  mail: MailForm,
  unfinished: ReadonlySet<string>,
): Pick<SendErrors, "values" | "fields"> & { isIncomplete: boolean } {
  const { missing, invalid, blankPart } = checkValues(variables, values, mail);
  const unfinishedVariables = variables.filter(({ name }) => unfinished.has(name));
  const blank = missing.filter((name) => !unfinished.has(name));
  return {
    isIncomplete: blank.length > 0,
    fields: new Map([
      ...blank.map((name) => [name, "Enter a value."] as const),
      ...invalid.map(({ variable, message }) => [variable, asSentence(message)] as const),
      ...unfinishedVariables.map(
        ({ name, type }) => [name, `Finish or correct the ${type}, or clear it.`] as const,
      ),
    ]),
    values: [
      ...(blank.length > 0 ? [`Missing required variables: ${blank.join(", ")}`] : []),
      ...unfinishedVariables.map(
        ({ name, type }) => `Finish or correct the ${type} of {{${name}}}, or clear it.`,
      ),
      ...invalid.map(({ message }) => asSentence(message)),
      ...(blankPart === null || unfinishedVariables.length > 0 ? [] : [blankPart]),
    ],
  };
}
