import { AppError } from "../contract/appError.ts";
import { MAX_TABLE_CELLS, MAX_TABLE_COLUMNS, MAX_VARIABLES } from "../contract/limits.ts";
import { parseTemplate, type TemplateSource } from "../placeholders/placeholders.ts";

type Reason = "too_many_variables" | "table_too_large";

/** What a template has too much of for each mail to be made in a bounded time, or null. */
export function templateSizeProblem(source: TemplateSource): { reason: Reason; message: string } | null {
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
  const message = `The template has ${count} placeholders with different names. At most ${MAX_VARIABLES} are possible.`;
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
  const most = `at most ${MAX_TABLE_COLUMNS} columns, and ${MAX_TABLE_CELLS.toLocaleString("en-US")} cells in all tables`;
  return { reason: "table_too_large", message: `A table of the body is too large: ${most}.` } as const;
}

/** How many columns or rows a cell takes; cleaning the body drops anything but a number. */
function spanned(attributes: string, name: "colspan" | "rowspan"): number {
  const [, digits] = new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,4})`, "i").exec(attributes) ?? [];
  return Math.max(1, Number(digits ?? 1));
}
