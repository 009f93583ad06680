import { DEFAULT_LIMITS } from "@sendwright/core/contract";
import { compileTemplate } from "@sendwright/core/placeholders";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WriteTemplate } from "../../lib/templateEditorContext.ts";
import { gone } from "../../testing/acting.ts";
import { aConfig } from "../../testing/config.ts";
import { json, type Seen } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { sentBody } from "../../testing/fakeServer.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import {
  aFile,
  cellOf,
  choose,
  pick,
  sentCsv,
  sentForm,
  server,
  startServer,
  typeInto,
  visit,
  visitWithList,
} from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/** One email for several rows (decision 38), from the list to the call that sends. */
const BODY =
  "<p>Dear {{Parent}},</p><ul><li>{{#rows}}{{Child}}: {{Fee}}{{/rows}}</li></ul><p>In all {{Fee|sum}}.</p>";
const variables = ["Fee", "Parent", "Child"].map((name) => aVariable(name));
const FAMILIES = aTemplate({
  name: "Lunch",
  subject: "Lunch: {{Fee|sum}}",
  body: BODY,
  parsed_variables: variables,
});
const EACH = aTemplate({
  id: "t2",
  name: "Each",
  subject: "Lunch of {{Child}}",
  body: "<p>Dear {{Parent}}, {{Child}}: {{Fee}}</p>",
  parsed_variables: variables,
});
const LIST = [
  "Email,Parent,Child,Fee",
  "may@example.org,May,Anna,3.50",
  "bo@example.org,Bo,Cy,4.00",
  "may@example.org,May,Tim,5.25",
  "MAY@example.org,May,Lea,1.00",
  "di@example.org,Di,Flo,2.00",
  "",
].join("\n");

beforeEach(() => {
  startServer();
  server.templates = [FAMILIES, EACH];
  // As the server renders it.
  server.instead["POST /api/preview"] = (seen) => {
    const { template_id, variables: values, rows = [], number_forms = {} } = sentBody(seen);
    const { subject, body } = template_id === "t2" ? EACH : FAMILIES;
    const further = rows.map((row: Record<string, string>) => new Map(Object.entries(row)));
    const { html, ...shown } = compileTemplate({ subject, body }).render(
      new Map(Object.entries(values as Record<string, string>)),
      {
        dateFormat: "iso",
        timeFormat: "24hr",
        mark: true,
        further,
        numberForms: new Map(Object.entries(number_forms)) as Map<string, "point" | "comma">,
      },
    );
    return json(200, {
      success: true,
      rendered_subject: shown.subject,
      rendered_body_html: html,
      rendered_text: html,
      missing: shown.missing,
      syntax_warnings: [],
    });
  };
});

const withList = async (text = LIST, template = "Lunch") =>
  (await visitWithList(text, template)).user;

const says = async (text: string | RegExp) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
const preview = () => within(screen.getByRole("region", { name: "Preview" }));
const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));
const askedFor = () => sentBody(server.calls("/api/preview").at(-1) as Seen);
const question = async (user: UserEvent, button: RegExp) => {
  await press(user, button);
  return within(await screen.findByRole("alertdialog"));
};

describe("a list whose template repeats a part for each row", () => {
  it("makes one email of the rows of a mailbox, says so once, and asks nothing about them", async () => {
    await withList();
    await says("3 emails for 5 rows ready");
    expect(screen.getAllByText("Rows with the same address are one email.")).toHaveLength(1);
    expect(screen.queryByText(/share one mailbox/)).toBeNull();
    await says("3 emails for 5 rows, one to each recipient. They don't see each other.");
    expect(screen.queryByText(/skipped/)).toBeNull();
    expect(await screen.findByRole("button", { name: "Send 3 emails" })).toBeEnabled();
  });

  it("previews the email of a group from any of its rows, and leafs through emails", async () => {
    const user = await withList();
    await says("Lunch: 9.75");
    await says("One email for 3 rows: 1, 3, 4");
    expect(askedFor()).toMatchObject({
      variables: { Parent: "May", Child: "Anna", Fee: "3.50" },
      rows: [
        { Parent: "May", Child: "Tim", Fee: "5.25" },
        { Parent: "May", Child: "Lea", Fee: "1.00" },
      ],
      number_forms: { Fee: "point" },
    });
    await press(user, "Next row");
    await says("Lunch: 4.00");
    expect(preview().getByText("bo@example.org")).toBeInTheDocument();
    expect(askedFor()).not.toHaveProperty("rows");
    await press(user, "Next row");
    await says("Lunch: 2.00");
    expect(screen.getByRole("textbox", { name: "Row" })).toHaveValue("5");
    expect(screen.getByRole("button", { name: "Next row" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await press(user, "Show the email of row 4");
    await says("Lunch: 9.75");
    expect(screen.getByRole("textbox", { name: "Row" })).toHaveValue("1");
    await press(user, "Next row");
    await press(user, "Previous row");
    await says("Lunch: 9.75");
  });

  it("sends a test of an email with all of its rows", async () => {
    const user = await withList();
    await says("Lunch: 9.75");
    await press(user, "Send a test to myself");
    await waitFor(() => expect(server.calls("/api/test-send")).toHaveLength(1));
    const {
      variables: values,
      rows,
      number_forms,
    } = sentBody(server.calls("/api/test-send")[0] as Seen);
    expect(JSON.parse(values)).toMatchObject({ Child: "Anna" });
    expect(JSON.parse(rows)).toMatchObject([{ Child: "Tim" }, { Child: "Lea" }]);
    expect(JSON.parse(number_forms)).toEqual({ Fee: "point" });
  });

  it("asks before sending about emails, and sends every row", async () => {
    const user = await withList();
    const asked = await question(user, /^Send 3 emails$/);
    expect(asked.getByText("Send 3 emails?")).toBeInTheDocument();
    expect(
      asked.getByText("Rows with the same address are one email: 3 emails for 5 rows."),
    ).toBeInTheDocument();
    for (const address of ["may@example.org", "bo@example.org", "di@example.org"])
      expect(asked.getByText(address)).toBeVisible();
    expect(asked.getByText("Lunch: 9.75")).toBeInTheDocument();
    expect(asked.queryByText("Skipped")).toBeNull();
    const people = sentBody(server.calls("/api/received")[0] as Seen).people;
    expect(people.map(({ row }: { row: number }) => row)).toEqual([1, 2, 5]);
    await user.click(asked.getByRole("button", { name: "Send 3 emails" }));
    await gone();
    expect((await sentForm()).get("number_forms")).toBe('{"Fee":"point"}');
    const [, ...rows] = (await sentCsv()).trim().split("\r\n");
    expect(rows).toHaveLength(5);
  });

  it("sends it only to those whose email changed since all have it", async () => {
    const user = await withList();
    const [at, by] = ["2026-11-20T10:12:00.000Z", "mailbox"];
    const received = [1, 2, 5].map((row) => ({ row, at, by, same: row !== 1 }));
    server.instead["POST /api/received"] = () => json(200, { success: true, received });
    const asked = await question(user, /^Send 3 emails$/);
    expect(asked.getByText(/^It's exactly the same email for bo@example\.org/)).toBeVisible();
    await user.click(asked.getByRole("button", { name: "Only to may@example.org" }));
    const rows = JSON.parse(String((await sentForm()).get("rows")));
    expect(rows.map(({ skip }: { skip?: string }) => skip)).toEqual([
      undefined,
      "already_received",
      undefined,
      undefined,
      "already_received",
    ]);
  });

  it("sends it to the others with all of their rows if some have it", async () => {
    const user = await withList();
    const received = [{ row: 1, at: "2026-11-20T10:12:00.000Z", by: "mailbox" }];
    server.instead["POST /api/received"] = () => json(200, { success: true, received });
    const asked = await question(user, /^Send 3 emails$/);
    await user.click(asked.getByRole("button", { name: "Only to the 2 others" }));
    const rows = JSON.parse(String((await sentForm()).get("rows")));
    expect(rows.map(({ skip }: { skip?: string }) => skip)).toEqual([
      "already_received",
      undefined,
      "already_received",
      "already_received",
      undefined,
    ]);
  });
});

describe("a change of a list whose rows share emails", () => {
  it("by skipping one of them takes it out of the email, and undoing puts it back", async () => {
    const user = await withList();
    await says("Lunch: 9.75");
    // Pressing the mouse button would show the row first.
    fireEvent.click(await screen.findByRole("button", { name: "Skip row 3" }));
    await says("Lunch: 4.50");
    await says("3 emails for 4 rows ready · 1 skipped");
    await says("Row 3 is skipped. The email to its address goes without it.");
    // The family is still emailed: nothing says or offers otherwise.
    await press(user, "Show the email of row 3");
    await says("Skipped: the email to may@example.org goes without this row.");
    expect(screen.queryByRole("button", { name: /^Don't email/ })).toBeNull();
    await press(user, "Undo the last change");
    await says("Lunch: 9.75");
  });

  it("by skipping the row with the error doesn't offer to never email the family", async () => {
    const user = await withList();
    await typeInto(user, 3, "Fee", "{Delete}");
    await says("2 ready · 3 skipped");
    fireEvent.click(await screen.findByRole("button", { name: "Skip row 3" }));
    await says("3 emails for 4 rows ready · 1 skipped");
    expect(screen.queryByRole("button", { name: /^Don't email/ })).toBeNull();
  });

  it("by skipping an email in its preview skips all of its rows", async () => {
    const user = await withList();
    await says("Lunch: 9.75");
    await user.click(preview().getByRole("button", { name: "Skip may@example.org" }));
    await says("2 ready · 3 skipped");
    expect(await screen.findByRole("button", { name: "Send 2 emails" })).toBeEnabled();
  });

  it("by another address moves a row to another email", async () => {
    const user = await withList();
    await typeInto(user, 4, "Email", "di@example.org");
    // Its parent is another one.
    await says(/^Lea and Flo have different values for \{\{Parent\}\}\./);
    await says("2 emails for 3 rows ready · 2 skipped");
    await typeInto(user, 4, "Parent", "Di");
    await says("3 emails for 5 rows ready");
    await press(user, "Show the email of row 5");
    await says("Lunch: 3.00");
  });

  it("by a filter leaves rows out of their emails, and says how many", async () => {
    const user = await withList();
    await press(user, "Sort and filter");
    const pickIn = async (label: string, option: string) => {
      const box = within(screen.getByRole("group", { name: "Include only rows where" }));
      await user.click(await box.findByRole("combobox", { name: label }));
      await user.click(await screen.findByRole("option", { name: option }));
    };
    await pickIn("Column", "Child");
    await pickIn("Test", "is not");
    await pickIn("Value", "Tim");
    await press(user, "Include only 4 rows");
    await says("3 emails for 4 rows ready");
    await says("Lunch: 4.50");
    const asked = await question(user, /^Send 3 emails$/);
    expect(asked.getByText("1 row not included.")).toBeInTheDocument();
  });

  it("survives a reload", async () => {
    const user = await withList();
    await says("Lunch: 9.75");
    fireEvent.click(await screen.findByRole("button", { name: "Skip row 1" }));
    await says("3 emails for 4 rows ready · 1 skipped");
    fireEvent(window, new Event("pagehide"));
    cleanup();
    await visit();
    await says("3 emails for 4 rows ready · 1 skipped");
    await user.click(await screen.findByRole("button", { name: "Show the email of row 4" }));
    await says("Lunch: 6.25");
  });

  it("by another template makes each row an email again, and back", async () => {
    const user = await withList();
    await says("3 emails for 5 rows ready");
    await press(user, "Change: Mode and template");
    await choose(user, "Each");
    await says("3 rows share one mailbox but differ in Fee and Child.");
    expect(screen.queryByText("Rows with the same address are one email.")).toBeNull();
    await says("3 emails, one to each recipient. They don't see each other.");
    await press(user, /^Send each/);
    await says("5 ready");
    await says("5 emails to 3 recipients. They don't see each other.");
    const asked = await question(user, /^Send 5 emails/);
    expect(asked.getByText(/: 5 separate emails to 3 recipients$/)).toBeInTheDocument();
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await choose(user, "Lunch");
    await says("3 emails for 5 rows ready");
    expect(screen.queryByText(/share one mailbox/)).toBeNull();
  });

  it("in the template reaches a list that is there", async () => {
    server.templates = [{ ...FAMILIES, body: EACH.body }, EACH];
    const user = await withList();
    await says("3 rows share one mailbox but differ in Fee and Child.");
    await press(user, /^Send each/);
    server.templates = [{ ...FAMILIES, revision: "8" }, EACH];
    await user.click(await screen.findByRole("button", { name: "Send 5 emails" }));
    const asked = within(await screen.findByRole("alertdialog"));
    await user.click(asked.getByRole("button", { name: /^Send/ }));
    await gone();
    await says("3 emails for 5 rows ready");
  });
});

it("keeps the whole email back for an error in one row, and says in each which row it is", async () => {
  await withList(LIST.replace("Tim", ""));
  await says("2 ready · 3 skipped");
  await waitFor(async () =>
    expect(await cellOf(1, "Email")).toHaveTextContent(
      "Its email also has row 3, which has an error.",
    ),
  );
  expect(await screen.findByRole("button", { name: "Send 2 emails" })).toBeEnabled();
  expect(await screen.findByRole("button", { name: "3 skipped" })).toBeInTheDocument();
});

describe("the question about rows that share a mailbox", () => {
  it("offers one email with all their rows, and opens the template with a suggestion", async () => {
    const written: Parameters<WriteTemplate>[] = [];
    const { user } = await visit("#bulk-send", (...given) => written.push(given));
    await choose(user, "Each");
    await pick(user, aFile(LIST));
    expect(screen.getByRole("button", { name: "Send each: 5 emails" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Only the first: 3 emails" })).toBeVisible();
    await press(user, "One email with all their rows: 3 emails");
    const [[what, onSaved]] = written as [Parameters<WriteTemplate>];
    expect(what).toMatchObject({ id: "t2", repeat: ["Fee", "Child"] });
    expect(what.sample?.columns.map(({ name }) => name)).toEqual(["Parent", "Child", "Fee"]);
    // The list waits below the editor, and shows the first of these emails afterwards.
    await press(user, "Show the email of row 5");
    await says("Lunch of Flo");
    server.templates = [FAMILIES, { ...EACH, body: FAMILIES.body, revision: "8" }];
    onSaved(server.templates[1] as never);
    await says("Lunch of Anna");
    expect(screen.getByText("people.csv")).toBeInTheDocument();
  });

  it("doesn't offer it where no template can be opened", async () => {
    const user = await withList(LIST, "Each");
    await press(user, /^Send each/);
    expect(screen.queryByRole("button", { name: /^One email with all their rows/ })).toBeNull();
  });
});

it("families without the email get it, also if the list is longer than the limit", async () => {
  server.config = aConfig({ limits: { ...DEFAULT_LIMITS, MAX_CSV_RECIPIENTS: 2 } });
  const at = new Date().toISOString();
  const received = [{ row: 1, at, by: "mailbox" }];
  server.instead["POST /api/received"] = () => json(200, { success: true, received });
  const { user } = await visit();
  await choose(user, "Lunch");
  const rows = ["di@example.org,Di,Flo,2", "bo@example.org,Bo,Cy,4", "ed@example.org,Ed,Al,1", ""];
  await pick(user, aFile(["Email,Parent,Child,Fee", ...rows].join("\n")));
  await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Only to bo@example.org" }));
  const form = await sentForm();
  expect(JSON.parse(String(form.get("rows")))).toEqual([
    { line: 2, skip: "already_received" },
    { line: 3 },
  ]);
  expect(form.get("rows_left_out")).toBe("1");
});
