import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announced, begin, expectToastFor, gone } from "../../testing/acting.ts";
import { button, clickButton, findButton, queryButton } from "../../testing/buttons.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { sentBody } from "../../testing/fakeServer.ts";
import { fakeUploads } from "../../testing/fakeUpload.ts";
import { held } from "../../testing/held.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { sampleValues } from "./EditorPreview.tsx";
import {
  aFile,
  create,
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

describe("a new template", () => {
  it("begins blank and is saved with its fields", async () => {
    const { server, editor } = await create({ "POST /api/templates": () => saved(aTemplate()) });
    expect(editor.getByLabelText<HTMLInputElement>("Template Name").value).toBe("");
    expect(queryButton("Delete")).toBeNull();
    type(editor, "Template Name", "Invitation");
    type(editor, "Subject Line", "Hello {{Name}}");
    await save();
    await gone("dialog");
    const call = server.asked.find(
      ({ method, url }) => method === "POST" && url === "/api/templates",
    );
    expect(JSON.parse(String(call?.body))).toEqual({
      name: "Invitation",
      subject: "Hello {{Name}}",
      body: "",
      dateFormat: "mmddyyyy",
      timeFormat: "12hr",
      date_language: "",
      date_weekday: "false",
      reply_to: "",
      signature: "true",
    });
    expect(server.calls("/api/templates").length).toBeGreaterThan(2);
  });

  it("shows the email beside the editor, with sample values", async () => {
    const { server, editor } = await create();
    expect(editor.queryByRole("region", { name: "Preview" })).toBeNull();
    type(editor, "Subject Line", "For {{Full Name}}");
    expect(await editor.findByText("For Ada Lovelace")).toBeInTheDocument();
    expect(editor.getByText("Filled in with sample values.")).toBeInTheDocument();
    const [asked] = server.calls("/api/preview").map(sentBody);
    expect(asked).toMatchObject({ template_id: "", subject: "For {{Full Name}}" });
  });

  it("has a signature unless you turn it off, in the preview too", async () => {
    const { server, editor } = await edit(
      { signature: false },
      { "PUT /api/template/t1": () => saved(aTemplate()) },
    );
    server.settings = { ...server.settings, signature: "<p>Ada</p>" };
    const box = editor.getByRole("checkbox", { name: "Add my signature" });
    expect(box).not.toBeChecked();
    await userEvent.click(box);
    await waitFor(() =>
      expect(server.calls("/api/preview").map(sentBody).at(-1)).toMatchObject({
        signature: "true",
      }),
    );
    await save();
    await gone("dialog");
    const put = server.asked.find(({ method }) => method === "PUT");
    expect(JSON.parse(String(put?.body))).toMatchObject({ signature: "true" });
  });

  it("doesn't speak of a signature to people who have none", async () => {
    const { editor } = await create();
    expect(editor.queryByRole("checkbox")).toBeNull();
  });

  it("begins at its name, and marks what must be filled", async () => {
    const { editor } = await create();
    await waitFor(() => expect(editor.getByLabelText("Template Name")).toHaveFocus());
    for (const label of ["Template Name", "Subject Line"]) {
      expect(editor.getByLabelText(label)).toHaveAttribute("aria-required", "true");
      expect(editor.getByText(label, { selector: "label" })).toHaveAttribute("data-required");
    }
  });

  it("names everything that is missing", async () => {
    const { server, editor } = await create();
    await save();
    const sentence = "Validation Failed: Template name is required. Subject line is required.";
    expect(await editor.findByText(sentence)).toBeInTheDocument();
    expect(
      await screen.findByText("Please fix validation errors before saving."),
    ).toBeInTheDocument();
    expect(announced(/Validation|validation/)).toEqual([
      "Please fix validation errors before saving.",
    ]);
    expect(
      server.asked.some(({ url, method }) => method === "POST" && url === "/api/templates"),
    ).toBe(false);

    type(editor, "Template Name", "x".repeat(101));
    type(editor, "Subject Line", "s");
    await save();
    expect(
      await editor.findByText("Validation Failed: Template name too long (max 100 chars)"),
    ).toBeInTheDocument();
    type(editor, "Template Name", "x");
    expect(editor.queryByText("Template name too long (max 100 chars)")).toBeNull();
    await waitFor(() => expect(editor.queryByText(/Validation Failed/)).toBeNull());
  });

  it("asks for a date's or a time's format only when it has one", async () => {
    const { editor } = await create();
    expect(editor.queryByLabelText("Date Format")).toBeNull();
    type(editor, "Subject Line", "On {{Day|date}}");
    const body = editor.getByRole("textbox", { name: /^Body/ });
    expect(body.compareDocumentPosition(await editor.findByLabelText("Date Format"))).toBe(4);
    expect(editor.queryByLabelText("Time Format")).toBeNull();
    type(editor, "Subject Line", "At {{Hour|time}}");
    expect(await editor.findByLabelText("Time Format")).toBeInTheDocument();
    expect(editor.queryByLabelText("Date Format")).toBeNull();
  });

  it("stages its files and sends them with the save", async () => {
    const uploads = fakeUploads();
    const { editor } = await create();
    type(editor, "Template Name", "Invitation");
    type(editor, "Subject Line", "Hello");
    await pick(editor, aFile("план.pdf"), aFile("b.txt"));
    expect(editor.getAllByText("Added when saved")).toHaveLength(2);
    await userEvent.click(editor.getByRole("button", { name: "Remove b.txt" }));
    await save();
    await waitFor(() => expect(uploads).toHaveLength(1));
    const [upload] = uploads;
    expect(upload?.url).toBe("/api/templates");
    expect(upload?.body.getAll("files").map((file) => (file as File).name)).toEqual(["план.pdf"]);
    expect(upload?.body.get("name")).toBe("Invitation");

    act(() => upload?.progress(0.5));
    expect(editor.getByText(/Uploading\s*50 %/)).toBeInTheDocument();
    expect(editor.getByRole<HTMLButtonElement>("button", { name: "Close" }).disabled).toBe(true);
    act(() => upload?.answer(201, { success: true, template: aTemplate() }));
    await gone("dialog");
  });

  it("keeps everything when the save fails", async () => {
    const answers = {
      "POST /api/templates": refused(
        409,
        "You have 10 templates already.",
        "template_limit_reached",
      ),
    };
    const { editor } = await create(answers);
    type(editor, "Template Name", "Invitation");
    type(editor, "Subject Line", "Hello");
    await save();
    expect(
      await editor.findByText("Save failed: You have 10 templates already."),
    ).toBeInTheDocument();
    expect(await screen.findByText("Failed to save template.")).toBeInTheDocument();
    expect(announced(/[Ff]ailed/)).toEqual(["Save failed: You have 10 templates already."]);
    expect(editor.getByLabelText<HTMLInputElement>("Template Name").value).toBe("Invitation");
  });

  it.each([
    ["a failure without words", 500, {}, "Could not save template."],
    [
      "an answer that it was not saved, without words",
      200,
      { success: false },
      "Failed to create/update template.",
    ],
    ["an answer without the template", 201, { success: true }, "Failed to create/update template."],
  ])("has its own words for %s", async (_what, status, body, message) => {
    const { editor } = await create({ "POST /api/templates": () => json(status, body) });
    type(editor, "Template Name", "Invitation");
    type(editor, "Subject Line", "Hello");
    await save();
    expect(await editor.findByText(`Save failed: ${message}`)).toBeInTheDocument();
  });
});

describe("editing a template", () => {
  it("loads it, with its placeholders as chips, and saves the revision that was edited", async () => {
    const warned = aTemplate({ syntax_warnings: ['"{{" is not closed.'] });
    const { server, editor } = await edit(
      { body: "<p>Dear {{Name}}</p>" },
      { "PUT /api/template/t1": () => saved(warned) },
    );
    expect(await editor.findByRole("img", { name: "Text placeholder Name" })).toBeInTheDocument();
    type(editor, "Template Name", "Other");
    await save();
    await gone("dialog");
    const call = server.asked.find(({ method }) => method === "PUT");
    expect(call?.headers["if-match"]).toBe("7");
    expect(JSON.parse(String(call?.body))).toMatchObject({
      name: "Other",
      body: "<p>Dear {{Name}}</p>",
    });
    await expectToastFor('Template Syntax Warnings: "{{" is not closed.', 8_000);
  });

  it("shows a warning beside the text it speaks of", async () => {
    const { editor } = await edit({ subject: "{{Due|datum}}", body: "<p>{{open</p>" });
    const lists = await editor.findAllByRole("list", { name: "Template syntax warnings" });
    expect(lists.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('unknown type "datum"'),
      expect.stringContaining("is not closed"),
    ]);
  });

  it("says at a save that the body is too long, until the body is edited", async () => {
    const { editor } = await edit({ body: `<p>${"x".repeat(10_001)}</p>` });
    const sentence = "Body content exceeds maximum length (10000 characters).";
    await save();
    expect(await editor.findByText(`Validation Failed: ${sentence}`)).toBeInTheDocument();
    expect(editor.getByText(sentence)).toBeInTheDocument();
    await userEvent.selectOptions(editor.getByRole("combobox", { name: "Heading" }), "1");
    await waitFor(() => expect(editor.queryByText(/^Validation Failed/)).toBeNull());
    expect(editor.queryByText(sentence)).toBeNull();
    expect(editor.getByText("10,001 of 10,000 characters")).toBeInTheDocument();
    await save();
    expect(await editor.findByText(sentence)).toBeInTheDocument();
  });

  it("is asked for once each time an editor opens", async () => {
    const { server, editor } = await edit({});
    expect(server.calls("/api/template/t1")).toHaveLength(1);
    await userEvent.click(editor.getByRole("button", { name: "Cancel" }));
    await gone("dialog");
    await clickButton("Invitation");
    await screen.findByLabelText("Template Name");
    expect(server.calls("/api/template/t1")).toHaveLength(2);
  });

  it("says why it cannot be loaded, and tries again", async () => {
    let answers = 0;
    const { instead } = showTab();
    instead["GET /api/template/t1"] = () => {
      answers += 1;
      return answers > 1
        ? saved(aTemplate())
        : json(404, { success: false, error: "Gone.", reason: "not_found" });
    };
    await clickButton("Invitation");
    expect(await screen.findByText("Error loading template: Gone.")).toBeInTheDocument();
    expect(await screen.findByText("Error loading template.")).toBeInTheDocument();
    expect(announced(/Error loading/)).toEqual(["Error loading template: Gone."]);
    await clickButton("Try again");
    expect(await screen.findByLabelText<HTMLInputElement>("Template Name")).toBeInTheDocument();
  });

  it.each([
    [200, { success: true }, "Failed to load template data."],
    [200, { success: false }, "Failed to load template data."],
    [500, {}, "Could not load template data."],
  ])("says that it cannot be loaded when the answer is %i %j", async (status, answer, sentence) => {
    showTab({ instead: { "GET /api/template/t1": () => json(status, answer) } });
    await clickButton("Invitation");
    expect(await screen.findByText(`Error loading template: ${sentence}`)).toBeInTheDocument();
  });

  it("deletes it after the question", async () => {
    const answers = {
      "DELETE /api/template/t1": () => json(200, { success: true, message: "Template deleted." }),
    };
    await edit({}, answers);
    await clickButton("Delete");
    await clickButton("Delete template");
    await gone("dialog");
  });

  it("says why it cannot be deleted", async () => {
    const { editor } = await edit({}, { "DELETE /api/template/t1": () => json(500, {}) });
    await clickButton("Delete");
    await clickButton("Delete template");
    expect(
      await editor.findByText("Delete failed: Could not delete template."),
    ).toBeInTheDocument();
  });
});

describe("two at one template", () => {
  const changed = refused(409, "The template was changed elsewhere.", "template_changed");

  it("can overwrite", async () => {
    const { server, editor } = await edit(
      {},
      {
        "PUT /api/template/t1": (request) =>
          request.headers["if-match"] ? changed() : saved(aTemplate()),
      },
    );
    type(editor, "Template Name", "Mine");
    await save();
    await clickButton("Overwrite");
    await gone("dialog");
    expect(server.asked.filter(({ method }) => method === "PUT")).toHaveLength(2);
  });

  it("can reload, and edits the newer one then", async () => {
    const versions = [aTemplate(), aTemplate({ name: "Theirs", revision: "8" })];
    const { editor } = await edit(
      {},
      {
        "GET /api/template/t1": () => saved(versions.shift() ?? aTemplate()),
        "PUT /api/template/t1": (request) =>
          request.headers["if-match"] === "8" ? saved(aTemplate()) : changed(),
      },
    );
    type(editor, "Template Name", "Mine");
    await save();
    await clickButton("Reload");
    await waitFor(() =>
      expect(editor.getByLabelText<HTMLInputElement>("Template Name").value).toBe("Theirs"),
    );
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await save();
    await gone("dialog");
  });

  it("can save the draft if the template was deleted", async () => {
    const { server, editor } = await edit(
      {},
      {
        "PUT /api/template/t1": refused(404, "This template is gone.", "not_found"),
        "POST /api/templates": () => saved(aTemplate({ id: "t2" })),
      },
    );
    type(editor, "Template Name", "Mine");
    await save();
    await clickButton("Save as new template");
    await gone("dialog");
    expect(
      server.asked.filter(({ method, url }) => method === "POST" && url === "/api/templates"),
    ).toHaveLength(1);
  });
});

describe("closing the editor", () => {
  it("is simple when nothing was changed; the backdrop does not do it", async () => {
    await edit({});
    const backdrop = document.querySelector(".MuiDialog-container");
    if (backdrop) fireEvent.click(backdrop);
    expect(screen.getByRole("dialog")).toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await gone("dialog");
  });

  it("asks before changes are lost", async () => {
    const { editor } = await edit({});
    type(editor, "Subject Line", "Other");
    await clickButton("Cancel");
    expect(await screen.findByText("Discard changes?")).toBeInTheDocument();
    await clickButton("Keep editing");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(editor.getByLabelText<HTMLInputElement>("Subject Line").value).toBe("Other");
    await userEvent.click(editor.getByRole("button", { name: "Close" }));
    await clickButton("Discard changes");
    await gone("dialog");
  });

  it("is not possible while it loads", async () => {
    let answer: (response: Response) => void = () => undefined;
    showTab({
      instead: { "GET /api/template/t1": () => new Promise((resolve) => (answer = resolve)) },
    });
    await clickButton("Invitation");
    const close = await findButton("Close");
    expect(close.disabled).toBe(true);
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("status", { name: "Loading template" })).toBeInTheDocument();
    answer(saved(aTemplate()));
    await waitFor(() => expect(close.disabled).toBe(false));
  });

  it("shows a notice for four seconds", async () => {
    const { editor } = await create();
    vi.useFakeTimers();
    fireEvent.click(button("Save Template"));
    expect(await editor.findByText(/^Validation Failed/)).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(editor.queryByText(/^Validation Failed/)).toBeNull();
  });
});

it("the errors of the attempts before go when the template is saved", async () => {
  let isDown = true;
  const answer = held();
  const { editor } = await create({
    "POST /api/templates": async () => {
      if (isDown)
        return json(503, { success: false, error: "Down.", reason: "service_unavailable" });
      await answer.arrival;
      return json(201, { success: true, template: aTemplate() });
    },
    // The answer was lost, so an earlier try may have made it with other content.
    "PUT /api/template/t1": () => json(200, { success: true, template: aTemplate() }),
  });
  type(editor, "Template Name", "Invitation");
  await save();
  expect(
    await screen.findByText("Please fix validation errors before saving."),
  ).toBeInTheDocument();
  type(editor, "Subject Line", "Hello");
  await save();
  expect(await screen.findByText("Failed to save template.")).toBeInTheDocument();
  expect(screen.queryByText("Please fix validation errors before saving.")).toBeNull();

  isDown = false;
  await save();
  // While it saves, we don't know whether it fails again.
  await waitFor(() => expect(editor.queryByText("Save failed: Down.")).toBeNull());
  answer.arrive();
  expect(await screen.findByText('"Invitation" saved.')).toBeInTheDocument();
  expect(screen.queryByText("Failed to save template.")).toBeNull();
});

const TODAY = new Date(2026, 3, 5);
const of = (...variables: ReturnType<typeof aVariable>[]) =>
  sampleValues(variables, "", new Map(), TODAY);

it("makes up a value of each type, by the name where that says something", () => {
  const variables = [
    aVariable("First Name"),
    aVariable("Full Name"),
    aVariable("Company Name"),
    aVariable("Workshop"),
    aVariable("Offer", { type: "dropdown", options: ["Discount", "Free Trial"] }),
    aVariable("Day", { type: "date" }),
    aVariable("Hour", { type: "time" }),
    aVariable("Contact", { type: "email" }),
  ];
  expect(of(...variables)).toEqual({
    "First Name": "Ada",
    "Full Name": "Ada Lovelace",
    "Company Name": "Analytical Engines",
    Workshop: "Workshop",
    Offer: "Discount",
    Day: "2026-04-28",
    Hour: "14:30",
    Contact: "ada@example.org",
  });
});

it("uses the known values, even blank ones, and only those that the template uses", () => {
  const known = new Map(Object.entries({ Name: "Bo", Note: "", Other: "x" }));
  expect(sampleValues([aVariable("Name"), aVariable("Note")], "", known, TODAY)).toEqual({
    Name: "Bo",
    Note: "",
  });
});

it("gives a placeholder that begins a link an address, so that the link works in the preview", () => {
  const body =
    '<p><a href="{{Portal}}">portal</a> <a href="https://example.org/{{Code}}">{{Code}}</a></p>';
  const variables = [aVariable("Portal"), aVariable("Code")];
  expect(sampleValues(variables, body, new Map(), TODAY)).toEqual({
    Portal: "https://example.org",
    Code: "Code",
  });
});

it("shows the part of the first value that a placeholder is compared with", () => {
  const body =
    "<p>{{#Bus=yes}}The bus{{/Bus=yes}}{{#Bus=no}}On foot{{/Bus=no}}{{^Class=A}}Others{{/Class=A}}</p>";
  const variables = [aVariable("Bus"), aVariable("Class")];
  expect(sampleValues(variables, body, new Map(), TODAY)).toEqual({ Bus: "yes", Class: "Class" });
});

describe("the first date of an email", () => {
  const question = "How should this email write April 3, 2026?";
  const answers = () =>
    screen.getAllByRole("button", { name: /^0\d.0\d.2026$/ }).map(({ textContent }) => textContent);

  it("asks once how to write dates, and offers the last answer first the next time", async () => {
    vi.spyOn(navigator, "language", "get").mockReturnValue("de-DE");
    const first = await create();
    type(first.editor, "Subject Line", "Due {{Day|date}}");
    expect(await screen.findByText(question)).toBeInTheDocument();
    expect(answers()).toEqual(["04/03/2026", "03.04.2026"]);
    await clickButton("03.04.2026");
    expect(screen.queryByText(question)).toBeNull();
    expect(screen.getByRole("radio", { name: "As in your language: 31.01.2025" })).toHaveFocus();
    expect(screen.getByText("31 January 2025 is written 31.01.2025.")).toBeInTheDocument();
    cleanup();
    const next = await create();
    type(next.editor, "Subject Line", "Due {{Day|date}}");
    expect(await screen.findByText(question)).toBeInTheDocument();
    expect(answers()).toEqual(["03.04.2026", "04/03/2026"]);
  });

  it("asks nothing where the language writes it as the default does, or the template had dates before", async () => {
    const language = vi.spyOn(navigator, "language", "get").mockReturnValue("en-US");
    const { editor } = await create();
    type(editor, "Subject Line", "Due {{Day|date}}");
    await screen.findByLabelText("Date Format");
    expect(screen.queryByText(question)).toBeNull();
    cleanup();
    language.mockReturnValue("de-DE");
    await edit({ subject: "Due {{Day|date}}" });
    await screen.findByLabelText("Date Format");
    expect(screen.queryByText(question)).toBeNull();
  });
});
