import type { Variable } from "@sendwright/core/contract";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { EDITOR_FORMS } from "../editorForms.tsx";
import { SubjectField, type SubjectFieldProps } from "./SubjectField.tsx";

// As on the page, where they load soon after the editor.
beforeAll(() => Promise.all(EDITOR_FORMS.map((form) => form.preload())));

const NAME: Variable = {
  name: "Name",
  type: "text",
  options: [],
  fallback: "there",
  required: false,
};

type Props = Pick<SubjectFieldProps, "variables" | "columns">;

/** A page that stores the field's value. */
function Page({ subject, ...props }: Props & { subject: string }) {
  const [value, setValue] = useState(subject);
  const warnings = { warnings: [`Note about ${value}`], lookAlikes: [] };
  return (
    <SubjectField
      label="Subject Line"
      value={value}
      onChange={setValue}
      warnings={warnings}
      {...props}
    />
  );
}

function show(subject: string, variables: Variable[] = [], columns: Props["columns"] = []) {
  const { container } = render(<Page subject={subject} variables={variables} columns={columns} />);
  const input = screen.getByLabelText<HTMLInputElement>("Subject Line");
  const marks = () =>
    [...container.querySelectorAll("mark")].map((mark) => [mark.textContent, mark.dataset.kind]);
  return { input, marks };
}

describe("the subject's field", () => {
  it("tints placeholders, and text that only looks like one", () => {
    const { marks } = show("{{Name}} at {{Hour|time}} {{#Note}}x{{/Note}} {{open");
    expect(marks()).toEqual([
      ["{{Name}}", "placeholder"],
      ["{{Hour|time}}", "placeholder"],
      ["{{#Note}}", "open"],
      ["{{/Note}}", "close"],
      ["{{open", "refused"],
    ]);
  });

  it("offers the template's placeholders at two braces, like the body", async () => {
    const { input } = show("Hello ", [NAME]);
    await userEvent.type(input, "{{{{");
    expect(screen.getByRole("option", { name: "Text: Name" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await userEvent.keyboard("{Enter}");
    expect(input.value).toBe("Hello {{Name}}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(input).toHaveFocus();
  });

  it("keeps its notes while you type in braces, and updates them once you leave the braces", async () => {
    const { input } = show("Hi ", [NAME]);
    await userEvent.type(input, "{{{{Na");
    expect(screen.getByText("Note about Hi {")).toBeVisible();
    await userEvent.type(input, "me}}");
    expect(screen.getByText("Note about Hi {{Name}}")).toBeVisible();
    await userEvent.type(input, " {{{{x");
    await userEvent.click(document.body);
    expect(screen.getByText("Note about Hi {{Name}} {{x")).toBeVisible();
  });

  it("tints a placeholder without a type as its variable's", () => {
    const { input } = show("{{Due}}", [{ ...NAME, name: "Due", type: "date" }]);
    const [mark] = document.querySelectorAll<HTMLElement>("mark");
    expect(mark?.style.background).toBe("var(--datetime-tint)");
    expect(input.value).toBe("{{Due}}");
  });

  it("leaves Tab alone behind a lone @", async () => {
    const { input } = show("", [NAME]);
    await userEvent.type(input, "a @");
    await userEvent.tab();
    expect(input.value).toBe("a @");
    expect(input).not.toHaveFocus();
  });

  it.each([
    ["at an @", "Hi @", true],
    ["at an @ and a part of a name", "(@na", true],
    ["but not at an @ that begins no name", "Hi @bob", false],
    ["but not in an address", "ann@", false],
    ["but not after an @ with a space", "@ n", false],
  ])("offers placeholders %s", async (_, text, isOffered) => {
    const { input } = show("", [NAME]);
    await userEvent.type(input, text);
    expect(screen.queryAllByRole("option", { name: "Text: Name" })).toHaveLength(isOffered ? 1 : 0);
    if (!isOffered) return;
    await userEvent.keyboard("{Enter}");
    expect(input.value).toBe(`${text.slice(0, text.indexOf("@"))}{{Name}}`);
  });

  it("offers a new placeholder at an @ that begins no name, and leaves Enter and Tab to the text", async () => {
    const { input } = show("", [NAME]);
    await userEvent.type(input, "Hi @First Room");
    expect(
      screen.getByRole("option", { name: 'New placeholder "First Room"…', selected: false }),
    ).toBeVisible();
    expect(input).not.toHaveAttribute("aria-activedescendant");
    await userEvent.keyboard("{Enter}");
    expect(input.value).toBe("Hi @First Room");
    await userEvent.keyboard("{ArrowDown}");
    expect(screen.getByRole("option", { selected: true })).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByRole("dialog")).toBeVisible();
  });

  it("offers nothing at an @ before more words than a name has", async () => {
    const { input } = show("", [NAME]);
    await userEvent.type(input, "Hi @bob and the others");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("offers the list's columns after the placeholders, each with its type and once", async () => {
    const { input } = show(
      "",
      [NAME],
      [
        { ...NAME, type: "text" },
        { ...NAME, name: "Due", type: "date" },
      ],
    );
    await userEvent.type(input, "@");
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Text: Name",
      "Date: Due",
      "New placeholder…",
    ]);
    await userEvent.keyboard("du{Enter}");
    expect(input.value).toBe("{{Due|date}}");
  });

  it("asks for a new placeholder that was begun", async () => {
    const { input } = show("");
    await userEvent.type(input, "{{{{Du{Enter}");
    const form = within(screen.getByRole("dialog", { name: "Placeholder" }));
    expect(form.getByLabelText("Name")).toHaveValue("Du");
    await userEvent.type(form.getByLabelText("Name"), "e{Enter}");
    expect(input.value).toBe("{{Due}}");
  });

  it("offers names that begin with the typed text before those that contain it", async () => {
    const { input } = show("", [
      { ...NAME, name: "First Name" },
      { ...NAME, name: "Amount" },
    ]);
    await userEvent.type(input, "@am");
    const offered = screen.getAllByRole("option").map(({ textContent }) => textContent);
    expect(offered).toEqual(["Text: Amount", "Text: First Name", 'New placeholder "am"…']);
  });

  it("closes its list at Escape, and nothing else hears of that", async () => {
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard);
    const { input } = show("", [NAME]);
    await userEvent.type(input, "{{{{");
    heard.mockClear();
    await userEvent.keyboard("{Escape}");
    document.body.removeEventListener("keydown", heard);
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(heard).not.toHaveBeenCalled();
  });

  it("does not ask again after Cancel in the form that its list opened, until other braces are begun", async () => {
    const { input } = show("");
    await userEvent.type(input, "{{{{Du{Enter}");
    const form = within(screen.getByRole("dialog", { name: "Placeholder" }));
    await userEvent.click(form.getByRole("button", { name: "Cancel" }));
    expect(input).toHaveFocus();
    await userEvent.keyboard("e");
    expect(screen.queryByRole("listbox")).toBeNull();
    await userEvent.keyboard("}} {{{{");
    expect(screen.getByRole("listbox", { name: "Placeholders" })).toBeInTheDocument();
  });

  it("inserts a variable of the template at the cursor", async () => {
    const { input } = show("Hello , bye", [NAME]);
    input.setSelectionRange(6, 6);
    await userEvent.click(screen.getByRole("button", { name: "Insert placeholder" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Text: Name" }));
    expect(input.value).toBe("Hello {{Name}}, bye");
    expect(document.activeElement).toBe(input);
    expect(input.selectionStart).toBe("Hello {{Name}}".length);
  });

  it("replaces the selection with a new placeholder", async () => {
    const { input } = show("On DAY");
    input.setSelectionRange(3, 6);
    await userEvent.click(screen.getByRole("button", { name: "Insert placeholder" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "New date placeholder" }));
    const form = within(screen.getByRole("dialog", { name: "Placeholder" }));
    await userEvent.type(form.getByLabelText("Name"), "Due{Enter}");
    expect(input.value).toBe("On {{Due|date}}");
  });
});
