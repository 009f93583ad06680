import { getTemplate, listTemplates, type Template, type TemplateFields } from "@sendwright/core/contract";
import { call } from "../lib/call.ts";

/** What was to be created when the answer was lost. */
export interface LostCreation {
  fields: TemplateFields;
  /** The templates that there were before. */
  known: ReadonlySet<string>;
}

/**
 * The template that a creation made although its answer was lost (one that was not there before, with its name and
 * subject), null when there is none. Throws AppError when nobody can be asked.
 */
export async function findCreated({ fields, known }: LostCreation): Promise<Template | null> {
  const words = { fallback: "Could not save template." };
  const { templates } = await call(listTemplates, {}, words);
  for (const { id, name } of templates) {
    if (known.has(id) || name !== fields.name.trim()) continue;
    const { template } = await call(getTemplate, { id }, words);
    if (template.subject === fields.subject.trim()) return template;
  }
  return null;
}
