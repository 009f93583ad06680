import type { Template, TemplateListItem, Variable } from "@sendwright/core/contract";

/** A variable as the grammar gives it; `more` overrides. */
export function aVariable(name: string, more: Partial<Variable> = {}): Variable {
  return { name, type: "text", options: [], fallback: null, required: true, ...more };
}

/** A template as the server gives it; `more` overrides. */
export function aTemplate(more: Partial<Template> = {}): Template {
  return {
    id: "t1",
    name: "Invitation",
    subject: "Hello {{Name}}",
    body: "<p>Dear {{Name}}</p>",
    dateFormat: "mmddyyyy",
    timeFormat: "12hr",
    parsed_variables: [aVariable("Name")],
    syntax_warnings: [],
    attachments: [],
    updated_at: "2026-11-20T12:00:00.000Z",
    revision: "7",
    ...more,
  };
}

/** A template's line of the list. */
export function asListed({
  id,
  name,
  updated_at,
  parsed_variables,
  attachments,
}: Template): TemplateListItem {
  return {
    id,
    name,
    updated_at,
    variables: parsed_variables,
    attachment_count: attachments.length,
  };
}
