import type { Template, TemplateListItem } from "@sendwright/core/contract/templates";
import { parseTemplate } from "@sendwright/core/placeholders";
import type { StoredTemplate } from "../../store/templates.ts";

/** A stored template as `GET /api/template/{id}` returns it, with its variables read by the current grammar. */
export function presentTemplate(stored: StoredTemplate): Template {
  const { variables, warnings } = parseTemplate(stored);
  return {
    id: stored.id,
    name: stored.name,
    subject: stored.subject,
    body: stored.body,
    dateFormat: stored.dateFormat,
    timeFormat: stored.timeFormat,
    parsed_variables: variables,
    syntax_warnings: warnings,
    attachments: stored.attachments,
    updated_at: stored.updatedAt.toISOString(),
    revision: String(stored.revision),
  };
}

/** A template's line in the list. */
export function presentListItem(stored: StoredTemplate): TemplateListItem {
  return {
    id: stored.id,
    name: stored.name,
    updated_at: stored.updatedAt.toISOString(),
    variables: parseTemplate(stored).variables,
    attachment_count: stored.attachments.length,
  };
}
