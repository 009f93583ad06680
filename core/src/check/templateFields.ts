import { isBodyTooLong } from "../body/length.ts";
import { AppError } from "../contract/appError.ts";
import {
  type Limits,
  MAX_PICTURES,
  MAX_TABLE_CELLS,
  MAX_TABLE_COLUMNS,
  MAX_VARIABLES,
} from "../contract/limits.ts";
import type { TemplateFields } from "../contract/templates.ts";
import { attachmentProblems, tooManyPictures } from "../files/fileMessages.ts";
import { picturesIn } from "../files/pictures.ts";
import { isBlank, parseTemplate, type TemplateSource } from "../placeholders/placeholders.ts";
import { COPY_WORDS, readAddresses } from "../recipients/copies.ts";
import { withCommas } from "../withCommas.ts";

type FieldReason = "too_many_variables" | "table_too_large";

/** What a template has too much of for each mail to be made in a bounded time, or null. */
export function templateSizeProblem(
  source: TemplateSource,
): { reason: FieldReason; message: string } | null {
  const count = parseTemplate(source).variables.length;
  return variableProblem(count) ?? tableProblem(source.body ?? "");
}

/**
 * Checks how many variables a template has, and its body.
 * @throws AppError `too_many_variables`, `table_too_large`.
 */
export function requireTemplateSize(variables: number, body: string): void {
  const problem = variableProblem(variables) ?? tableProblem(body);
  if (problem !== null) throw new AppError(problem.reason, problem.message);
}

function variableProblem(count: number) {
  if (count <= MAX_VARIABLES) return null;
  const message = `The template has ${count} placeholders with different names. You can have at most ${MAX_VARIABLES}.`;
  return { reason: "too_many_variables", message } as const;
}

const ROW_OR_CELL = /<(tr|td|th)\b([^<>]*)>/gi;

function tableProblem(body: string) {
  let cells = 0;
  let columns = 0;
  let widest = 0;
  for (const [, name = "", attributes = ""] of body.matchAll(ROW_OR_CELL)) {
    if (name.toLowerCase() === "tr") {
      columns = 0;
      continue;
    }
    const width = spanned(attributes, "colspan");
    columns += width;
    widest = Math.max(widest, columns);
    cells += width * spanned(attributes, "rowspan");
  }
  if (cells <= MAX_TABLE_CELLS && widest <= MAX_TABLE_COLUMNS) return null;
  const most = `at most ${MAX_TABLE_COLUMNS} columns, and ${withCommas(MAX_TABLE_CELLS)} cells in all tables`;
  return {
    reason: "table_too_large",
    message: `A table in the body is too large: ${most}.`,
  } as const;
}

/** How many columns or rows a cell takes; cleaning the body drops anything but a number. */
function spanned(attributes: string, name: "colspan" | "rowspan"): number {
  const [, digits] = new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,4})`, "i").exec(attributes) ?? [];
  return Math.max(1, Number(digits ?? 1));
}

/** The problem of one field of a template, in a sentence. */
export interface FieldProblem {
  field: "name" | "subject" | "reply_to" | "body" | "attachments";
  message: string;
}

/**
 * What keeps an edited template from being saved, in the fixed words (rule: saving). The same check
 * on the page and on the server.
 */
export function checkTemplateFields(
  {
    name,
    subject,
    body,
    reply_to = "",
  }: Pick<TemplateFields, "name" | "subject" | "body" | "reply_to">,
  files: readonly { size: number }[],
  limits: Limits,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (isBlank(name)) problems.push({ field: "name", message: "Template name is required." });
  if (name.trim().length > limits.MAX_NAME_LENGTH) {
    problems.push({
      field: "name",
      message: `Template name too long (max ${limits.MAX_NAME_LENGTH} chars)`,
    });
  }
  if (isBlank(subject)) problems.push({ field: "subject", message: "Subject line is required." });
  const replies = readAddresses(reply_to, COPY_WORDS.replyTo).problem;
  if (replies !== null) problems.push({ field: "reply_to", message: `${replies}.` });
  if (isBodyTooLong(body, limits)) problems.push({ field: "body", message: bodyTooLong(limits) });
  // A longer one is not read.
  const size = problems.length === 0 ? templateSizeProblem({ subject, body }) : null;
  if (size !== null) problems.push({ field: "body", message: size.message });
  else if (picturesIn(body).size > MAX_PICTURES)
    problems.push({ field: "body", message: tooManyPictures });
  for (const message of attachmentProblems(files, limits))
    problems.push({ field: "attachments", message });
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
