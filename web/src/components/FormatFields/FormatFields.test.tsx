import { DATE_LANGUAGES } from "@sendwright/core/contract";
import type { Formats } from "@sendwright/core/dates/formats";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { button, clickButton, queryButton } from "../../testing/buttons.ts";
import { aVariable } from "../../testing/templateFactories.ts";
import { EDITOR_FORMS } from "../editorForms.tsx";
import { FormatFields, localDateFormat } from "./FormatFields.tsx";

// As on the page, where they load soon after the editor.
beforeAll(() => Promise.all(EDITOR_FORMS.map((form) => form.preload())));

const BOTH = [aVariable("Due", { type: "date" }), aVariable("At", { type: "time" })];

function Fields({ initial = {} }: { initial?: Partial<Formats> }) {
  const [values, setValues] = useState<Formats>({
    dateFormat: "mmddyyyy",
    timeFormat: "12hr",
    ...initial,
  });
  return (
    <FormatFields
      values={values}
      onChange={(change) => setValues((now) => ({ ...now, ...change }))}
      variables={BOTH}
    />
  );
}

it("offers every format as a day written that way, and shows beside the choice what it makes", async () => {
  render(<Fields />);
  expect(screen.getByText("31 January 2025 is written 01/31/2025.")).toBeInTheDocument();
  await userEvent.click(screen.getByLabelText("Date Format"));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "01/31/2025 (month/day/year)",
    "January 31, 2025 (in words)",
    "31/01/2025 (day/month/year)",
    "2025-01-31 (year-month-day)",
    "31.01.2025 (day.month.year)",
  ]);
  await userEvent.click(screen.getByRole("option", { name: /^31\.01\.2025/ }));
  expect(screen.getByText("31 January 2025 is written 31.01.2025.")).toBeInTheDocument();
});

it("is one click away from words, and one back, with the focus where it was", async () => {
  render(<Fields initial={{ dateFormat: "ddmmyyyy" }} />);
  await clickButton("In words: January 31, 2025");
  expect(screen.getByText("31 January 2025 is written January 31, 2025.")).toBeInTheDocument();
  const back = button("In numbers: 31/01/2025");
  expect(back).toHaveFocus();
  await userEvent.click(back);
  expect(screen.getByText("31 January 2025 is written 31/01/2025.")).toBeInTheDocument();
});

it.each([
  ["en-US", "mmddyyyy"],
  ["en-GB", "ddmmyyyy"],
  ["de-DE", "dmy_dots"],
  ["sv-SE", "iso"],
  ["nl-NL", null],
])("knows how %s writes a date: %s", (language, format) => {
  expect(localDateFormat(language)).toBe(format);
});

it("is one click away from the format of the person's language if that differs", async () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("de-DE");
  render(<Fields />);
  const local = button("As in your language: 31.01.2025");
  // The first of the two, before the eyes as before the keyboard.
  expect(local.compareDocumentPosition(button(/^In words/))).toBe(4);
  await userEvent.click(local);
  expect(screen.getByText("31 January 2025 is written 31.01.2025.")).toBeInTheDocument();
  expect(queryButton(/As in your language/)).toBeNull();
  expect(button("In words: January 31, 2025")).toHaveFocus();
});

it("offers language and day of the week only in words, and shows what they make", async () => {
  render(<Fields />);
  expect(screen.queryByLabelText("Language of dates")).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
  await clickButton(/^In words/);
  expect(screen.getByLabelText("Language of dates")).toHaveTextContent(
    "American English: January 31, 2025",
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "With the day of the week" }));
  await userEvent.click(screen.getByLabelText("Language of dates"));
  const options = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(options).toHaveLength(DATE_LANGUAGES.length + 1);
  expect(options).toEqual([...options].sort());
  await userEvent.click(screen.getByRole("option", { name: "German: Freitag, 31. Januar 2025" }));
  expect(
    screen.getByText("31 January 2025 is written Freitag, 31. Januar 2025."),
  ).toBeInTheDocument();
  // Numbers have no language; it is still there on the way back.
  await clickButton("In numbers: 01/31/2025");
  expect(screen.queryByLabelText("Language of dates")).toBeNull();
  await clickButton("In words: Freitag, 31. Januar 2025");
  expect(screen.getByLabelText("Language of dates")).toHaveTextContent("German");
});

it("shows a language that only a later version offers, and goes back to the first", async () => {
  render(<Fields initial={{ dateFormat: "long", date_language: "is" }} />);
  expect(screen.getByLabelText("Language of dates")).toHaveTextContent(
    "Icelandic: 31. janúar 2025",
  );
  await userEvent.click(screen.getByLabelText("Language of dates"));
  await userEvent.click(screen.getByRole("option", { name: /^American English/ }));
  expect(screen.getByText("31 January 2025 is written January 31, 2025.")).toBeInTheDocument();
});
