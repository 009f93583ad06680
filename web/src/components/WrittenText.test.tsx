import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { WrittenText, writtenWords } from "./WrittenText.tsx";

const SUBJECT = "Team lunch on {{Day|date}}{{#Place}} in {{Place|text:Delft}}{{/Place}} {{open";
const WORDS = "Team lunch on Day in Place {{open";

it("shows placeholders by their names, and nothing of the conditions", () => {
  const { container } = render(<WrittenText text={SUBJECT} />);
  expect(container.textContent).toBe(WORDS);
  expect([...container.querySelectorAll("span")].map(({ textContent }) => textContent)).toEqual([
    "Day",
    "Place",
  ]);
});

it("says which placeholder is a total", () => {
  expect(writtenWords("Lunch: {{Amount|sum:0}}")).toBe("Lunch: Amount total");
});

it("reads the same where only plain text is possible", () => {
  expect(writtenWords(SUBJECT)).toBe(WORDS);
});
