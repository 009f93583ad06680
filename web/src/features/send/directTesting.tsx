import type { Template } from "@sendwright/core/contract";
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
import { FakeServer, type Holds } from "../../testing/fakeServer.ts";
import { aTemplate, aVariable } from "../../testing/templates.ts";
import DirectSendTab from "./DirectSendTab.tsx";
import { directWay } from "./ways.ts";

/** A template with a sticky variable beside the name; `more` overrides. */
export function aStickyTemplate(more: Partial<Template> = {}): Template {
  return aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Place", { type: "sticky" })], ...more });
}

/** The tab of a signed-in person. Returns the server, and the way to another tab and back. */
export function showTab(holds: Holds = {}) {
  const server = new FakeServer({ templates: [aStickyTemplate()], ...holds });
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
  return { server, leave: () => view.rerender(page(false)), comeBack: () => view.rerender(page(true)) };
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
