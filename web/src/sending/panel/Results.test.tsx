import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import { Results } from "./Results.tsx";

const { results } = aSendAnswer("send-0001", { "ann@x.org": "sent", "bo@x.org": "failed" });
const withLines = results.map((result) => ({ ...result, line: result.row + 1 }));

it.each([
  [results, "Row/N counts your recipients."],
  [withLines, "Row/N is the row of your list, with its line in your file."],
])("says once what Row/N is: %#", (shown, words) => {
  render(<Results results={shown} />);
  expect(screen.getAllByText(/^Row\/N ./).map(({ textContent }) => textContent)).toEqual([words]);
});

it("says nothing about Row/N beside a single row", () => {
  render(<Results results={withLines.slice(0, 1)} />);
  expect(screen.queryByText(/^Row\/N ./)).toBeNull();
});
