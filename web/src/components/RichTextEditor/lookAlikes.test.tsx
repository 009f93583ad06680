import type { Variable } from "@sendwright/core/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { button, clickButton, queryButton } from "../../testing/buttons.ts";
import { EDITOR_FORMS } from "../editorForms.tsx";
import { paste } from "./editorTesting.ts";
import { showEmail } from "./emailTesting.tsx";

beforeAll(() => Promise.all(EDITOR_FORMS.map((form) => form.preload())));

const ROOM: Variable = { name: "Room", type: "text", options: [], fallback: null, required: true };
const COLUMNS = [ROOM];

function show(first: Partial<Record<"subject" | "body", string>>) {
  const { shown, body: root } = showEmail(first, { columns: COLUMNS });
  return { shown, root };
}

const NAME = "<p>Hello {{Name}}</p>";
const TABLE = "<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>";
const use = (placeholder: string) => clickButton(`Use ${placeholder}`);

describe("one click follows a warning (rule: look-alikes)", () => {
  it.each([
    ["«Name»", "{{Name}}"],
    ["«<strong>Na</strong>me»", "<strong>{{Name}}</strong>"],
    ["<strong>a [Name] b</strong>", "<strong>a {{Name}} b</strong>"],
    [
      '<a href="https://example.org/%7B%7BName%7D%7D">x</a>',
      '<a href="https://example.org/{{Name}}">x</a>',
    ],
    ['<a href="https://example.org">[Name]</a>', '<a href="https://example.org">{{Name}}</a>'],
    ["{{Name}", "{{Name}}"],
  ])("in the body: %s, and undo takes it back", async (written, right) => {
    const around = (inside: string) => `<p>a ${inside} z</p>${TABLE}${NAME}`;
    const { shown, root } = show({ body: around(written) });
    await use("{{Name}}");
    await waitFor(() => expect(shown.body).toBe(around(right)));
    expect(screen.queryByRole("list", { name: "Template syntax warnings" })).toBeNull();
    fireEvent.keyDown(root, { key: "z", ctrlKey: true });
    await waitFor(() => expect(shown.body).toBe(around(written)));
    expect(button("Use {{Name}}")).toBeVisible();
  });

  it("in the body: everything with the same text at once", async () => {
    const { shown } = show({ body: `<p>[Name] [Name]</p>${NAME}` });
    await use("{{Name}}");
    await waitFor(() => expect(shown.body).toBe(`<p>{{Name}} {{Name}}</p>${NAME}`));
  });

  it("in the subject, for a placeholder of the body and for a column", async () => {
    const { shown } = show({ subject: "Dear [Name], [room]", body: NAME });
    await use("{{Name}}");
    await waitFor(() => expect(shown.subject).toBe("Dear {{Name}}, [room]"));
    expect(
      screen.getByText('"[room]" is plain text, but the list has the column "Room": use {{Room}}.'),
    ).toBeVisible();
    await use("{{Room}}");
    await waitFor(() => expect(shown.subject).toBe("Dear {{Name}}, {{Room}}"));
  });

  it("has no button where there is nothing to use", () => {
    show({ subject: "{{open", body: NAME });
    expect(screen.getByText('"{{open" is not closed: a placeholder ends with }}.')).toBeVisible();
    expect(queryButton(/^Use /)).toBeNull();
  });
});

describe("the link's dialog", () => {
  const open = async () => {
    const { shown } = show({ body: NAME });
    await clickButton("Link");
    const link = within(screen.getByRole("dialog", { name: "Link" }));
    const type = (value: string) =>
      fireEvent.change(link.getByLabelText("Link to"), { target: { value } });
    return { shown, link, type };
  };

  it("takes encoded placeholders as placeholders", async () => {
    const { shown, link, type } = await open();
    type("https://example.org/%7B%7BCode%7D%7D");
    await userEvent.click(link.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown.body).toContain('href="https://example.org/{{Code}}"'));
  });

  it("offers the placeholder for another tool's mark", async () => {
    const { shown, link, type } = await open();
    type("https://example.org/[Name]");
    await userEvent.click(link.getByRole("button", { name: "Use {{Name}}" }));
    expect(link.getByLabelText("Link to")).toHaveValue("https://example.org/{{Name}}");
    await userEvent.click(link.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown.body).toContain('href="https://example.org/{{Name}}"'));
  });
});

describe("copy and paste", () => {
  it.each([
    ["https://example.org/%7B%7BCode%7D%7D", "https://example.org/{{Code}}"],
    ["https://example.org/?a=%7B%7BDue%7Cdate%7D%7D", "https://example.org/?a={{Due|date}}"],
    [`${window.location.origin}/%7B%7BLink%7D%7D`, "{{Link}}"],
    ["http://page/%7B%7BLink%7D%7D", "{{Link}}"],
    ["https://example.org/%7Ba%7D", "https://example.org/%7Ba%7D"],
  ])("pastes a link to %s as one to %s", async (copied, right) => {
    const { shown, root } = show({});
    const html = `<a href="${copied}">x</a>`;
    paste(root, { "text/html": html });
    await waitFor(() => expect(shown.body).toContain(`<a href="${right}">x</a>`));
  });
});
