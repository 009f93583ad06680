import { isBodyTooLong } from "../body/length.ts";
import type { Limits } from "../contract/limits.ts";
import type { TemplateFields } from "../contract/templates.ts";
import { attachmentProblems } from "../files/fit.ts";
import { isBlank } from "../placeholders/placeholders.ts";
import { templateSizeProblem } from "./templateSize.ts";

/** The problem of one field of a template, in a sentence. */
export interface FieldProblem {
  field: "name" | "subject" | "body" | "attachments";
  message: string;
}

/**
 * What keeps an edited template from being saved, in the fixed words (rule: saving). The same check on the page and on
 * the server.
 */
export function checkTemplateFields(
  { name, subject, body }: Pick<TemplateFields, "name" | "subject" | "body">,
  files: readonly { size: number }[],
  limits: Limits,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (isBlank(name)) problems.push({ field: "name", message: "Template name is required." });
  if (name.trim().length > limits.MAX_NAME_LENGTH) {
    problems.push({ field: "name", message: `Template name too long (max ${limits.MAX_NAME_LENGTH} chars)` });
  }
  if (isBlank(subject)) problems.push({ field: "subject", message: "Subject line is required." });
  if (isBodyTooLong(body, limits)) problems.push({ field: "body", message: bodyTooLong(limits) });
  // A longer one is not read.
  const size = problems.length === 0 ? templateSizeProblem({ subject, body }) : null;
  if (size !== null) problems.push({ field: "body", message: size.message });
  for (const message of attachmentProblems(files, limits)) problems.push({ field: "attachments", message });
  return problems;
}

/** The sentence for a body over its limit. */
export function bodyTooLong(limits: Limits): string {
  return `Body content exceeds maximum length (${limits.MAX_BODY_LENGTH} characters).`;
}

/** The editor's notice of at least one problem. */
export function validationFailed(problems: readonly FieldProblem[]): string {
  return `Validation Failed: ${problems.map(({ message }) => message).join(" ")}`;
}
