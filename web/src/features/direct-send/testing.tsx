import type { Template } from "@sendwright/functions/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ToastProvider } from "../../components/Toasts.tsx";
import { createQueryClient } from "../../lib/queryClient.ts";
import { checkSession } from "../../lib/session.ts";
import { useSession } from "../../lib/useSession.ts";
import { SendingProvider } from "../../sending/SendingProvider.tsx";
import { aConfig } from "../../testing/config.ts";
import { fakeApi, json, type Seen } from "../../testing/fakeApi.ts";
import { asListed, aTemplate, aVariable } from "../../testing/templates.ts";
import DirectSendTab from "./DirectSendTab.tsx";
import { directWay } from "./directWay.ts";

/** A template with a sticky variable beside the name; `more` overrides. */
export function aStickyTemplate(more: Partial<Template> = {}): Template {
  return aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Place", { type: "sticky" })], ...more });
}

export type Answers = Record<string, (seen: Seen) => Response | Promise<Response>>;

/**
 * The tab of a signed-in person with these templates; `answers` by "METHOD /path". Returns what the server saw, and the
 * way to another tab and back.
 */
export function showTab({
  templates = [aStickyTemplate()],
  answers = {},
}: {
  templates?: Template[];
  answers?: Answers;
} = {}) {
  const seen = fakeApi((request) => {
    const [path = ""] = request.url.split("?");
    const answer = answers[`${request.method} ${path}`] ?? answers[`${request.method} ${path.replace(/[^/]*$/, "*")}`];
    if (answer) return answer(request);
    if (path === "/api/config") return json(200, { success: true, config: aConfig() });
    if (path === "/api/templates") return json(200, { success: true, templates: templates.map(asListed) });
    if (path === "/api/sends") return json(200, { success: true, sends: [] });
    const template = templates.find(({ id }) => path === `/api/template/${id}`);
    if (template) return json(200, { success: true, template });
    return json(404, { success: false, error: "Not here.", reason: "not_found" });
  });
  checkSession();
  const cache = createQueryClient();
  const page = (isOpen: boolean) => (
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <ToastProvider>
          <ConfirmProvider>
            <Account>{isOpen && <DirectSendTab />}</Account>
          </ConfirmProvider>
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const view = render(page(true));
  return { seen, leave: () => view.rerender(page(false)), comeBack: () => view.rerender(page(true)) };
}

/** What the application puts above the tabs. */
function Account({ children }: { children: ReactNode }) {
  const { user } = useSession();
  if (!user) return children;
  return (
    <SendingProvider key={user.uid} uid={user.uid} ways={[directWay]}>
      {children}
    </SendingProvider>
  );
}
