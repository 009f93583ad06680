import {
  newPlaceholder,
  parseTemplate,
  placeholderProblem,
  type TemplateSource,
} from "../placeholders/placeholders.ts";
import type { List } from "./list.ts";

/** The most that are shown, as for syntax warnings. */
const MAX_WARNINGS = 20;

/**
 * Warnings about what only looks like a placeholder of an email, because a list has the column.
 * Those that the email gets without the list aren't among them.
 */
export function columnLookAlikes(
  { columns, mapping }: Pick<List, "columns" | "mapping">,
  source: TemplateSource,
): string[] {
  const people = [mapping.address, mapping.cc, mapping.bcc];
  const known = columns.flatMap((header) => {
    const placeholder = newPlaceholder(header);
    const isUsable = !people.includes(header) && placeholderProblem(placeholder) === null;
    return isUsable ? placeholder : [];
  });
  const own = parseTemplate(source).lookAlikes;
  const all = parseTemplate(source, known).lookAlikes;
  const found = (["subject", "body"] as const).flatMap((part) => {
    const before = new Set(own[part].map(({ start }) => start));
    return all[part].flatMap(({ start, message }) => (before.has(start) ? [] : message));
  });
  return [...new Set(found)].slice(0, MAX_WARNINGS);
}
