import { expect, test } from "vitest";
import { files, read } from "../test/repository.ts";
import { figuresPage, lineOf, valuesOn } from "./figures.ts";
import type { MeasuredRow } from "./measure.ts";

const row = (parts: Partial<MeasuredRow>): MeasuredRow => ({
  name: "engine-loops",
  what: "emails a second",
  unit: "times",
  value: 0.8,
  least: 0.7,
  most: 0.9,
  decision: "look",
  at: "2026-11-26T12:00:00.000Z",
  ...parts,
});

test.each([
  [{ value: 0.8, atLeast: 0.8 }, "goal at least 0.8: yes"],
  [{ value: 0.79, atLeast: 0.8 }, "goal at least 0.8: no"],
  [{ value: 0.7996, atLeast: 0.8 }, "goal at least 0.8: yes"],
  [{ value: 1.2, atMost: 1.2 }, "goal at most 1.2: yes"],
  [{ value: 1.21, atMost: 1.2 }, "goal at most 1.2: no"],
])("a row of %o reaches its goal or not, by the digits that are shown", (parts, expected) => {
  expect(lineOf(row(parts)).split(", ").at(-1)).toBe(expected);
});

test("a page's values are those that the next page has as before, of several rounds or one", () => {
  const rows = [
    row({ atLeast: 0.8 }),
    row({ name: "engine-growth", atMost: 1.1, rounds: 1, value: 0.95 }),
  ];
  const page = figuresPage(
    rows,
    "2 cores.",
    new Map([["engine-loops", "0.77 times (0.7 to 0.8)"]]),
  );
  expect(page).toContain(
    "| engine-loops | emails a second | 0.8 times (0.7 to 0.9) | 0.77 times (0.7 to 0.8) |",
  );
  expect(valuesOn(page).get("engine-loops")).toBe("0.8 times (0.7 to 0.9)");
  expect(valuesOn(page).get("engine-growth")).toBe("0.95 times (one round)");
});

test("decision 29 has a line for each row: removing one needs another", () => {
  const rowFiles = files.filter((path) => /\/bench\/.*Row\.ts$/.test(path));
  expect(rowFiles.length).toBeGreaterThan(7);
  const measured = rowFiles.flatMap((path) =>
    [...read(path).matchAll(/^ {4}name: "([a-z-]+)",$/gm)].map(([, name]) => name),
  );
  const [table = ""] = read("docs/decisions/0029-rows-of-the-bench.md").split("| date |");
  const decided = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names = ""]) =>
    names.replaceAll("`", "").split(", "),
  );
  expect(measured.sort()).toEqual(decided.sort());
});
