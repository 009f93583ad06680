import type { Attachment, Template, Variable } from "@sendwright/core/contract";
import { parseTemplate } from "@sendwright/core/placeholders";
import type { SendForm } from "./sendForm.ts";

/** The email to send, from a template or written here. */
export interface Email extends Pick<Template, "subject" | "body" | "dateFormat" | "timeFormat"> {
  /** The template's name; "" for an email written here. */
  name: string;
  variables: readonly Variable[];
  warnings: readonly string[];
  attachments: readonly Attachment[];
}

/** The email of the form, or null if it isn't chosen or loaded yet. */
export function emailOf(
  { choice, ...composed }: Pick<SendForm, "choice" | "subject" | "body" | "dateFormat" | "timeFormat">,
  template: Template | null,
): Email | null {
  if (choice.kind === "compose") {
    const { subject, body, dateFormat, timeFormat } = composed;
    const { variables, warnings } = parseTemplate({ subject, body });
    return { name: "", subject, body, dateFormat, timeFormat, variables, warnings, attachments: [] };
  }
  if (choice.kind === "none" || template?.id !== choice.id) return null;
  return {
    name: template.name,
    subject: template.subject,
    body: template.body,
    dateFormat: template.dateFormat,
    timeFormat: template.timeFormat,
    variables: template.parsed_variables,
    warnings: template.syntax_warnings,
    attachments: template.attachments,
  };
}
