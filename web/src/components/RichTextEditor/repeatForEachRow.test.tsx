import type { Variable } from "@sendwright/core/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { button, clickButton, queryButton } from "../../testing/buttons.ts";
import { EDITOR_FORMS } from "../editorForms.tsx";
import { showEmail } from "./emailTesting.tsx";

beforeAll(() => Promise.all(EDITOR_FORMS.map((form) => form.preload())));

const PART = "<p>{{#rows}}</p><p>{{Child}}: {{Amount}}</p><p>{{/rows}}</p>";
const repeatButton = () => button("Repeat for each row");
const part = () => within(screen.getByRole("dialog", { name: "Repeated part" }));
const form = () => within(screen.getByRole("dialog", { name: "Placeholder" }));
const textOf = (name: string) => screen.getByRole("img", { name: `Text placeholder ${name}` });

describe("Repeat for each row", () => {
  it("repeats the line at the cursor; a click on either end removes both", async () => {
    const { shown, body } = showEmail({ body: "<p>{{Child}}: {{Amount}}</p>" });
    expect(repeatButton()).toHaveAttribute("aria-disabled", "false");
    await userEvent.click(repeatButton());
    await waitFor(() => expect(shown.body).toBe(PART));
    expect(body).toHaveFocus();
    fireEvent.click(screen.getByRole("img", { name: "Repeated part for each row" }));
    expect(part().getByText(/Rows with the same address are one email/)).toBeVisible();
    await userEvent.click(part().getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(shown.body).toBe(PART);
    fireEvent.click(screen.getByRole("img", { name: "Repeated part end" }));
    await userEvent.click(part().getByRole("button", { name: "Don't repeat" }));
    await waitFor(() => expect(shown.body).toBe("<p>{{Child}}: {{Amount}}</p>"));
    expect(body).toHaveFocus();
  });

  it("works with the keyboard alone, and undo takes it back", async () => {
    const { shown, body } = showEmail({ body: "<p>{{Child}}</p>" });
    repeatButton().focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(shown.body).toContain("{{#rows}}"));
    fireEvent.keyDown(body, { key: "z", ctrlKey: true });
    await waitFor(() => expect(shown.body).toBe("<p>{{Child}}</p>"));
  });

  it("says why it can't, and changes nothing", async () => {
    const { shown } = showEmail({ body: "<pre>{{Child}}\n</pre>" });
    await waitFor(() => expect(repeatButton()).toHaveAttribute("aria-disabled", "true"));
    expect(repeatButton()).toHaveAccessibleDescription("Lines of code can't repeat.");
    await userEvent.click(repeatButton());
    expect(screen.getByText("Lines of code can't repeat.")).toBeVisible();
    expect(shown.body).toBe("<pre>{{Child}}\n</pre>");
  });

  it("removes the end that has lost the other", async () => {
    const { shown } = showEmail({ body: "<p>{{#rows}}</p><p>a</p>" });
    expect(screen.getByText(/"{{#rows}}" is not closed/)).toBeVisible();
    fireEvent.click(screen.getByRole("img", { name: "Repeated part for each row" }));
    await userEvent.click(part().getByRole("button", { name: "Don't repeat" }));
    await waitFor(() => expect(shown.body).toBe("<p>a</p>"));
  });

  it("warns of it in a subject", () => {
    showEmail({ subject: "{{#rows}}a{{/rows}}", body: "<p>b</p>" });
    expect(screen.getByText(/"{{#rows}}" repeats only a part of the body/)).toBeVisible();
  });
});

describe("a total", () => {
  it("is a choice of a text placeholder outside of the repeated part", async () => {
    const { shown } = showEmail({ body: `${PART}<p>{{Amount}}</p>` });
    const [inside, outside] = screen.getAllByRole("img", { name: "Text placeholder Amount" });
    fireEvent.click(inside as Element);
    expect(form().queryByLabelText("Total of all rows")).toBeNull();
    await userEvent.click(form().getByRole("button", { name: "Cancel" }));
    fireEvent.click(outside as Element);
    await userEvent.click(form().getByRole("radio", { name: "Date" }));
    expect(form().queryByLabelText("Total of all rows")).toBeNull();
    await userEvent.click(form().getByRole("radio", { name: "Text" }));
    await userEvent.click(form().getByLabelText("Total of all rows"));
    expect(form().getByText("{{Amount|sum}}")).toBeVisible();
    expect(form().queryByLabelText("Use this instead")).toBeNull();
    await userEvent.click(form().getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown.body).toBe(`${PART}<p>{{Amount|sum}}</p>`));
    expect(textOf("Amount total")).toHaveTextContent("Amount · total");

    fireEvent.click(textOf("Amount total"));
    expect(form().getByLabelText("Total of all rows")).toBeChecked();
    await userEvent.click(form().getByLabelText("Count it as 0"));
    await userEvent.click(form().getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown.body).toBe(`${PART}<p>{{Amount|sum:0}}</p>`));

    fireEvent.click(textOf("Amount total"));
    expect(form().getByLabelText("Count it as 0")).toBeChecked();
    await userEvent.click(form().getByLabelText("Total of all rows"));
    await userEvent.click(form().getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown.body).toBe(`${PART}<p>{{Amount}}</p>`));
  });

  it("isn't offered where no part repeats", async () => {
    showEmail({ body: "<p>{{Amount}}</p>" });
    fireEvent.click(textOf("Amount"));
    expect(form().queryByLabelText("Total of all rows")).toBeNull();
    await userEvent.click(form().getByRole("button", { name: "Cancel" }));
    await clickButton("Insert placeholder");
    expect(screen.queryByRole("menuitem", { name: "Total of all rows" })).toBeNull();
  });

  it("can be in the subject, from its menu", async () => {
    const { shown } = showEmail({ subject: "", body: PART });
    await clickButton("Insert placeholder");
    await userEvent.click(screen.getByRole("menuitem", { name: "Total of all rows" }));
    expect(form().getByLabelText("Total of all rows")).toBeChecked();
    await userEvent.type(form().getByLabelText("Name"), "Amount{Enter}");
    await waitFor(() => expect(shown.subject).toBe("{{Amount|sum}}"));
  });

  it("that the email has is in the subject with two clicks", async () => {
    const { shown } = showEmail({ body: `${PART}<p>{{Amount|sum}}</p>` });
    await clickButton("Insert placeholder");
    await userEvent.click(screen.getByRole("menuitem", { name: /Amount.*total$/ }));
    await waitFor(() => expect(shown.subject).toBe("{{Amount|sum}}"));
    expect(screen.queryByText(/one row/)).toBeNull();
  });

  it("shows the choice for a blank that the name has in the email", async () => {
    const { shown } = showEmail({ body: `${PART}<p>{{Amount|sum:0}}</p>` });
    await clickButton("Insert placeholder");
    await userEvent.click(screen.getByRole("menuitem", { name: "Total of all rows" }));
    expect(form().getByLabelText(/^Required/)).toBeChecked();
    await userEvent.type(form().getByLabelText("Name"), "Amount");
    expect(form().getByLabelText("Count it as 0")).toBeChecked();
    await userEvent.click(form().getByRole("button", { name: "Insert" }));
    await waitFor(() => expect(shown.subject).toBe("{{Amount|sum:0}}"));
  });
});

describe("the offer to repeat lines", () => {
  const NAMES: readonly Variable["name"][] = ["Child", "Amount"];
  const BODY = "<p>Dear {{Parent}},</p><p>{{Child}}: {{Amount}}</p>";
  const offer = () => screen.queryByText(/Repeat this line for each row\?/);
  const press = (name: string) => clickButton(name);

  it("shows the lines, repeats them with one click, and is gone then; undo brings both back", async () => {
    const { shown, body } = showEmail({ body: BODY }, { names: NAMES });
    expect(offer()).toBeVisible();
    expect(screen.getByRole("listitem")).toHaveTextContent("{{Child}}: {{Amount}}");
    await press("Repeat");
    await waitFor(() => expect(shown.body).toBe(`<p>Dear {{Parent}},</p>${PART}`));
    expect(offer()).toBeNull();
    fireEvent.keyDown(body, { key: "z", ctrlKey: true });
    await waitFor(() => expect(shown.body).toBe(BODY));
    expect(offer()).toBeVisible();
  });

  it("goes with Close, and changes nothing", async () => {
    const { shown } = showEmail({ body: BODY }, { names: NAMES });
    await press("Close");
    expect(offer()).toBeNull();
    expect(shown.body).toBe(BODY);
  });

  it("says that the subject can't differ, until it doesn't", async () => {
    showEmail(
      { subject: "For {{Child}}", body: `<p>Dear {{Parent}},</p>${PART}` },
      { names: NAMES },
    );
    const sentence =
      "The subject is the same for all rows of an email, so it can't have {{Child}}. Take it out, or use a total.";
    expect(screen.getByText(sentence)).toBeVisible();
    expect(queryButton("Repeat")).toBeNull();
    fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "For you" } });
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it("shows five lines and the number of the others", () => {
    const lines = Array.from({ length: 8 }, () => "<p>{{Child}}</p>").join("");
    showEmail({ body: lines }, { names: NAMES });
    expect(screen.getByText(/Repeat these lines for each row\?/)).toBeVisible();
    expect(screen.getAllByRole("listitem").at(-1)).toHaveTextContent("and 3 more");
  });

  it("isn't there if nothing differs", () => {
    showEmail({ body: `<p>Dear {{Parent}},</p>${PART}` }, { names: NAMES });
    expect(offer()).toBeNull();
    expect(queryButton("Close")).toBeNull();
  });
});
