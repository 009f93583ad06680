import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ToastProvider } from "../../components/Toasts.tsx";
import { createQueryClient } from "../../lib/queryClient.ts";
import { checkSession } from "../../lib/session.ts";
import { FakeServer, type Holds } from "../../testing/fakeServer.ts";
import TemplatesTab from "./TemplatesTab.tsx";

/** The tab with a signed-in person; returns the server. */
export function showTab(holds: Holds = {}): FakeServer {
  const server = new FakeServer(holds);
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
  return server;
}
