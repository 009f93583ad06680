import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { rememberSendTab } from "../../lib/remembered.ts";
import { begin } from "../../testing/acting.ts";
import { clickButton, findButton } from "../../testing/buttons.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { STARTERS } from "./Starters.tsx";
import { anAttachment, showTab } from "./templatesTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

describe("Manage Templates", () => {
  it("asks a signed-out person to sign in", async () => {
    firebase.become(null);
    showTab();
    expect(await screen.findByText("Please sign in to manage your templates.")).toBeInTheDocument();
  });

  it("begins an empty list with a sentence and three templates to start from", async () => {
    showTab({ templates: [] });
    expect(
      await screen.findByText(
        'No templates created yet. Click "Create New Template" to get started.',
      ),
    ).toBeInTheDocument();
    const starters = await screen.findByRole("region", { name: "Or start with one of these" });
    expect(within(starters).getAllByRole("button")).toHaveLength(3);

    await userEvent.click(within(starters).getByRole("button", { name: /Payment reminder/ }));
    const editor = await screen.findByRole("dialog", { name: "Create New Template" });
    expect(within(editor).getByLabelText<HTMLInputElement>("Template Name").value).toBe(
      "Payment reminder",
    );
  });

  it("opens the editor for a new template from a link, once", async () => {
    showTab({ templates: [aTemplate({})] }, "#templates/new");
    const editor = await screen.findByRole("dialog", { name: "Create New Template" });
    await userEvent.click(within(editor).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await clickButton("Invitation");
    expect(await screen.findByRole("dialog", { name: "Edit Template" })).toBeInTheDocument();
  });

  it("opens no editor from a link where there is no room for another template", async () => {
    const templates = Array.from({ length: 10 }, (_, n) => aTemplate({ id: `t${n}` }));
    showTab({ templates }, "#templates/new");
    expect(await screen.findByText("10 of 10")).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("lists templates by name, with what they need, their files and their last change", async () => {
    const nine = {
      parsed_variables: [aVariable("Due", { type: "date" }), aVariable("Name")],
      attachments: [anAttachment("a.txt"), anAttachment("b.txt")],
      updated_at: "2020-03-01T12:00:00.000Z",
    };
    showTab({
      templates: [
        aTemplate({ id: "b", name: "Zebra 10" }),
        aTemplate({ id: "c", name: "Zebra 9", ...nine }),
      ],
    });
    const rows = await screen.findAllByRole("listitem");
    expect(rows.map((row) => within(row).getAllByRole("button")[0]?.textContent)).toEqual([
      "Zebra 9",
      "Zebra 10",
    ]);
    expect(rows[0]?.textContent).toContain("Date: Due");
    expect(rows[0]?.textContent).toContain("2 attachments");
    expect(rows[0]?.textContent).toContain("Changed Mar 1, 2020");
    expect(screen.getByText("2 of 10")).toBeInTheDocument();
  });

  it("leads from a template to the tab that last sent one: Direct Send until then", async () => {
    showTab({ templates: [aTemplate({})] });
    const link = async (tab: string) =>
      (await screen.findByRole("link", { name: `${tab} Invitation` })).getAttribute("href");
    expect(await link("Direct Send")).toMatch(/#direct-send\/t1$/);
    rememberSendTab("uid-ada", "bulk");
    cleanup();
    showTab({ templates: [aTemplate({})] });
    expect(await link("Bulk Send")).toMatch(/#bulk-send\/template\/t1$/);
  });

  it("says when the list cannot be read, and tries again", async () => {
    const server = showTab();
    server.instead["GET /api/templates"] = () => {
      server.instead = {};
      return json(500, {
        success: false,
        error: "The list is gone.",
        reason: "internal_server_error",
      });
    };
    expect(await screen.findByText("The list is gone.")).toBeInTheDocument();
    expect(await screen.findByText("Error loading templates.")).toBeInTheDocument();
    await clickButton("Try again");
    expect(await findButton("Invitation")).toBeInTheDocument();
  });

  it("uses its own sentence for a failure without words", async () => {
    showTab({ instead: { "GET /api/templates": () => json(500, { success: false }) } });
    expect(await screen.findByText("Could not load templates.")).toBeInTheDocument();
  });

  it.each([{ success: false }, { success: true }])(
    "says so when the list does not come with %j",
    async (answer) => {
      showTab({ instead: { "GET /api/templates": () => json(200, answer) } });
      expect(await screen.findByText("Failed to fetch templates")).toBeInTheDocument();
    },
  );

  it("duplicates a template", async () => {
    const server = showTab();
    server.instead["POST /api/template/t1/duplicate"] = () => {
      const template = aTemplate({ id: "t2", name: "Copy of Invitation" });
      server.templates.push(template);
      return json(201, { success: true, template });
    };
    const button = await findButton("Duplicate Invitation");
    await userEvent.click(button);
    expect(await findButton("Copy of Invitation")).toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it("deletes a template only after the question, which says that it cannot be undone", async () => {
    const server = showTab({ templates: [aTemplate({ attachments: [anAttachment("a.txt")] })] });
    server.instead["DELETE /api/template/t1"] = () => {
      server.templates = [];
      return json(200, { success: true, message: "Template deleted." });
    };
    await clickButton("Delete Invitation");
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain(
      '"Invitation" and its attachment will be deleted. This cannot be undone.',
    );
    await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(server.asked.some(({ method }) => method === "DELETE")).toBe(false);

    await clickButton("Delete Invitation");
    await clickButton("Delete template");
    expect(await screen.findByText(/No templates created yet/)).toBeInTheDocument();
  });

  it("adds no templates above the limit", async () => {
    showTab({
      templates: Array.from({ length: 10 }, (_, at) => aTemplate({ id: `t${at}`, name: `T${at}` })),
    });
    await screen.findByText("10 of 10");
    expect(
      screen.getByRole<HTMLButtonElement>("button", { name: "Create New Template" }).disabled,
    ).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Duplicate T3" }).disabled).toBe(
      true,
    );
  });
});

it.each(STARTERS.map(({ fields }) => [fields.name, fields] as const))(
  "%s promises no file: a template that has just been begun has none",
  (_name, { subject, body }) => {
    expect(`${subject} ${body}`).not.toMatch(/attach|enclos/i);
  },
);
