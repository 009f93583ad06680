import { checkTemplateFields, requireTemplateSize } from "@sendwright/core/check/templateFields";
import { AppError } from "@sendwright/core/contract/appError";
import type { TemplateFields } from "@sendwright/core/contract/templates";
import { dateWordsOf } from "@sendwright/core/dates/formats";
import { type ParsedTemplate, parseTemplate } from "@sendwright/core/placeholders";
import { config } from "../../config.ts";
import { sanitizedBody } from "../../mail/lateMail.ts";

/**
 * A save's fields in their stored form, name and subject trimmed and the body sanitized, and these
 * fields as the grammar reads them. Throws `invalid_input` with the fixed sentences. Both forms of
 * the body must be within its limit: the typed one, as the page counts it, before any work on it,
 * and the stored one.
 */
export async function cleanFields(
  input: TemplateFields,
): Promise<{ fields: TemplateFields; parsed: ParsedTemplate }> {
  const { name, subject, body, dateFormat, timeFormat, reply_to, signature } = input;
  const optional = {
    ...dateWordsOf(input),
    ...(reply_to !== undefined && { reply_to: reply_to.trim() }),
    ...(signature !== undefined && { signature }),
  };
  const trimmed = {
    name: name.trim(),
    subject: subject.trim(),
    body,
    dateFormat,
    timeFormat,
    ...optional,
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
