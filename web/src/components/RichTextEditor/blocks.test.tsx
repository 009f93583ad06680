import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useMemo, useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readTexts } from "../../lib/warningsOfTexts.ts";
import { EDITOR_FORMS } from "../editorForms.tsx";
import RichTextField from "./RichTextField.tsx";

beforeAll(() => Promise.all(EDITOR_FORMS.map((form) => form.preload())));

const latest = { body: "" };

function Page({ first }: { first: string }) {
  const [body, setBody] = useState(first);
  latest.body = body;
  const { variables, warnings } = useMemo(() => readTexts({ subject: "", body }), [body]);
  return (
    <>
      <RichTextField
        label="Body"
        value={body}
        onChange={setBody}
        variables={variables}
        warnings={warnings.body}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

function show(first: string) {
  render(<Page first={first} />);
  return screen.getByRole("textbox", { name: "Body" });
}

/** Selects so much of the body; the editor hears of it a moment later. */
async function select(body: HTMLElement, of: (selection: Selection) => void) {
  body.focus();
  const selection = document.getSelection();
  if (selection) of(selection);
  document.dispatchEvent(new Event("selectionchange"));
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const chip = (name: string) => screen.getByRole("img", { name: `Condition ${name}` });
const form = () => within(screen.getByRole("dialog", { name: "Condition" }));
const click = (name: string) => userEvent.click(form().getByRole("button", { name }));
const otherwise = () => form().getByLabelText("Otherwise, another text");
const onlyIf = () => userEvent.click(screen.getByRole("button", { name: "Only if…" }));
describe("Only if…", () => {
  it("takes whole lines with it, without the line break behind them", async () => {
    const body = show("<p>{{Drives}}</p><p>The bus</p><p>Bye</p>");
    await select(body, (selection) => {
      selection.setBaseAndExtent(body.children[1] as Node, 0, body.children[2] as Node, 0);
    });
    await onlyIf();
    expect(form().getByText("“The bus” appears only if …")).toBeVisible();
    await click("Text: Drives");
    await click("Insert");
    expect(latest.body).toBe("<p>{{Drives}}</p><p>{{#Drives}}The bus{{/Drives}}</p><p>Bye</p>");
  });

  it.each([
    ["is filled in", "{{^Drives}}{{/Drives}}"],
    ["is blank", "{{#Drives}}{{/Drives}}"],
  ])("adds another text for otherwise behind “%s”, with the cursor in it", async (asks, added) => {
    const body = show("<p>{{Drives}} The bus. Bye</p>");
    const text = () => body.firstElementChild?.lastChild as Text;
    await select(body, (selection) => selection.setBaseAndExtent(text(), 1, text(), 9));
    await onlyIf();
    await click("Text: Drives");
    await userEvent.click(form().getByLabelText(asks));
    await userEvent.click(otherwise());
    await click("Insert");
    expect(latest.body).toContain(`The bus.{{/Drives}}${added} Bye`);
    await userEvent.keyboard("Walk");
    await waitFor(() =>
      expect(latest.body).toContain(`The bus.{{/Drives}}${added.replace("}}{{", "}}Walk{{")} Bye`),
    );
  });

  it("adds it to a condition that is there, as one step that undo takes back", async () => {
    const before = "<p>{{#Drives=yes}}Car{{/Drives=yes}} Bye</p>";
    const body = show(before);
    fireEvent.click(chip("if Drives is yes"));
    await userEvent.click(otherwise());
    await click("Apply");
    const both = "{{#Drives=yes}}Car{{/Drives=yes}}{{^Drives=yes}}{{/Drives=yes}}";
    expect(latest.body).toBe(`<p>${both} Bye</p>`);
    fireEvent.keyDown(body, { key: "z", ctrlKey: true });
    await waitFor(() => expect(latest.body).toBe(before));
  });

  it.each([
    ["if Drives is yes", "{{#Drives=no}}Car{{/Drives=no}} {{^Drives=no}}Bus{{/Drives=no}}"],
    ["if Drives is not yes", "{{#Drives=no}}Car{{/Drives=no}} {{^Drives=no}}Bus{{/Drives=no}}"],
  ])("changes the text for otherwise with it: %s", async (end, after) => {
    show("<p>{{#Drives=yes}}Car{{/Drives=yes}} {{^Drives=yes}}Bus{{/Drives=yes}}</p>");
    fireEvent.click(chip(end));
    expect(form().queryByLabelText("Otherwise, another text")).toBeNull();
    expect(form().getByText("The “otherwise” text beside it changes with it.")).toBeVisible();
    await userEvent.clear(form().getByLabelText("Value"));
    await userEvent.type(form().getByLabelText("Value"), "no");
    await click("Apply");
    expect(latest.body).toBe(`<p>${after}</p>`);
  });

  it.each([
    ["text", "<p>{{#A}}x{{/A}} and {{^A}}y{{/A}}</p>"],
    ["a placeholder", "<p>{{#A}}x{{/A}}{{B}}{{^A}}y{{/A}}</p>"],
    ["another condition", "<p>{{#A}}x{{/A}}{{^B}}y{{/B}}</p>"],
  ])("leaves alone another block behind it: %s", (_what, before) => {
    show(before);
    fireEvent.click(chip("if there is A"));
    expect(otherwise()).toBeVisible();
  });

  it("says why it can't go around one end of another block", async () => {
    const body = show("<p>{{#Drives}}Car{{/Drives}} Bye</p>");
    await select(body, (selection) => selection.selectAllChildren(body));
    await onlyIf();
    await click("Cancel");
    const text = body.querySelector("p")?.lastChild as Text;
    const inside = body.querySelector("p")?.childNodes[1] as Text;
    await select(body, (selection) => selection.setBaseAndExtent(inside, 1, text, 2));
    await onlyIf();
    expect(screen.getByText("Select both ends of the condition, or neither.")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a block without text", () => {
  it.each([
    ["Only if…", '"{{#Drives}}" has no text yet.'],
    ["Repeat for each row", '"{{#rows}}" has no text yet.'],
  ])("gets its warning once you have left it: %s", async (button, warning) => {
    const body = show("<p>{{Drives}}</p><p><br></p>");
    await select(body, (selection) => selection.collapse(body.children[1] as Node, 0));
    await userEvent.click(screen.getByRole("button", { name: button }));
    if (button === "Only if…") {
      await click("Text: Drives");
      await click("Insert");
    }
    await waitFor(() => expect(latest.body).toContain("{{/"));
    // The page has read it: it would have the warning.
    expect(readTexts({ subject: "", body: latest.body }).warnings.body.warnings).toEqual([warning]);
    expect(screen.queryByText(warning)).toBeNull();
    screen.getByRole("button", { name: "Elsewhere" }).focus();
    document.getSelection()?.removeAllRanges();
    document.dispatchEvent(new Event("selectionchange"));
    expect(await screen.findByText(warning)).toBeVisible();
  });

  it("has no warning in any moment while its first letter is typed", async () => {
    show("<p>{{Drives}} </p>");
    const seen: string[] = [];
    const watch = new MutationObserver(() => {
      if (/has no text yet/.test(document.body.textContent ?? "")) seen.push(latest.body);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    await onlyIf();
    await click("Text: Drives");
    await click("Insert");
    await userEvent.keyboard("Car");
    await waitFor(() => expect(latest.body).toContain("Car"));
    watch.disconnect();
    expect(seen).toEqual([]);
  });
});

describe("a click below the last line", () => {
  const PART = "<p>{{#rows}}</p><p>{{Child}}</p><p>{{/rows}}</p>";
  const item = (text: string) => `<ol><li data-list="bullet">${text}</li></ol>`;
  const inNewLine = (body: string) => `${body}<p>Bye</p>`;
  const inSameLine = (body: string) => body.replace(/(?=<[^{]*$)/, "Bye");
  it.each([
    ["a repeated part", PART, inNewLine],
    ["a part that repeats whole lines", "<p>{{#rows}}a</p><p>b{{/rows}}</p>", inNewLine],
    ["a repeated item", item("{{#rows}}{{Child}}{{/rows}}"), inNewLine],
    ["a repeated text", "<p>a {{#rows}}b{{/rows}}</p>", inSameLine],
    ["a condition in two lines", "<p>{{#A}}a</p><p>b{{/A}}</p>", inNewLine],
    ["a condition in an item", item("{{#A}}a{{/A}}"), inSameLine],
    ["a block in a block", "<p>{{#A}}</p><p>{{#B}}b{{/B}}{{/A}}</p>", inNewLine],
  ])("writes behind %s", async (_what, before, written) => {
    const body = show(before);
    await select(body, (selection) => selection.collapse(body.firstElementChild, 0));
    fireEvent.click(body, { clientY: 200 });
    fireEvent.click(body, { clientY: 200 });
    await userEvent.keyboard("Bye");
    await waitFor(() => expect(latest.body).toBe(written(before)));
  });

  it.each([
    ["without a block at its end", "<p>{{#A}}b{{/A}}</p><p>c</p>", 200],
    ["with one, within its lines", PART, 0],
  ])("is the browser's in a text %s", async (_what, before, clientY) => {
    const body = show(before);
    await select(body, (selection) => selection.collapse(body.firstElementChild, 0));
    fireEvent.click(body, { clientY });
    await userEvent.keyboard("Bye");
    await waitFor(() => expect(latest.body).toBe(before.replace("<p>", "<p>Bye")));
  });
});

describe("what is inside a block", () => {
  class Tint extends Set<Range> {}
  const tints = new Map<string, Tint>();
  beforeEach(() => {
    vi.stubGlobal("Highlight", Tint);
    vi.stubGlobal("CSS", { highlights: tints });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    tints.clear();
  });
  const tinted = (name: string) =>
    [...(tints.get(name) ?? [])].map((range) => range.toString().replaceAll("\ufeff", ""));

  it("is tinted over all its lines, and follows the text", async () => {
    const body = show(
      "<p>a {{#Drives}}b</p><p>c{{/Drives}} d</p><p>{{#rows}}e{{/rows}}</p><p>{{#Lost}}f</p>",
    );
    expect(tinted("inside-condition")).toEqual(["bc"]);
    expect(tinted("inside-rows")).toEqual(["e"]);
    fireEvent.click(chip("if there is Drives"));
    await click("Remove");
    expect(tinted("inside-condition")).toEqual([]);
    expect(tinted("inside-rows")).toEqual(["e"]);
    expect(body).toBeVisible();
  });

  it("has no tint once the editor is gone", () => {
    const { unmount } = render(<Page first="<p>{{#A}}b{{/A}}</p>" />);
    expect(tinted("inside-condition")).toEqual(["b"]);
    unmount();
    expect(tinted("inside-condition")).toEqual([]);
  });
});
