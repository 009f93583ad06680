import type { Template } from "@sendwright/core/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ToastProvider } from "../../components/Toasts.tsx";
import { createQueryClient } from "../../lib/queryClient.ts";
import { checkSession } from "../../lib/session.ts";
import { clickButton } from "../../testing/buttons.ts";
import { json } from "../../testing/fakeApi.ts";
import { type Answers, FakeServer, type Holds } from "../../testing/fakeServer.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import TemplatesTab from "./TemplatesTab.tsx";

export const saved = (template: Template) => json(200, { success: true, template });
export const refused = (status: number, error: string, reason: string) => () =>
  json(status, { success: false, error, reason });

/** Waits for the whole form: the fields below the body come after it. */
export async function drawn(editor: Pick<Editor, "findByRole" | "findByLabelText">) {
  await editor.findByRole("textbox", { name: "Body" });
  await editor.findByLabelText("Attachments");
}

export async function create(instead: Answers = {}) {
  const server = showTab({ instead });
  await clickButton("Create New Template");
  const editor = within(await screen.findByRole("dialog", { name: "Create New Template" }));
  await drawn(editor);
  return { server, editor };
}
export async function edit(template: Partial<Template>, instead: Answers = {}) {
  const server = showTab({ templates: [aTemplate(template)], instead });
  await clickButton("Invitation");
  const editor = within(await screen.findByRole("dialog", { name: "Edit Template" }));
  await drawn(editor);
  return { server, editor };
}
export type Editor = Awaited<ReturnType<typeof create>>["editor"];

export const type = (editor: Editor, label: string, text: string) =>
  fireEvent.change(editor.getByLabelText(label), { target: { value: text } });
export const pick = (editor: Editor, ...files: File[]) =>
  userEvent.upload(editor.getByLabelText("Attachments"), files);
export const aFile = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);
export const save = () => clickButton("Save Template");
export const anAttachment = (name: string) => ({
  original_filename: name,
  storage_path: `users/u/templates/t1/${name}`,
  size: 100,
  content_type: "text/plain",
});

/** The tab with a signed-in person; returns the server. */
export function showTab(holds: Holds = {}, hash = ""): FakeServer {
  const server = new FakeServer(holds);
  checkSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <ConfirmProvider>
          <MemoryRouter initialEntries={[`/app${hash}`]}>
            <TemplatesTab />
          </MemoryRouter>
        </ConfirmProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return server;
}
