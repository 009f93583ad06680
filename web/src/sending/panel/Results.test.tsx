import type { RowResult } from "@sendwright/core/contract";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import { Results, useResultSearch } from "./Results.tsx";

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

it("a row has 10 elements: more make each scrolled screen slower", () => {
  const sent = aSendAnswer("one", { "ann@example.org": "sent" }, { kind: "csv" });
  render(<Results results={sent.results} />);
  expect(screen.getAllByRole("row")[1]?.querySelectorAll("*")).toHaveLength(10);
});

describe("choosing people", () => {
  const user = userEvent.setup();

  /** Results while someone is choosing; returns the rows chosen so far. */
  function choosing(shown: readonly RowResult[]) {
    let chosen: ReadonlySet<number> = new Set();
    const Choosing = () => {
      const [rows, setRows] = useState(chosen);
      chosen = rows;
      const choose = (some: readonly number[], isChosen: boolean) => {
        const left = [...rows].filter((row) => !some.includes(row));
        setRows(new Set(isChosen ? [...left, ...some] : left));
      };
      return (
        <Results
          results={shown}
          search={useResultSearch(shown)}
          choice={{ rows, choose }}
          chooser={(chosen) => chosen}
        />
      );
    };
    render(<Choosing />);
    return () => [...chosen];
  }
  const boxes = () =>
    screen.queryAllByRole("checkbox").map((box) => box.getAttribute("aria-label") ?? "");
  const search = (sought: string) =>
    user.type(screen.getByRole("searchbox", { name: "Search people" }), sought);
  const said = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

  const FAMILY: RowResult[] = [
    { row: 1, line: 2, recipient: "meyer@x.org", name: "Ann", status: "sent", reason: "" },
    { row: 2, line: 3, recipient: "meyer@x.org", name: "Mia", status: "sent", reason: "" },
    { row: 3, line: 4, recipient: "di@x.org", status: "sent", reason: "" },
    { row: 4, line: 5, recipient: "di@x.org", status: "sent", reason: "" },
    { row: 5, line: 6, recipient: "bo@x.org", status: "failed", reason: "No." },
    { row: 6, line: 7, recipient: "cy@x.org", status: "warning", reason: "Who knows." },
    { row: 7, line: 8, recipient: "ed@x.org", status: "skipped", reason: "No." },
  ].map((row) => ({ ...row, ...(row.row === 2 && { joined_to: 1 }) }) as RowResult);

  it("offers each email that was sent, with its row, so that equal addresses differ", () => {
    choosing(FAMILY);
    expect(boxes()).toEqual(["1: Ann (meyer@x.org)", "3: di@x.org", "4: di@x.org"]);
  });

  it("finds the email of someone who shares it", async () => {
    const chosen = choosing(FAMILY);
    await search("Mia");
    await user.click(screen.getByRole("checkbox", { name: "1: Ann (meyer@x.org)" }));
    expect(chosen()).toEqual([1]);
    expect(boxes()).toHaveLength(1);
    expect(screen.getByRole("searchbox")).toHaveAccessibleDescription("2 rows of 7");
  });

  it("keeps those whom a search or a filter hides, and counts them", async () => {
    const chosen = choosing(FAMILY);
    await user.click(screen.getByRole("checkbox", { name: "3: di@x.org" }));
    await user.click(screen.getByRole("checkbox", { name: "1: Ann (meyer@x.org)" }));
    expect(said()).toEqual(["2 chosen"]);
    await search("Ann");
    expect(said()).toContain("2 chosen, 1 not shown");
    await user.clear(screen.getByRole("searchbox"));
    await user.click(screen.getByRole("button", { name: "Failed 1" }));
    expect(said()).toEqual(["2 chosen, 2 not shown"]);
    await user.click(screen.getByRole("button", { name: "All 6" }));
    expect(screen.getByRole("checkbox", { name: "3: di@x.org" })).toBeChecked();
    await user.click(screen.getByRole("checkbox", { name: "3: di@x.org" }));
    expect(chosen()).toEqual([1]);
  });

  it("chooses all in the table, and counts those below the last row as not shown", async () => {
    const many = Array.from({ length: 260 }, (_, i): RowResult => {
      return { row: i + 1, line: null, recipient: `p${i + 1}@x.org`, status: "sent", reason: "" };
    });
    const chosen = choosing(many);
    await search("p26");
    await user.click(screen.getByRole("button", { name: "Choose all 2 shown" }));
    expect(chosen()).toEqual([26, 260]);
    expect(screen.queryByRole("button", { name: /^Choose all/ })).toBeNull();
    await user.clear(screen.getByRole("searchbox"));
    expect(said()).toEqual(["2 chosen, 1 not shown"]);
    await user.click(screen.getByRole("button", { name: "Choose all 250 shown" }));
    expect(chosen()).toHaveLength(251);
    await user.click(screen.getByRole("button", { name: "Show more rows" }));
    expect(said()).toEqual(["251 chosen"]);
  });
});
