import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ToastProvider } from "../../components/Toasts.tsx";
import { createQueryClient } from "../../lib/queryClient.ts";
import { checkSession } from "../../lib/session.ts";
import { aConfig } from "../../testing/config.ts";
import { fakeApi, json, type Seen } from "../../testing/fakeApi.ts";
import TemplatesTab from "./TemplatesTab.tsx";

type Answers = Record<string, (seen: Seen) => Response | Promise<Response>>;

/** What the server would render, near enough: values in the place of plain placeholders. */
function rendered({ body }: Seen) {
  const { subject, body: html, variables } = JSON.parse(String(body));
  const fill = (text: string) => text.replaceAll(/\{\{([^{}|]+)[^{}]*\}\}/g, (_all, name: string) => variables[name]);
  const rendered_body_html = fill(html);
  return {
    success: true,
    rendered_subject: fill(subject),
    rendered_body_html,
    rendered_text: rendered_body_html,
    missing: [],
    syntax_warnings: [],
  };
}

/** The tab with a signed-in person; `answers` by "METHOD /path", a function each. Returns what the server saw. */
export function showTab(answers: Answers): Seen[] {
  const seen = fakeApi((request) => {
    const answer = answers[`${request.method} ${request.url}`];
    if (answer) return answer(request);
    if (request.url === "/api/config") return json(200, { success: true, config: aConfig() });
    if (request.url === "/api/preview") return json(200, rendered(request));
    return json(404, { success: false, error: "Not here.", reason: "not_found" });
  });
  checkSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <ConfirmProvider>
          <MemoryRouter>
            <TemplatesTab />
          </MemoryRouter>
        </ConfirmProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return seen;
}
