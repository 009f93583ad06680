import type { Send, SendAnswer, Template } from "@sendwright/functions/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { expect, vi } from "vitest";
import { chooseTemplate } from "../../testing/acting.ts";
import { aConfig } from "../../testing/config.ts";
import { fakeApi, json, type Seen } from "../../testing/fakeApi.ts";
import { ada, firebase } from "../../testing/fakeFirebase.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { aSend } from "../../testing/sends.ts";
import { aTemplate } from "../../testing/templates.ts";
import { CsvDesk } from "./csv/csvDesk.ts";

/** The server as these tests need it: what it knows, what it was asked, and how it answers a send. */
interface Server {
  template: Template;
  sends: Send[];
  send: (form: FormData, key: string) => Response | Promise<Response>;
  asked: Seen[];
  /** What previews wait for. */
  previews: Promise<void>;
}
export const server: Server = { template: aTemplate(), sends: [], send: begun, previews: Promise.resolve(), asked: [] };

/** What the next test finds: one template, no send, nothing asked yet. */
export function startServer(): void {
  firebase.reset();
  firebase.user = ada;
  localStorage.setItem("sendwright:signed-in", "1");
  Object.assign(server, { template: aTemplate(), sends: [], send: begun, previews: Promise.resolve() });
  server.asked = fakeApi(answer);
  fakeWorker(() => new CsvDesk());
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
}

function begun(_form: FormData, key: string): Response {
  return accepted(aSend({ id: key }));
}

const CSV = "Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n";
export const aFile = (text = CSV, name = "people.csv") => new File([text], name, { type: "text/csv" });

function rowsOf({ counts }: Send): SendAnswer["results"] {
  return Array.from({ length: counts.total }, (_, index) => ({
    row: index + 1,
    line: index + 2,
    recipient: `p${index + 1}@example.org`,
    status: index < counts.sent ? ("sent" as const) : ("failed" as const),
    reason: index < counts.sent ? "" : "Gmail does not know this address.",
  }));
}

/** The send has begun, and is in the list from now on. */
export function accepted(send: Send): Response {
  server.sends = [send, ...server.sends.filter(({ id }) => id !== send.id)];
  const success = send.counts.sent === send.counts.total;
  return json(200, { success, message: "", send_id: send.id, send, results: rowsOf(send) });
}

/** What the server answers unless a test says otherwise. */
export function answer({ method, url, headers, body }: Seen): Response | Promise<Response> {
  const path = url.split("?")[0];
  if (path === "/api/config") return json(200, { success: true, config: aConfig() });
  if (path === "/api/templates") {
    const { id, name, updated_at, parsed_variables: variables } = server.template;
    return json(200, { success: true, templates: [{ id, name, updated_at, variables, attachment_count: 0 }] });
  }
  if (path === "/api/template/t1") return json(200, { success: true, template: server.template });
  if (path === "/api/preview") {
    const { variables } = JSON.parse(String(body)) as { variables: Record<string, string> };
    const mail = {
      rendered_subject: `Hello ${variables.Name}`,
      rendered_body_html: "<p>Dear</p>",
      rendered_text: "Dear",
      missing: [],
      syntax_warnings: [],
    };
    return server.previews.then(() => json(200, { success: true, ...mail }));
  }
  if (path === "/api/sends") return json(200, { success: true, sends: server.sends });
  if (path === "/api/send-bulk") return server.send(body as FormData, headers["idempotency-key"] ?? "");
  const send = server.sends.find(({ id }) => path === `/api/sends/${id}`);
  if (send && method === "GET") return json(200, { success: true, send, results: rowsOf(send), cursor: "1" });
  return json(404, { success: false, error: "Not found.", reason: "not_found" });
}

/** The tab of a page of its own, signed in. */
export async function visit(hash = "#bulk-send") {
  vi.resetModules();
  window.history.replaceState(null, "", `/app${hash}`);
  const { BrowserRouter } = await import("react-router-dom");
  const { createQueryClient } = await import("../../lib/queryClient.ts");
  const { ToastProvider } = await import("../../components/Toasts.tsx");
  const { ConfirmProvider } = await import("../../components/Confirm.tsx");
  const { default: BulkSendTab } = await import("./BulkSendTab.tsx");
  const { bulkWay } = await import("./bulkWay.ts");
  const { SendingProvider } = await import("../../sending/SendingProvider.tsx");
  const session = await import("../../lib/session.ts");
  session.startSession("/app");
  const shown = () => (
    <BrowserRouter>
      <QueryClientProvider client={cache}>
        <ToastProvider>
          <ConfirmProvider>
            <SendingProvider uid={ada.uid} ways={[bulkWay]}>
              {isOnTab ? <BulkSendTab /> : <p>Another tab</p>}
            </SendingProvider>
          </ConfirmProvider>
        </ToastProvider>
      </QueryClientProvider>
    </BrowserRouter>
  );
  const cache = createQueryClient();
  let isOnTab = true;
  const { rerender } = render(shown());
  const user = userEvent.setup();
  await screen.findByLabelText("Template");
  const goTo = (tab: boolean) => {
    isOnTab = tab;
    rerender(shown());
  };
  return { user, goTo };
}

export async function choose(user: UserEvent, option: string) {
  await chooseTemplate(option, user);
}

export async function pick(user: UserEvent, file = aFile()) {
  await user.upload(screen.getByLabelText("CSV file", { selector: "input" }), file);
}

export async function pressSend(user: UserEvent) {
  await user.click(await screen.findByRole("button", { name: /^Send \d+ emails?$/ }));
  const dialog = await screen.findByRole("alertdialog");
  await user.click(within(dialog).getByRole("button", { name: /^Send/ }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
}

/** The calls that ask for a bulk send. */
export const bulkCalls = () => server.asked.filter(({ url }) => url === "/api/send-bulk");
