import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { begin, gone } from "../../testing/acting.ts";
import { findButton } from "../../testing/buttons.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import type { Holds } from "../../testing/fakeServer.ts";
import { held } from "../../testing/held.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import {
  aFile,
  create,
  type Editor,
  edit,
  pick,
  refused,
  save,
  saved,
  showTab,
  type,
} from "./templatesTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

const RESTORED = "Restored what you hadn't saved.";

/** The page goes away as a reload takes it, and comes again. */
function reload(holds?: Holds) {
  window.dispatchEvent(new Event("pagehide"));
  cleanup();
  return showTab(holds);
}

async function opened(name: string): Promise<Editor> {
  const editor = within(await screen.findByRole("dialog", { name }));
  await editor.findByRole("textbox", { name: "Body" });
  return editor;
}

const textIn = (editor: Editor, label: string) =>
  editor.getByLabelText<HTMLInputElement>(label).value;

it("continues with an unsaved template after a reload, and forgets it once it is saved", async () => {
  const { editor } = await create();
  type(editor, "Template Name", "Te");
  type(editor, "Subject Line", "Hello {{Name}}");
  await pick(editor, aFile("menu.pdf"));

  reload();
  type(await opened("Create New Template"), "Template Name", "Tea");
  const server = reload({ instead: { "POST /api/templates": () => saved(aTemplate()) } });
  const again = await opened("Create New Template");
  expect(
    again.getByText(`${RESTORED} Files aren't kept. Choose them again: menu.pdf.`),
  ).toBeInTheDocument();
  expect([textIn(again, "Template Name"), textIn(again, "Subject Line")]).toEqual([
    "Tea",
    "Hello {{Name}}",
  ]);
  await save();
  await gone("dialog");
  expect(server.calls("/api/templates").map(({ method }) => method)).toContain("POST");

  reload();
  await findButton("Invitation");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("isn't begun anew by its own draft if the list of templates arrives late", async () => {
  const { arrive, arrival } = held();
  const { editor } = await create({
    "GET /api/templates": () => arrival.then(() => json(200, { success: true, templates: [] })),
  });
  type(editor, "Template Name", "Tea");
  window.dispatchEvent(new Event("pagehide"));
  arrive();
  expect(await screen.findByText(/^No templates created yet/)).toBeInTheDocument();
  expect(textIn(editor, "Template Name")).toBe("Tea");
  expect(screen.queryByText(RESTORED)).toBeNull();
});

it("doesn't overwrite someone else's later save", async () => {
  const { editor } = await edit({ revision: "1" });
  type(editor, "Subject Line", "Mine");
  const server = reload({
    templates: [aTemplate({ revision: "2", subject: "Theirs" })],
    instead: { "PUT /api/template/t1": refused(409, "Changed.", "template_changed") },
  });
  const again = await opened("Edit Template");
  expect(textIn(again, "Subject Line")).toBe("Mine");
  await save();
  await screen.findByText(/changed/i, { selector: "h2" });
  expect(server.asked.find(({ method }) => method === "PUT")?.headers["if-match"]).toBe("1");
});

it("keeps the text of a template that was deleted elsewhere, as a new template", async () => {
  const { editor } = await edit({});
  type(editor, "Subject Line", "Mine");
  reload({ templates: [] });
  expect(textIn(await opened("Create New Template"), "Subject Line")).toBe("Mine");
});

it("starts over or is discarded if the person chooses so", async () => {
  const { editor } = await edit({ subject: "Saved" });
  type(editor, "Subject Line", "Mine");
  const holds = { templates: [aTemplate({ subject: "Saved" })] };
  reload(holds);
  const user = userEvent.setup();
  const again = await opened("Edit Template");
  await user.click(again.getByRole("button", { name: "Start over" }));
  await waitFor(() => expect(textIn(again, "Subject Line")).toBe("Saved"));
  expect(again.queryByText(RESTORED)).toBeNull();

  type(again, "Subject Line", "Mine again");
  reload(holds);
  const third = await opened("Edit Template");
  expect(textIn(third, "Subject Line")).toBe("Mine again");
  await user.click(third.getByRole("button", { name: "Cancel" }));
  await user.click(await findButton("Discard changes"));
  await gone("dialog");
  reload(holds);
  await findButton("Invitation");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("deletes the draft once the form matches the saved template again", async () => {
  const { editor } = await edit({ subject: "Saved" });
  type(editor, "Subject Line", "Mine");
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain("Mine"));
  type(editor, "Subject Line", "Saved");
  reload();
  await findButton("Invitation");
  expect(screen.queryByRole("dialog")).toBeNull();
});
