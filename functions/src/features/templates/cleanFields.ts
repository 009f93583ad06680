import { checkTemplateFields, requireTemplateSize } from "@sendwright/core/check/templateFields";
import { AppError } from "@sendwright/core/contract/appError";
import type { TemplateFields } from "@sendwright/core/contract/templates";
import { formatsOf } from "@sendwright/core/dates/formats";
import { type ParsedTemplate, parseTemplate } from "@sendwright/core/placeholders";
import { config } from "../../config.ts";
import { sanitizedBody } from "../../mail/lateMail.ts";

/**
 * Trims and sanitizes a save's fields, and parses them. Throws `invalid_input` with the fixed
 * sentences. Both forms of the body must be within its limit: the typed one, as the page counts
 * it, before any work on it, and the stored one.
 */
export async function cleanFields(
  input: TemplateFields,
): Promise<{ fields: TemplateFields; parsed: ParsedTemplate }> {
  const { name, subject, body, reply_to, signature } = input;
  const trimmed = {
    name: name.trim(),
    subject: subject.trim(),
    body,
    ...formatsOf(input),
    ...(reply_to !== undefined && { reply_to: reply_to.trim() }),
    ...(signature !== undefined && { signature }),
  };
  requireSavable(trimmed);
  const fields = { ...trimmed, body: await sanitizedBody(body) };
  const parsed = parseTemplate(fields);
  requireTemplateSize(parsed.variables.length, fields.body);
  requireSavable(fields);
  return { fields, parsed };
}

function requireSavable(fields: TemplateFields): void {
  const problems = checkTemplateFields(fields, [], config().limits);
  if (problems.length > 0) {
    throw new AppError("invalid_input", problems.map(({ message }) => message).join(" "));
  }
}
