import { expect, test } from "vitest";
import { files, read } from "../test/repository.ts";
import { figuresPage, lineOf, timesOf, valuesOn } from "./figures.ts";
import { type MeasuredRow, sharing } from "./measure.ts";

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

test.each([
  ["0.77 times (0.7 to 0.8)", "0.77 times (0.7 to 0.8)"],
  ["0.77 times (one round)", "0.77 times (one round)"],
  ["1910 ms (1890 to 1960)", "restated"],
  ["3.28 times the work (95 of 100 keys) (2.07 to 4.69)", "restated"],
  [undefined, "not measured"],
])("a value of %s is shown as %s if the unit is another one now", (value, expected) => {
  const before = new Map(value ? [["engine-loops", value]] : []);
  const measured = row({ atLeast: 0.8 });
  expect(lineOf(measured, before)).toContain(`, before ${expected}, goal`);
  const cell = expected === "not measured" ? "" : expected;
  expect(figuresPage([measured], "2 cores.", before)).toContain(
    `(0.7 to 0.9) | ${cell} | at least`,
  );
});

test("a unit may itself have parentheses", () => {
  const unit = "times the work (the middle key)";
  const before = new Map([["engine-loops", `2 ${unit} (1 to 3)`]]);
  expect(lineOf(row({ atMost: 2, unit }), before)).toContain(`before 2 ${unit} (1 to 3),`);
});

test("the rows are sorted by the time that they took", () => {
  const seconds = new Map([
    ["start", 4.4],
    ["engine-growth", 80.2],
  ]);
  expect(
    timesOf(seconds)
      .split("\n")
      .map((line) => line.trim().replace(/ +/g, " ")),
  ).toEqual(["All took 85 s:", "engine-growth 80 s", "start 4 s"]);
});

test("the second of two rows has the rounds of the first, in their order, and then its own", async () => {
  let round = 0;
  const [first, second] = sharing(
    async () => ({ time: ++round, memory: round * 10 }),
    ({ time }) => time,
    ({ memory }) => memory,
  );
  expect([await first(), await first()]).toEqual([1, 2]);
  expect([await second(), await second(), await second()]).toEqual([10, 20, 30]);
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
