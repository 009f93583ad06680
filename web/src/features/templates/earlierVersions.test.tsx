import type { Template, TemplateVersion } from "@sendwright/core/contract";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announced, begin, expectToastFor, gone, listen } from "../../testing/acting.ts";
import { clickButton, queryButton } from "../../testing/buttons.ts";
import { json, type Seen } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { type Answers, type FakeServer, sentBody } from "../../testing/fakeServer.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { anAttachment, create, edit, refused, save, saved, type } from "./templatesTesting.tsx";
import { bodyText, changesBetween } from "./versionChanges.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/** Where a text is that isn't kept anymore. */
const OLDER =
  "An older text may be in the Sent folder of your Gmail. To keep one for longer, download the template.";

beforeEach(begin);

const aVersion = (more: Partial<TemplateVersion> = {}): TemplateVersion => ({
  version: "6",
  name: "Invitation",
  subject: "Hello {{Name}}",
  body: "<p>Dear {{Name}}, come at nine.</p>",
  dateFormat: "mmddyyyy",
  timeFormat: "12hr",
  reply_to: "",
  signature: true,
  replaced_at: "2026-11-20T12:00:00.000Z",
  files_gone: [],
  pictures_gone: [],
  ...more,
});
const LIST = "GET /api/template/t1/versions";
const ONE = "GET /api/template/t1/versions/6";
const PUT = "PUT /api/template/t1";
const listOf =
  (...versions: TemplateVersion[]) =>
  () =>
    json(200, {
      success: true,
      versions: versions.map(({ version, replaced_at }) => ({ version, replaced_at })),
    });
const of = (version: TemplateVersion) => () => json(200, { success: true, version });
const versionCalls = ({ asked }: FakeServer) =>
  asked.filter(({ url }) => url.includes("/versions"));
const puts = ({ asked }: FakeServer) => asked.filter(({ method }) => method === "PUT");
const savedOver = (template: Template, replaced: string) => () =>
  json(200, { success: true, template, replaced });

/** The toasts, also while a dialog is open. */
const toasts = () => within(screen.getByRole("region", { name: "Notifications", hidden: true }));

/** Opens the earlier versions of a template that has these. */
async function lookBack(
  versions: TemplateVersion[] = [aVersion()],
  template: Partial<Template> = {},
  instead: Answers = {},
) {
  const one = Object.fromEntries(
    versions.map((version) => [`GET /api/template/t1/versions/${version.version}`, of(version)]),
  );
  const found = await edit(template, { [LIST]: listOf(...versions), ...one, ...instead });
  expect(versionCalls(found.server)).toEqual([]);
  await userEvent.click(found.editor.getByRole("button", { name: "Earlier versions" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Earlier versions" }));
  return { ...found, dialog };
}
const use = () => clickButton("Use this version");

describe("earlier versions", () => {
  it("load with the click, show the newest first, and mark what using one changes", async () => {
    const { server, dialog } = await lookBack([
      aVersion({ subject: "Hi {{Name}}", dateFormat: "iso" }),
      aVersion({ version: "5", replaced_at: "2026-11-03T09:05:00.000Z", name: "First" }),
    ]);
    const region = await dialog.findByRole("region", { name: /^November 20 / });
    await within(region).findByText("Body");
    expect(versionCalls(server)).toHaveLength(2);
    expect(within(region).getByText("Subject").nextSibling).toHaveTextContent(
      "removed: Hello added: Hi {{Name}}",
    );
    expect(within(region).getByText("Body").nextSibling).toHaveTextContent(
      "Dear removed: {{Name}} added: {{Name}}, come at nine.",
    );
    expect(within(region).getByText("Dates").nextSibling).toHaveTextContent(
      "removed: 01/31/2025 added: 2025-01-31",
    );
    expect(within(region).queryByText("Name")).toBeNull();

    const older = dialog.getByRole("button", { name: /^November 3 / });
    expect(older).toHaveAttribute("aria-current", "false");
    await userEvent.click(older);
    expect(older).toHaveAttribute("aria-current", "true");
    const other = await dialog.findByRole("region", { name: /^November 3 / });
    expect((await within(other).findByText("Name")).nextSibling).toHaveTextContent("First");
  });

  it("show the chosen one as people would get it, with the files that there are", async () => {
    const { server, dialog } = await lookBack([aVersion({ subject: "For {{Full Name}}" })], {
      attachments: [anAttachment("map.pdf")],
    });
    await userEvent.click(await dialog.findByRole("radio", { name: "Email" }));
    expect(await dialog.findByText("For Ada Lovelace")).toBeInTheDocument();
    expect(dialog.getByText(/map\.pdf/)).toBeInTheDocument();
    expect(server.calls("/api/preview").map(sentBody).at(-1)).toMatchObject({
      template_id: "",
      body: "<p>Dear {{Name}}, come at nine.</p>",
    });
  });

  it("say which files and pictures are gone", async () => {
    const { dialog } = await lookBack([
      aVersion({ files_gone: ["map.pdf", "plan.pdf"], pictures_gone: ["picture-1.png"] }),
    ]);
    expect(
      await dialog.findByText(
        "map.pdf, plan.pdf have been deleted and can't be brought back. A picture in the text can't be brought back: picture-1.png.",
      ),
    ).toBeInTheDocument();
  });

  it("are told apart by seconds if two have the same minute", async () => {
    const { dialog } = await lookBack([
      aVersion({ replaced_at: "2026-11-20T12:00:31.000Z" }),
      aVersion({ version: "5" }),
    ]);
    expect(
      await dialog.findByRole("list", {
        name: "Each text, by when it was replaced. We keep them for 90 days.",
      }),
    ).toBeInTheDocument();
    expect(dialog.getByText(OLDER)).toBeVisible();
    const names = (await dialog.findAllByRole("listitem")).map(({ textContent }) => textContent);
    expect(names[0]).toMatch(/:31/);
    expect(new Set(names).size).toBe(2);
  });

  it("of a template that has none, say so", async () => {
    const { dialog } = await lookBack([]);
    expect(await dialog.findByText(/^There are none yet\..*90 days\./)).toHaveTextContent(OLDER);
    expect(dialog.getByRole("button", { name: "Use this version" })).toBeDisabled();
  });

  it.each([
    ["the list", LIST],
    ["the text", ONE],
  ])("%s that can't be loaded is told, and can be tried again", async (_, path) => {
    const failing = refused(503, "Please try again in a moment.", "service_unavailable");
    const { server, dialog } = await lookBack([aVersion()], {}, { [path]: failing });
    expect(await dialog.findByText("Please try again in a moment.")).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Use this version" })).toBeDisabled();
    server.instead[path] = path === LIST ? listOf(aVersion()) : of(aVersion());
    await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Use this version" })).toBeEnabled(),
    );
  });

  it("don't exist for a new template", async () => {
    await create();
    expect(queryButton("Earlier versions")).toBeNull();
  });
});

describe("using a version", () => {
  const restored = aTemplate({ body: aVersion().body, revision: "8" });

  it("saves it over the text that the editor read, and shows it in the editor", async () => {
    const { server, dialog, editor } = await lookBack(
      undefined,
      {},
      { [PUT]: savedOver(restored, "7") },
    );
    await dialog.findByRole("region");
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Use this version" })).toBeEnabled(),
    );
    const said = listen();
    await use();
    await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(1));
    const [put] = puts(server);
    expect(put?.headers["if-match"]).toContain("7");
    expect(sentBody(put as Seen)).toMatchObject({
      body: "<p>Dear {{Name}}, come at nine.</p>",
      signature: "true",
      reply_to: "",
    });
    await waitFor(() =>
      expect(editor.getByRole("textbox", { name: "Body" })).toHaveTextContent("come at nine"),
    );
    expect(await toasts().findByText('"Invitation" is saved with its earlier text.')).toBeVisible();
    expect(said(/earlier text/)).toHaveLength(1);
    const goBack = "To go back, use the latest of the earlier versions.";
    expect(editor.getByText(goBack)).toBeVisible();
    expect(said(/To go back/)).toEqual([]);
    type(editor, "Subject Line", "Typed");
    expect(editor.queryByText(goBack)).toBeNull();
  });

  it("asks first if something in the editor isn't saved, and keeps it on no", async () => {
    const { server, editor } = await edit(
      {},
      { [LIST]: listOf(aVersion()), [ONE]: of(aVersion()), [PUT]: savedOver(restored, "7") },
    );
    type(editor, "Subject Line", "Typed");
    await userEvent.click(editor.getByRole("button", { name: "Earlier versions" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Earlier versions" }));
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Use this version" })).toBeEnabled(),
    );
    await use();
    const question = within(await screen.findByRole("alertdialog"));
    await userEvent.click(question.getByRole("button", { name: "Keep editing" }));
    await gone();
    expect(puts(server)).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    expect(await editor.findByLabelText("Subject Line")).toHaveValue("Typed");
  });

  it("meets someone else's save: it says so, and can be used anyway", async () => {
    const { server, dialog } = await lookBack(
      undefined,
      {},
      { [PUT]: refused(409, "This template was changed elsewhere.", "template_changed") },
    );
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Use this version" })).toBeEnabled(),
    );
    await use();
    expect(
      await dialog.findByText(/changed elsewhere.*becomes an earlier version\.$/),
    ).toBeInTheDocument();
    server.instead[PUT] = savedOver(restored, "8");
    await userEvent.click(dialog.getByRole("button", { name: "Use it anyway" }));
    await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(1));
    expect(puts(server).map(({ headers }) => headers["if-match"])).toEqual([
      expect.stringContaining("7"),
      undefined,
    ]);
  });

  it("that is refused says why, and changes nothing", async () => {
    const { dialog } = await lookBack(
      undefined,
      {},
      { [PUT]: refused(400, "Subject line is required.", "invalid_input") },
    );
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Use this version" })).toBeEnabled(),
    );
    await use();
    expect(await dialog.findByText("Save failed: Subject line is required.")).toBeInTheDocument();
  });
});

describe("undo after a save", () => {
  const after = aTemplate({ subject: "New", revision: "8" });
  const before = aTemplate({ revision: "9" });

  async function saveNew() {
    const found = await edit({}, { [PUT]: savedOver(after, "7") });
    found.server.instead["GET /api/template/t1/versions/7"] = of(aVersion({ version: "7" }));
    type(found.editor, "Subject Line", "New");
    await save();
    await toasts().findByText('"Invitation" saved.');
    await gone("dialog");
    return found;
  }
  const undo = () => userEvent.click(toasts().getByRole("button", { name: "Undo", hidden: true }));
  const reopen = async () => {
    await clickButton("Invitation");
    const editor = within(await screen.findByRole("dialog", { name: "Edit Template" }));
    await editor.findByRole("textbox", { name: "Body" });
    return editor;
  };

  it("saves the text before again, over the save and nothing later", async () => {
    const { server } = await saveNew();
    server.instead[PUT] = () => saved(before);
    await undo();
    expect(
      await toasts().findByText(
        "Undone. The template has its previous text again. Your change is in its earlier versions.",
      ),
    ).toBeInTheDocument();
    expect(toasts().queryByText('"Invitation" saved.')).toBeNull();
    const put = puts(server).at(-1);
    expect(put?.headers["if-match"]).toContain("8");
    expect(sentBody(put as Seen)).toMatchObject({
      subject: "Hello {{Name}}",
      body: "<p>Dear {{Name}}, come at nine.</p>",
    });
    expect(announced(/Undone/)).toHaveLength(1);
  });

  it("is offered for ten seconds", async () => {
    await saveNew();
    await gone("dialog");
    await expectToastFor('"Invitation" saved.', 10_000);
  });

  it("isn't offered if there is no text before it", async () => {
    await edit({}, { [PUT]: () => saved(after) });
    await save();
    await toasts().findByText('"Invitation" saved.');
    expect(toasts().queryByRole("button", { name: "Undo", hidden: true })).toBeNull();
  });

  it("that meets someone else's save says so, and changes nothing", async () => {
    const { server } = await saveNew();
    server.instead[PUT] = refused(409, "It was changed.", "template_changed");
    await undo();
    expect(
      await toasts().findByText(/^Not undone: the template was saved elsewhere/),
    ).toBeInTheDocument();
  });

  it("that fails says why", async () => {
    const { server } = await saveNew();
    server.instead["GET /api/template/t1/versions/7"] = refused(
      404,
      "This version no longer exists.",
      "not_found",
    );
    await undo();
    expect(
      await toasts().findByText("Not undone: This version no longer exists."),
    ).toBeInTheDocument();
    expect(puts(server)).toHaveLength(1);
  });

  it("whose answer is lost doesn't claim anything, and can be tried again", async () => {
    const { server } = await saveNew();
    server.instead[PUT] = () => Promise.reject(new TypeError("Failed to fetch"));
    await undo();
    await toasts().findByText(/^We don't know whether it was undone: /);
    server.instead[PUT] = () => saved(before);
    await userEvent.click(toasts().getByRole("button", { name: "Try again" }));
    expect(await toasts().findByText(/^Undone\./)).toBeInTheDocument();
    expect(puts(server).map(({ headers }) => headers["if-match"])).toEqual(
      ["7", "8", "8"].map((revision) => expect.stringContaining(revision)),
    );
  });

  it("is shown in the editor, if that is open again", async () => {
    const { server } = await saveNew();
    server.templates = [after];
    const editor = await reopen();
    expect(editor.getByLabelText("Subject Line")).toHaveValue("New");
    server.instead[PUT] = () => saved(before);
    await undo();
    await waitFor(() =>
      expect(editor.getByLabelText("Subject Line")).toHaveValue("Hello {{Name}}"),
    );
  });

  it("keeps what was typed since, which can be saved without a question", async () => {
    const { server } = await saveNew();
    server.templates = [after];
    const editor = await reopen();
    type(editor, "Subject Line", "Newer");
    server.instead[PUT] = () => saved(before);
    await undo();
    expect(
      await editor.findByText(/^What you typed since that save is still here/),
    ).toBeInTheDocument();
    expect(editor.getByLabelText("Subject Line")).toHaveValue("Newer");
    server.instead[PUT] = savedOver(aTemplate({ subject: "Newer", revision: "10" }), "9");
    await save();
    await gone("dialog");
    const put = puts(server).at(-1);
    expect(put?.headers["if-match"]).toContain("9");
    expect(sentBody(put as Seen)).toMatchObject({ subject: "Newer" });
  });
});

describe("what changes between two texts", () => {
  const text = aVersion();

  it("names each field that differs, and no other", () => {
    const { fields, hasOtherLook } = changesBetween(text, {
      ...text,
      name: "N",
      subject: "S",
      body: "<p>B</p>",
      dateFormat: "long",
      timeFormat: "24hr",
      reply_to: "a@example.org",
      signature: false,
    });
    expect(fields.map(({ field }) => field)).toEqual([
      "Name",
      "Subject",
      "Body",
      "Dates",
      "Times",
      "Replies go to",
      "Signature",
    ]);
    expect(hasOtherLook).toBe(false);
    expect(changesBetween(text, { ...text })).toEqual({ fields: [], hasOtherLook: false });
  });

  it("tells another look of the same words", () => {
    const bold = { ...text, body: text.body.replace("nine", "<strong>nine</strong>") };
    expect(changesBetween(text, bold)).toEqual({ fields: [], hasOtherLook: true });
  });

  it("shortens what stays the same", () => {
    const long = (end: string) => ({ ...text, body: `<p>${"word ".repeat(200)}${end}</p>` });
    const [body] = changesBetween(long("one"), long("two")).fields;
    expect(body?.parts.map(({ kind, text }) => [kind, text.length < 300])).toEqual([
      ["same", true],
      ["removed", true],
      ["added", true],
    ]);
    expect(body?.parts[0]?.text).toContain(" … ");
  });

  it("reads a body as lines of text", () => {
    expect(
      bodyText(
        '<h1>A</h1><ul><li><p>one</p></li><li>two<br>three</li></ul><table><tr><td>x</td><td>y</td></tr></table><p>z<img alt="a map" src="cid:a"><img src="cid:b"></p>',
      ),
    ).toBe("A\none\ntwo\nthree\nx y\nz[a map][picture]");
  });
});
