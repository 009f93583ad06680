import type { Variable } from "@sendwright/core/contract";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { clickButton, queryButton } from "../../testing/buttons.ts";
import { EDITOR_FORMS } from "../editorForms.tsx";
import { paste } from "./editorTesting.ts";
import { preparePicture } from "./preparePicture.ts";
import RichTextField, { type RichTextFieldProps } from "./RichTextField.tsx";

// As on the page, where they load soon after the editor.
beforeAll(() => Promise.all(EDITOR_FORMS.map((form) => form.preload())));

const aVariable = (name: string): Variable => ({
  name,
  type: "text",
  options: [],
  fallback: null,
  required: true,
});

type Props = Pick<RichTextFieldProps, "disabled" | "variables" | "columns" | "pictures">;

/** A page that stores the field's value. */
function Page({
  body,
  onChange,
  ...props
}: Props & { body: string; onChange: (body: string) => void }) {
  const [value, setValue] = useState(body);
  const change = (next: string) => {
    onChange(next);
    setValue(next);
  };
  return <RichTextField label="Body" value={value} onChange={change} {...props} />;
}

/** Shows the field; returns a function that reads the latest body. */
function show(body: string, props: Props = {}) {
  const latest = { body };
  const onChange = vi.fn((next: string) => {
    latest.body = next;
  });
  render(<Page body={body} onChange={onChange} {...props} />);
  return { latest, onChange };
}

/** 300 pixels wide. */
const aGif = () =>
  new File(
    [new Uint8Array([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x2c, 0x01, 0x10, 0x00])],
    "map.gif",
    {
      type: "image/gif",
    },
  );

const form = () => within(screen.getByRole("dialog", { name: "Placeholder" }));

describe("the body's field", () => {
  it("has exactly the promised formats: the common ones in sight, the others one click away", async () => {
    show("");
    const toolbar = within(screen.getByRole("toolbar", { name: "Formatting" }));
    const names = () =>
      toolbar
        .getAllByRole("button")
        .map((button) => button.getAttribute("aria-label") ?? button.title);
    expect(toolbar.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Normal",
      "Heading 1",
      "Heading 2",
      "Heading 3",
    ]);
    const first = [
      "Bold",
      "Italic",
      "Underline",
      "Link",
      "Ordered list",
      "Bullet list",
      "More formatting",
    ];
    expect(names()).toEqual(first);
    await userEvent.click(toolbar.getByRole("button", { name: "More formatting" }));
    expect(names()).toEqual([
      ...first,
      "Strike",
      "Subscript",
      "Superscript",
      "Decrease indent",
      "Increase indent",
      "Align left",
      "Align center",
      "Align right",
      "Justify",
      "Blockquote",
      "Code block",
      "Clear formatting",
    ]);
  });

  it("shows all formats where two lines have room for them", () => {
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(28);
    // 19 buttons, the headings and the widest group: 25 times 28, so 350 each line.
    const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(351);
    onTestFinished(() => void vi.restoreAllMocks());
    show("");
    const toolbar = within(screen.getByRole("toolbar", { name: "Formatting" }));
    expect(toolbar.queryByRole("button", { name: "More formatting" })).toBeNull();
    for (const name of ["Strike", "Justify", "Code block", "Clear formatting"]) {
      expect(toolbar.getByRole("button", { name })).toBeInTheDocument();
    }
    width.mockReturnValue(349);
    cleanup();
    show("");
    expect(queryButton("Strike")).toBeNull();
  });

  it("keeps a stop for Tab when the other formats go", async () => {
    show("");
    const more = screen.getByRole("button", { name: "More formatting" });
    await userEvent.click(more);
    act(() => screen.getByRole("button", { name: "Clear formatting" }).focus());
    fireEvent.click(more);
    const stops = within(screen.getByRole("toolbar", { name: "Formatting" })).getAllByRole(
      "button",
    );
    expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toEqual([more]);
  });

  it("has a button for each type of placeholder", () => {
    show("");
    const kinds = within(screen.getByRole("group", { name: "Insert a placeholder" }));
    expect(kinds.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Text",
      "Sticky",
      "Dropdown",
      "Date",
      "Time",
      "Email",
    ]);
  });

  it("is one stop for Tab in its toolbar; arrow keys move inside it", async () => {
    show("");
    const bold = screen.getByRole("button", { name: "Bold" });
    bold.focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Underline" }));
    await userEvent.keyboard("{End}{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Heading" }));
  });

  it("keeps the keyboard at the headings while arrows choose one of them", () => {
    const { latest } = show("<p>a</p>");
    const heading = screen.getByRole("combobox", { name: "Heading" });
    heading.focus();
    fireEvent.keyDown(heading, { key: "ArrowDown" });
    fireEvent.change(heading, { target: { value: "1" } });
    expect(latest.body).toBe("<h1>a</h1>");
    expect(heading).toHaveFocus();
  });

  it("goes back into the text when the mouse has chosen a heading", () => {
    show("<p>a</p>");
    const heading = screen.getByRole("combobox", { name: "Heading" });
    heading.focus();
    fireEvent.pointerDown(heading);
    fireEvent.change(heading, { target: { value: "1" } });
    expect(screen.getByRole("textbox", { name: "Body" })).toHaveFocus();
  });

  it("tells that a list may open in its text, and says the key that changes a placeholder", () => {
    show("");
    const text = screen.getByRole("textbox", { name: "Body" });
    expect(text).toHaveAttribute("aria-haspopup", "listbox");
    expect(text).toHaveAttribute("aria-autocomplete", "list");
    expect(text).toHaveAccessibleDescription(/Alt\+Enter/);
    expect(screen.getByText(/Alt\+Enter/)).toBeVisible();
  });

  it("accepts options in one line, with commas between them", async () => {
    const { latest } = show("<p>a</p>");
    await clickButton("Dropdown");
    await userEvent.type(form().getByLabelText("Name"), "Offer");
    await userEvent.type(form().getByLabelText(/^Options/), "Discount, Free Trial");
    await userEvent.click(form().getByRole("button", { name: "Insert" }));
    expect(latest.body).toBe("<p>a{{Offer|dropdown:Discount,Free Trial}}</p>");
  });

  it("says so when the name is taken by a placeholder of another type, which holds", async () => {
    show("<p>a</p>", { variables: [aVariable("Offer")] });
    await clickButton("Dropdown");
    await userEvent.type(form().getByLabelText("Name"), "Offer");
    expect(form().getByText(/This template has “Offer” already, as Text/)).toBeVisible();
  });

  it("makes no link of an address that would run", async () => {
    const { latest } = show("<p>a</p>");
    await clickButton("Link");
    const link = within(screen.getByRole("dialog", { name: "Link" }));
    fireEvent.change(link.getByLabelText("Link to"), { target: { value: "javascript:{{Link}}" } });
    await userEvent.click(link.getByRole("button", { name: "Apply" }));
    expect(link.getByText("Enter a web address, email address or phone number.")).toBeVisible();
    fireEvent.change(link.getByLabelText("Link to"), { target: { value: "https://{{Host}}/x" } });
    await userEvent.click(link.getByRole("button", { name: "Apply" }));
    expect(latest.body).toContain('href="https://{{Host}}/x"');
  });

  it.each(["see portal", "http://", "ftp://{{Host}}/x", "{{Link}} portal"])(
    "makes no link that leads nowhere: %s",
    async (address) => {
      const { latest } = show("<p>a</p>");
      await clickButton("Link");
      const link = within(screen.getByRole("dialog", { name: "Link" }));
      fireEvent.change(link.getByLabelText("Link to"), { target: { value: address } });
      await userEvent.click(link.getByRole("button", { name: "Apply" }));
      expect(link.getByText("Enter a web address, email address or phone number.")).toBeVisible();
      expect(latest.body).not.toContain("href");
    },
  );

  it.each([
    ["example.com/{{Id}}", "https://example.com/{{Id}}"],
    ["{{Link}}", "{{Link}}"],
    ["mailto:{{Email|email}}", "mailto:{{Email|email}}"],
  ])("takes %s as the address of a link", async (typed, address) => {
    const { latest } = show("<p>a</p>");
    await clickButton("Link");
    const link = within(screen.getByRole("dialog", { name: "Link" }));
    fireEvent.change(link.getByLabelText("Link to"), { target: { value: typed } });
    await userEvent.click(link.getByRole("button", { name: "Apply" }));
    expect(latest.body).toContain(`href="${address}"`);
  });

  it("does not speak up until a person changes something", () => {
    const { onChange } = show("<p>Dear {{<b>Na</b>me}}</p>");
    expect(onChange).not.toHaveBeenCalled();
  });

  it("writes a placeholder of the button's type", async () => {
    const { latest } = show("<p>a</p>");
    await clickButton("Dropdown");
    await userEvent.click(form().getByRole("button", { name: "Insert" }));
    expect(form().getByRole("alert").textContent).toBe("A placeholder needs a name.");
    await userEvent.type(form().getByLabelText("Name"), "Offer");
    await userEvent.click(form().getByRole("button", { name: "Insert" }));
    const options = form().getByLabelText("Options, one per line");
    expect(options).toHaveFocus();
    expect(options).toHaveAccessibleDescription("A dropdown needs at least one option.");
    await userEvent.type(options, "Discount{Enter}Free Trial");
    await userEvent.click(form().getByRole("button", { name: "Insert" }));
    expect(latest.body).toBe("<p>a{{Offer|dropdown:Discount,Free Trial}}</p>");
  });

  it("knows the type that a name has already", async () => {
    const due: Variable = { ...aVariable("Due"), type: "date" };
    const { latest } = show("<p>a </p>", { variables: [due] });
    await clickButton("Text");
    await userEvent.type(form().getByLabelText("Name"), "Due{Enter}");
    expect(latest.body).toBe("<p>a{{Due|date}}</p>");
  });

  it("shows a placeholder without a type as its variable's, and keeps that when it is changed", async () => {
    const offer: Variable = {
      ...aVariable("Offer"),
      type: "dropdown",
      options: ["Discount", "Free Trial"],
    };
    const { latest } = show("<p>a{{Offer}}b</p>", { variables: [offer] });
    const chip = screen.getByRole("img", { name: "Dropdown placeholder Offer" });
    expect(chip.closest("[data-kind]")).toHaveAttribute("data-kind", "dropdown");
    fireEvent.click(chip);
    await userEvent.click(form().getByRole("button", { name: "Apply" }));
    expect(latest.body).toBe("<p>a{{Offer|dropdown:Discount,Free Trial}}b</p>");
  });

  it("changes a placeholder that is clicked", async () => {
    const { latest } = show("<p>Hi {{Name}}!</p>");
    fireEvent.click(screen.getByRole("img", { name: "Text placeholder Name" }));
    await userEvent.click(form().getByLabelText("Use this instead"));
    // No example: it would look like a value.
    expect(form().queryByPlaceholderText("there")).toBeNull();
    await userEvent.keyboard("there");
    await userEvent.click(form().getByRole("button", { name: "Apply" }));
    expect(latest.body).toBe("<p>Hi {{Name|text:there}}!</p>");
    expect(screen.getByRole("img", { name: "Text placeholder Name or there" })).toBeInTheDocument();

    fireEvent.click(screen.getByRole("img", { name: "Text placeholder Name or there" }));
    await userEvent.click(form().getByRole("button", { name: "Remove" }));
    expect(latest.body).toBe("<p>Hi !</p>");
  });

  it.each(["", "  "])("asks for the text to use instead where there is %j", async (words) => {
    const { latest } = show("<p>{{Amount}}</p>");
    fireEvent.click(screen.getByRole("img", { name: "Text placeholder Amount" }));
    await userEvent.click(form().getByLabelText("Use this instead"));
    if (words) await userEvent.keyboard(words);
    expect(form().queryByRole("alert")).toBeNull();
    await userEvent.click(form().getByRole("button", { name: "Apply" }));
    expect(form().getByRole("alert")).toHaveTextContent(
      "Write a text to use instead, or choose “Leave it blank”.",
    );
    await userEvent.click(form().getByLabelText("Leave it blank"));
    expect(form().queryByRole("alert")).toBeNull();
    await userEvent.click(form().getByRole("button", { name: "Apply" }));
    expect(latest.body).toBe("<p>{{Amount|text:}}</p>");
  });

  it("puts a condition around the cursor, and changes or removes both its ends by a click on either", async () => {
    const { latest } = show("<p>a</p>", { variables: [aVariable("Note")] });
    const conditions = () => within(screen.getByRole("dialog", { name: "Condition" }));
    await clickButton("Only if…");
    await userEvent.click(conditions().getByRole("button", { name: "Insert" }));
    expect(conditions().getByText("A placeholder needs a name.")).toBeVisible();
    await userEvent.click(conditions().getByRole("button", { name: "Text: Note" }));
    await userEvent.click(conditions().getByRole("button", { name: "Insert" }));
    expect(latest.body).toBe("<p>a{{#Note}}{{/Note}}</p>");

    fireEvent.click(screen.getByRole("img", { name: "Condition end of Note" }));
    await userEvent.click(conditions().getByLabelText("is blank"));
    await userEvent.click(conditions().getByRole("button", { name: "Apply" }));
    expect(latest.body).toBe("<p>a{{^Note}}{{/Note}}</p>");

    fireEvent.click(screen.getByRole("img", { name: "Condition if there is no Note" }));
    await userEvent.click(conditions().getByRole("button", { name: "Remove" }));
    expect(latest.body).toBe("<p>a</p>");
  });

  it("says whether a condition is for the selected text or for what you write next", async () => {
    show("<p>The bus</p>", { variables: [aVariable("Bus")] });
    const conditions = () => within(screen.getByRole("dialog", { name: "Condition" }));
    await clickButton("Only if…");
    expect(
      conditions().getByText("To use text you've already written, cancel and select it first."),
    ).toBeVisible();
    expect(conditions().getByText(/^The text you write next appears only if …/)).toBeVisible();
    await userEvent.click(conditions().getByRole("button", { name: "Cancel" }));
    document.getSelection()?.selectAllChildren(screen.getByText("The bus"));
    document.dispatchEvent(new Event("selectionchange"));
    // The editor hears of the selection a moment later.
    await waitFor(async () => {
      await clickButton("Only if…");
      if (conditions().queryByText("“The bus” appears only if …")) return;
      await userEvent.click(conditions().getByRole("button", { name: "Cancel" }));
      throw new Error("The selection isn't known yet.");
    });
    expect(conditions().queryByText(/select it first/)).toBeNull();
  });

  it("compares with a value by clicking", async () => {
    const salutation: Variable = {
      ...aVariable("Salutation"),
      type: "dropdown",
      options: ["Ms", "Mr"],
    };
    const { latest } = show("<p>a</p>", { variables: [salutation, aVariable("City")] });
    const conditions = () => within(screen.getByRole("dialog", { name: "Condition" }));
    await clickButton("Only if…");
    await userEvent.click(conditions().getByRole("button", { name: "Dropdown: Salutation" }));
    await userEvent.click(conditions().getByLabelText("is"));
    await userEvent.click(conditions().getByRole("button", { name: "Insert" }));
    expect(conditions().getByText("Enter the value to compare with.")).toBeVisible();
    await userEvent.click(conditions().getByRole("combobox", { name: "Option" }));
    await userEvent.click(screen.getByRole("option", { name: "Ms" }));
    await userEvent.click(conditions().getByRole("button", { name: "Insert" }));
    expect(latest.body).toBe("<p>a{{#Salutation=Ms}}{{/Salutation=Ms}}</p>");

    expect(
      screen.getByRole("img", { name: "Condition end of Salutation = Ms" }),
    ).toBeInTheDocument();
    fireEvent.click(screen.getByRole("img", { name: "Condition if Salutation is Ms" }));
    await userEvent.click(conditions().getByRole("button", { name: "Text: City" }));
    await userEvent.click(conditions().getByLabelText("is not"));
    await userEvent.clear(conditions().getByLabelText("Value"));
    await userEvent.type(conditions().getByLabelText("Value"), " Bonn ");
    await userEvent.click(conditions().getByRole("button", { name: "Apply" }));
    expect(latest.body).toBe("<p>a{{^City=Bonn}}{{/City=Bonn}}</p>");
    fireEvent.click(screen.getByRole("img", { name: "Condition if City is not Bonn" }));
    // A value that isn't an option of the dropdown isn't kept without being seen.
    await userEvent.click(conditions().getByRole("button", { name: "Dropdown: Salutation" }));
    await userEvent.click(conditions().getByRole("button", { name: "Apply" }));
    expect(conditions().getByText("Enter the value to compare with.")).toBeVisible();
  });

  it("pairs a condition's ends as the email does, in any case", async () => {
    const { latest } = show("<p>{{#City=Bonn}}a{{/City=BONN}}</p>", {
      variables: [aVariable("City")],
    });
    fireEvent.click(screen.getByRole("img", { name: "Condition end of City = BONN" }));
    const form = within(screen.getByRole("dialog", { name: "Condition" }));
    await userEvent.click(form.getByLabelText("is filled in"));
    await userEvent.click(form.getByRole("button", { name: "Apply" }));
    expect(latest.body).toBe("<p>{{#City}}a{{/City}}</p>");
  });

  it("inserts a chosen picture, and says why it can't take another", async () => {
    const opened = vi
      .spyOn(HTMLInputElement.prototype, "click")
      .mockImplementation(() => undefined);
    const bitmap = { width: 10_000, height: 5_001, close: vi.fn() };
    vi.stubGlobal("createImageBitmap", ({ name }: File) =>
      name === "sky.png" ? Promise.resolve(bitmap) : Promise.reject(),
    );
    const add = vi.fn<(file: File) => string | null>(() => null);
    const { latest } = show("<p>a</p>", { pictures: { addresses: {}, add } });
    await clickButton("Picture");
    const input = opened.mock.contexts[0] as HTMLInputElement;
    opened.mockRestore();
    Object.defineProperty(input, "files", {
      value: [aGif(), new File(["x"], "notes.txt"), new File(["x"], "sky.png")],
    });
    fireEvent.change(input);
    expect(
      await screen.findByText(
        "“notes.txt” can't be a picture. Choose a PNG, JPEG or GIF file. “sky.png” is too large for a picture. Make it smaller.",
      ),
    ).toBeVisible();
    const [[file] = []] = add.mock.calls;
    expect(file?.name).toMatch(/^picture-[0-9a-f]{16}\.gif$/);
    expect(latest.body).toContain(`<img src="cid:${file?.name}" alt="" width="300">`);
    expect(screen.getByRole("dialog", { name: "Picture" })).toBeInTheDocument();
  });

  it("redraws even a small photo, without what a camera wrote into it", async () => {
    vi.stubGlobal("createImageBitmap", () =>
      Promise.resolve({ width: 40, height: 30, close: vi.fn() }),
    );
    const context = { drawImage: vi.fn(), fillRect: vi.fn() };
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
    vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) =>
      done(new Blob(["redrawn"], { type: "image/jpeg" })),
    );
    const photo = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 8), "Exif\0\0"], "a.jpg", {
      type: "image/jpeg",
    });
    const { file } = await preparePicture(photo);
    expect([file.name.slice(-4), await file.text()]).toEqual([".jpg", "redrawn"]);
  });

  it("puts a dropped picture where it was dropped, and says which other file can't be one", async () => {
    vi.stubGlobal("createImageBitmap", () => Promise.reject());
    const add = vi.fn<(file: File) => string | null>(() => null);
    const { latest } = show("<p>ab</p>", { pictures: { addresses: {}, add } });
    const body = screen.getByRole("textbox", { name: "Body" });
    const place = document.createRange();
    place.setStart(within(body).getByText("ab").firstChild ?? body, 1);
    Object.defineProperty(document, "caretRangeFromPoint", {
      value: () => place,
      configurable: true,
    });
    onTestFinished(() => void Reflect.deleteProperty(document, "caretRangeFromPoint"));
    const notes = new File(["x"], "notes.txt", { type: "text/plain" });
    fireEvent.drop(body, { dataTransfer: { files: [aGif(), notes] } });
    expect(
      await screen.findByText("“notes.txt” can't be a picture. Choose a PNG, JPEG or GIF file."),
    ).toBeInTheDocument();
    const form = within(await screen.findByRole("dialog", { name: "Picture" }));
    await userEvent.type(form.getByLabelText("Describe the picture"), "A map");
    await userEvent.click(form.getByRole("button", { name: "Apply" }));
    expect(latest.body).toMatch(
      /^<p>a<img src="cid:picture-[0-9a-f]{16}\.gif" alt="A map" width="300">b<\/p>$/,
    );
    expect(add).toHaveBeenCalledOnce();
  });

  it("offers a column that the text has lost, and writes its type", async () => {
    const name = aVariable("Name");
    const due: Variable = { ...aVariable("Due"), type: "date" };
    const { latest } = show("<p>{{Name}}</p>", { variables: [name], columns: [due] });
    const body = screen.getByRole("textbox", { name: "Body" });
    await userEvent.click(body);
    await userEvent.keyboard("@");
    await userEvent.click(screen.getByRole("option", { name: "Date: Due" }));
    expect(latest.body).toContain("{{Due|date}}");
    await clickButton("Only if…");
    const conditions = within(screen.getByRole("dialog", { name: "Condition" }));
    expect(conditions.getByRole("button", { name: "Date: Due" })).toBeInTheDocument();
  });

  it("offers placeholders only as long as the focus is in the text", async () => {
    show("", { variables: [aVariable("Name")] });
    await userEvent.click(screen.getByRole("textbox", { name: "Body" }));
    await userEvent.keyboard("@Na");
    expect(screen.getByRole("listbox", { name: "Placeholders" })).toBeVisible();
    act(() => queryButton("Only if…")?.focus());
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("offers no comparison for a date", async () => {
    show("<p>a</p>", { variables: [{ ...aVariable("Due"), type: "date" }] });
    await clickButton("Only if…");
    const conditions = within(screen.getByRole("dialog", { name: "Condition" }));
    expect(conditions.getAllByRole("radio")).toHaveLength(4);
    await userEvent.click(conditions.getByRole("button", { name: "Date: Due" }));
    expect(conditions.getAllByRole("radio")).toHaveLength(2);
  });

  it("can't be edited while it is disabled", () => {
    show("<p>Hi {{Name}}</p>", { disabled: true });
    const usable = screen
      .getAllByRole<HTMLButtonElement>("button")
      .filter(({ disabled }) => !disabled);
    expect(usable).toEqual([]);
    expect(screen.getByRole("textbox", { name: "Body" }).getAttribute("contenteditable")).toBe(
      "false",
    );
    fireEvent.click(screen.getByRole("img", { name: "Text placeholder Name" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("makes links of addresses only", async () => {
    const { latest } = show("<p>a</p>");
    await clickButton("Link");
    const link = within(screen.getByRole("dialog", { name: "Link" }));
    await userEvent.type(link.getByLabelText("Link to"), "javascript:alert(1){Enter}");
    expect(
      link.getByText("Enter a web address, email address or phone number."),
    ).toBeInTheDocument();
    await userEvent.clear(link.getByLabelText("Link to"));
    await userEvent.type(link.getByLabelText("Link to"), "example.com{Enter}");
    expect(latest.body).toContain('<a href="https://example.com">https://example.com</a>');
  });

  it("shows a table's buttons while the cursor is in one, and disables tools that cells can't have", async () => {
    const { latest } = show("<table><tbody><tr><td>a</td></tr></tbody></table><p>b</p>");
    const text = screen.getByRole("textbox", { name: "Body" });
    expect(screen.queryByRole("group", { name: "Table" })).toBeNull();
    document.getSelection()?.collapse(text.querySelector("td p")?.firstChild ?? null, 1);
    fireEvent(document, new Event("selectionchange"));
    const table = within(await screen.findByRole("group", { name: "Table" }));
    const names = table.getAllByRole("button").map(({ textContent }) => textContent);
    expect(names).toEqual(["Add row", "Remove row", "Add column", "Remove column", "Delete table"]);
    expect(screen.getByRole("combobox", { name: "Heading" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Bullet list" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Bold" })).toBeEnabled();
    expect(text).toHaveAccessibleDescription(
      /Press Tab to go to the next cell, or Alt\+F10 to go to the table buttons/,
    );
    fireEvent.keyDown(text, { key: "F10", altKey: true });
    expect(table.getByRole("button", { name: "Add row" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(latest.body).toBe(
      "<table><tbody><tr><td>a</td></tr><tr><td></td></tr></tbody></table><p>b</p>",
    );
    expect(text).toHaveFocus();
    await userEvent.click(table.getByRole("button", { name: "Delete table" }));
    expect(latest.body).toBe("<p>b</p>");
    expect(screen.queryByRole("group", { name: "Table" })).toBeNull();
  });

  it("names the parts that a paste lost, until the next change", () => {
    show("<p>a</p>");
    const text = screen.getByRole("textbox", { name: "Body" });
    fireEvent.click(screen.getByText("Body"));
    const html = `<table><tr>${"<td>1</td>".repeat(51)}</tr></table>`;
    paste(text, { "text/html": html, "text/plain": "1" });
    expect(screen.getByRole("status")).toHaveTextContent(
      /^The table is too large: at most 50 columns/,
    );
    paste(text, { "text/plain": "b" });
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });
});
