import { checkTemplateFields } from "@sendwright/core/check/templateFields";
import { requireTemplateSize } from "@sendwright/core/check/templateSize";
import { AppError } from "@sendwright/core/contract/appError";
import type { TemplateFields } from "@sendwright/core/contract/templates";
import { parseTemplate } from "@sendwright/core/placeholders";
import { config } from "../../config.ts";
import { sanitizeBody } from "../../mail/sanitizeBody.ts";

/**
 * A save's fields in their stored form: name and subject trimmed, the body sanitized. Throws `invalid_input` with the
 * fixed sentences. Both forms of the body must be within its limit: the typed one, as the page counts it, before any
 * work on it, and the stored one.
 */
export function cleanFields({ name, subject, body, dateFormat, timeFormat }: TemplateFields): TemplateFields {
  const trimmed = { name: name.trim(), subject: subject.trim(), body, dateFormat, timeFormat };
  requireSavable(trimmed);
  const clean = { ...trimmed, body: sanitizeBody(body) };
  requireTemplateSize(parseTemplate(clean).variables.length, clean.body);
  requireSavable(clean);
  return clean;
}

function requireSavable(fields: TemplateFields): void {
  const problems = checkTemplateFields(fields, [], config().limits);
  if (problems.length > 0) {
    throw new AppError("invalid_input", problems.map(({ message }) => message).join(" "));
  }
}
