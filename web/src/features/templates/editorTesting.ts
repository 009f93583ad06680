import type { Template } from "@sendwright/functions/contract";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../testing/fakeApi.ts";
import { aListItem, aTemplate } from "../../testing/templates.ts";
import { showTab } from "./testing.tsx";

type Answers = Parameters<typeof showTab>[0];
export const LIST = { "GET /api/templates": () => json(200, { success: true, templates: [aListItem()] }) };
export const saved = (template: Template) => json(200, { success: true, template });
export const refused = (status: number, error: string, reason: string) => () =>
  json(status, { success: false, error, reason });

export async function create(answers: Answers = {}) {
  const seen = showTab({ ...LIST, ...answers });
  await userEvent.click(await screen.findByRole("button", { name: "Create New Template" }));
  const editor = within(await screen.findByRole("dialog", { name: "Create New Template" }));
  await editor.findByRole("textbox", { name: "Body" });
  return { seen, editor };
}
export async function edit(template: Partial<Template>, answers: Answers = {}) {
  const seen = showTab({ ...LIST, "GET /api/template/t1": () => saved(aTemplate(template)), ...answers });
  await userEvent.click(await screen.findByRole("button", { name: "Invitation" }));
  const editor = within(await screen.findByRole("dialog", { name: "Edit Template" }));
  await editor.findByRole("textbox", { name: "Body" });
  return { seen, editor };
}
export type Editor = Awaited<ReturnType<typeof create>>["editor"];

export const type = (editor: Editor, label: string, text: string) =>
  fireEvent.change(editor.getByLabelText(label), { target: { value: text } });
export const pick = (editor: Editor, ...files: File[]) => userEvent.upload(editor.getByLabelText("Attachments"), files);
export const aFile = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);
export const save = () => userEvent.click(screen.getByRole("button", { name: "Save Template" }));
export const anAttachment = (name: string) => ({
  original_filename: name,
  storage_path: `users/u/templates/t1/${name}`,
  size: 100,
  content_type: "text/plain",
});
