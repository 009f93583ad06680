import { MAX_VALUE_LENGTH } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { gridWidths } from "./gridWidths.ts";
import { guessedLetters } from "./letters.ts";
import { ROW, rowHeight, textLines } from "./rowHeight.ts";
import { blankViews, type CellProblem, rowViews } from "./rowView.ts";
import type { ShownColumn } from "./shownColumns.ts";
import { aList } from "./tableTesting.tsx";

const column = (header: string, isAddress = false): ShownColumn => ({
  header,
  isAddress,
  variables: isAddress ? [] : [aVariable(header)],
  copies: [],
});
const columns = [column("Email", true), column("Name"), column("City")];

describe("the layout of the grid", () => {
  it.each([
    ["", 10, 1],
    ["short", 10, 1],
    ["two words", 5, 2],
    ["ab cd ef", 5, 2],
    ["a-word-that-is-longer-than-any-line-of-this-width", 16, 4],
    ["and a-word-that-is-longer-than-any-line", 16, 4],
  ])("breaks %j into lines of %i letters", (text, width, lines) => {
    expect(textLines(text, width, () => 1)).toBe(lines);
  });

  const widthsOf = (
    width: number,
    texts: Record<string, string[]> = {},
    problemColumns: string[] = [],
    hasFiles = false,
  ) =>
    gridWidths({
      columns,
      width,
      letters: guessedLetters,
      hasFiles,
      actions: 1,
      textsOf: ({ header }) => texts[header] ?? [],
      problemColumns: new Set(problemColumns),
    });

  it("divides the full width between the columns by their content", () => {
    const texts = {
      Email: ["ann@example.org"],
      Name: ["Ann", "Bartholomea Featherstonehaugh"],
      City: ["Ely"],
    };
    const { number, columns: all, actions } = widthsOf(900, texts);
    const whole = number + actions + all.reduce((sum, one) => sum + one, 0);
    expect(whole).toBeGreaterThan(890);
    expect(whole).toBeLessThanOrEqual(898);
    const [address = 0, name = 0, city = 0] = all;
    expect(address).toBeGreaterThan(city);
    expect(name).toBeGreaterThan(city);
  });

  it("finds the longest word of the longest texts that a list can have", () => {
    const texts = { Name: Array.from({ length: 100 }, () => "a ".repeat(MAX_VALUE_LENGTH / 2)) };
    const [, name = 0, city = 0] = widthsOf(900, texts).columns;
    expect(name).toBeGreaterThan(city);
  });

  it("leaves room for a column with the files of rows", () => {
    const { number, columns: all, files, actions } = widthsOf(900, {}, [], true);
    expect(files).toBeGreaterThan(100);
    const whole = number + files + actions + all.reduce((sum, one) => sum + one, 0);
    expect(whole).toBeLessThanOrEqual(898);
    expect(widthsOf(900).files).toBe(0);
  });

  it("makes no column too narrow to read, and one with a problem wide enough for its words", () => {
    const texts = { Email: ["ann@example.org"], Name: ["x"], City: [] };
    const [address, name, city] = widthsOf(200, texts).columns;
    expect(address).toBeGreaterThanOrEqual(130);
    expect(name).toBeLessThan(90);
    // Its future content isn't known.
    expect(city).toBeGreaterThanOrEqual(90);
    expect(widthsOf(200, texts, ["Name"]).columns[1]).toBeGreaterThanOrEqual(90);
  });

  it("makes a row as tall as its content", () => {
    const widths = { number: 44, columns: [300, 250, 250], files: 0, actions: 40 };
    const positions = new Map(columns.map(({ header }, index) => [header, index]));
    const formats = { dateFormat: "long", timeFormat: "12hr" } as const;
    const layout = { columns, positions, formats, widths, letters: guessedLetters };
    const skipped = aList(["Email", "Name", "City"], [["ann@example.org", "Ann", "Delft"]], {
      skipped: "by_hand",
    });
    const heightOf = (list = skipped) => {
      const headers = columns.map(({ header }) => header);
      const [view] = rowViews(
        { list, check: null, headers, limit: 9, variables: [], isAsked: false },
        new WeakMap(),
      );
      return view && rowHeight(view, layout);
    };
    const [blank] = blankViews(skipped, 9);
    expect(blank && rowHeight(blank, layout)).toBe(ROW);
    expect(heightOf()).toBeGreaterThan(ROW);
    const long = `${"a".repeat(40)}@${"b".repeat(40)}.example.org`;
    const withCells = (...cells: string[]) =>
      heightOf(aList(["Email", "Name", "City"], [cells])) ?? 0;
    expect(withCells(long, "Ann", "Delft")).toBeGreaterThanOrEqual(ROW + 2 * 18);
    // 30 letters fit in the column, but not if it breaks only after the @ and the dots.
    expect(withCells("maximiliane.w@wwww-wwwww.mmm.org", "Ann", "Delft")).toBeGreaterThan(ROW);
    expect(
      withCells("ann@example.org", "Donaudampfschifffahrtsgesellschaftskapitaensmuetze", "Delft"),
    ).toBeGreaterThan(ROW);
    expect(withCells("ann@example.org", "Ann", "x ".repeat(5_000))).toBe(ROW + 18);
  });

  it("gives a problem two lines at most, however narrow its column", () => {
    const positions = new Map(columns.map(({ header }, index) => [header, index]));
    const formats = { dateFormat: "long", timeFormat: "12hr" } as const;
    const list = aList(["Email", "Name", "City"], [["ann@example.org", "Ann", "Delft"]], {});
    const heightOf = (message: string, more: Partial<CellProblem> = {}) => {
      const headers = columns.map(({ header }) => header);
      const [view] = rowViews(
        { list, check: null, headers, limit: 9, variables: [], isAsked: false },
        new WeakMap(),
      );
      const problem = {
        kind: "option",
        tone: "error",
        isToFill: false,
        message,
        suggestion: null,
        answers: [],
        ...more,
      } as const;
      const widths = { number: 44, columns: [300, 90, 90], files: 0, actions: 40 };
      const layout = { columns, positions, formats, widths, letters: guessedLetters };
      return view && rowHeight({ ...view, problems: new Map([["Name", [problem]]]) }, layout);
    };
    expect(heightOf("A long sentence about a value")).toBe(heightOf("So much to say ".repeat(20)));
    expect(heightOf("Short")).toBeLessThan(heightOf("So much to say ".repeat(20)) ?? 0);
    // A button below another isn't cut off.
    const [one, two] = [[], ["as_typed"] as const].map((answers) =>
      heightOf("Short", { suggestion: "ann@example.org", answers }),
    );
    expect((two ?? 0) - (one ?? 0)).toBe(34);
  });
});
