import type { Template, TemplateListItem } from "@sendwright/functions/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ToastProvider } from "../../components/Toasts.tsx";
import { createQueryClient } from "../../lib/queryClient.ts";
import { checkSession } from "../../lib/session.ts";
import { aConfig } from "../../testing/config.ts";
import { fakeApi, json, type Seen } from "../../testing/fakeApi.ts";
import TemplatesTab from "./TemplatesTab.tsx";

/** A template as the server gives it; `more` overrides. */
export function aTemplate(more: Partial<Template> = {}): Template {
  return {
    id: "t1",
    name: "Invitation",
    subject: "Hello {{Name}}",
    body: "<p>Dear {{Name}}</p>",
    dateFormat: "mmddyyyy",
    timeFormat: "12hr",
    parsed_variables: [],
    syntax_warnings: [],
    attachments: [],
    updated_at: "2026-11-20T12:00:00.000Z",
    revision: "7",
    ...more,
  };
}

/** A line of the list as the server gives it. */
export function aListItem(more: Partial<TemplateListItem> = {}): TemplateListItem {
  const variables = [{ name: "Name", type: "text" as const, options: [], fallback: null, required: true }];
  return {
    id: "t1",
    name: "Invitation",
    updated_at: "2026-11-20T12:00:00.000Z",
    variables,
    attachment_count: 0,
    ...more,
  };
}

type Answers = Record<string, (seen: Seen) => Response | Promise<Response>>;

/** The tab with a signed-in person; `answers` by "METHOD /path", a function each. Gives what the server saw. */
export function showTab(answers: Answers): Seen[] {
  const seen = fakeApi((request) => {
    const answer = answers[`${request.method} ${request.url}`];
    if (answer) return answer(request);
    if (request.url === "/api/config") return json(200, { success: true, config: aConfig() });
    return json(404, { success: false, error: "Not here.", reason: "not_found" });
  });
  checkSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <ConfirmProvider>
          <TemplatesTab />
        </ConfirmProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return seen;
}
