import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { expect, vi } from "vitest";
import type { WriteTemplate } from "../../lib/templateEditorContext.ts";
import { begin, chooseTemplate, pressSend } from "../../testing/acting.ts";
import { ada, firebase } from "../../testing/fakeFirebase.ts";
import { FakeServer } from "../../testing/fakeServer.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";

export let server: FakeServer;

/** The start of each test: one template, no sends, no calls yet, and Ada signed in. */
export function startServer(): void {
  firebase.reset();
  begin();
  localStorage.setItem("sendwright:session", "in");
  server = new FakeServer();
}

const CSV = "Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n";
export const aFile = (text = CSV, name = "people.csv") =>
  new File([text], name, { type: "text/csv" });

/** Bulk Send on its own page, signed in; `write` opens the template editor. */
export async function visit(hash = "#bulk-send", write: WriteTemplate | null = null) {
  vi.resetModules();
  window.history.replaceState(null, "", `/app${hash}`);
  const { BrowserRouter } = await import("react-router-dom");
  const { createQueryClient } = await import("../../lib/queryClient.ts");
  const { ToastProvider } = await import("../../components/Toasts.tsx");
  const { ConfirmProvider } = await import("../../components/Confirm.tsx");
  const { ListWork } = await import("../../lib/lists/listWork.ts");
  fakeWorker(() => new ListWork());
  const { BulkSendTab } = await import("./SendTab.tsx");
  const { SendForms } = await import("./form/SendForms.tsx");
  const { TemplateEditorContext } = await import("../../lib/templateEditorContext.ts");
  const { SendingProvider } = await import("../../sending/SendingProvider.tsx");
  const session = await import("../../lib/session.ts");
  session.startSession("/app");
  const shown = () => (
    <BrowserRouter>
      <QueryClientProvider client={cache}>
        <ToastProvider>
          <ConfirmProvider>
            <SendingProvider uid={ada.uid}>
              <SendForms>
                <TemplateEditorContext value={write}>
                  {isOnTab ? <BulkSendTab /> : <p>Another tab</p>}
                </TemplateEditorContext>
              </SendForms>
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

export const choose = (user: UserEvent, option: string) => chooseTemplate(option, user);

export async function pick(user: UserEvent, file = aFile()) {
  await user.upload(screen.getByLabelText("CSV file", { selector: "input" }), file);
}

/** The form of the only call that sends. */
export async function sentForm(): Promise<FormData> {
  await waitFor(() => expect(server.presses).toHaveLength(1));
  return server.presses[0]?.body as FormData;
}

/** The list of that call, without its byte order mark. */
export async function sentCsv(): Promise<string> {
  const text = await ((await sentForm()).get("csv_file") as File).text();
  return text.replace("\ufeff", "");
}

/** The list's table. */
export const findGrid = async () =>
  within(await screen.findByRole("grid", { name: "Table of recipients" }));

/** Bulk Send with a template and a file of people, once their table shows. */
export async function visitWithList(text?: string, template = "Invitation") {
  const page = await visit();
  await choose(page.user, template);
  await pick(page.user, aFile(text));
  await findGrid();
  return page;
}

/** The cell of a row, by its position in the table (from 1) and its header. */
export async function cellOf(row: number, header: string): Promise<HTMLElement> {
  const grid = await findGrid();
  const at = grid
    .getAllByRole("columnheader")
    .findIndex(({ textContent }) => textContent.includes(header));
  const cell = within(grid.getAllByRole("row")[row] as HTMLElement).getAllByRole("gridcell")[at];
  if (!cell) throw new Error(`Row ${row} has no cell under ${header}.`);
  return cell;
}

/** Types a value into a cell, as in a spreadsheet. */
export async function typeInto(
  user: UserEvent,
  row: number,
  header: string,
  value: string,
): Promise<void> {
  await user.click(await cellOf(row, header));
  await user.keyboard(`${value}{Enter}`);
}

/** Chooses where the values of a placeholder come from: the same for everyone, or a column. */
export async function feedFrom(
  user: UserEvent,
  name: string,
  column: RegExp | null,
): Promise<void> {
  const line = within(await screen.findByRole("group", { name }));
  const from = column ? "From the list" : "The same for everyone";
  const isThere = (line.getByRole("radio", { name: from }) as HTMLInputElement).checked;
  await user.click(
    isThere ? line.getByRole("combobox", { name: `Column for ${name}` }) : line.getByText(from),
  );
  if (column) await user.click(await screen.findByRole("option", { name: column }));
}

export const clickButton = (user: UserEvent) => pressSend(/^Send \d+ emails?$/, user);
