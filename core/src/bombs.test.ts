import { expect, test } from "vitest";
import { checkTemplateFields } from "./check/templateFields.ts";
import { requireValues } from "./check/values.ts";
import { AppError } from "./contract/appError.ts";
import { DEFAULT_LIMITS } from "./contract/limits.ts";
import type { Variable } from "./contract/templates.ts";
import { readCsv } from "./csv/readCsv.ts";
import { readRecords } from "./csv/records.ts";
import { checked, listOfRows } from "./testing/csvCheck.ts";

/** Files, templates and values that stay within every other limit; see mail/bombs.test.ts. */
const formats = { body: "", dateFormat: "long", timeFormat: "12hr" } as const;

function refusal(work: () => unknown): { reason: string; message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { reason: error.reason, message: error.message };
    throw error;
  }
  return { reason: "none", message: "" };
}

function variables(count: number): Variable[] {
  const text = { type: "text", options: [], fallback: null, required: false } as const;
  return Array.from({ length: count }, (_, i) => ({ ...text, options: [], name: `v${i}` }));
}

test("allows a file 500 columns and refuses 501 in a sentence", () => {
  const header = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join(",");
  expect(readCsv(`${header(500)}\n1`).headers).toHaveLength(500);
  expect(refusal(() => readCsv(`${header(501)}\n1`))).toEqual({
    reason: "too_many_columns",
    message: "CSV Error: The file has 501 columns. At most 500 can be read. Delete the ones you don't need.",
  });
});

test("allows a file 500,000 lines and refuses more in a sentence, empty lines included", () => {
  expect(readCsv(`e${"\na".repeat(499_999)}`, { maxRows: 10 }).rowsOverLimit).toBe(499_989);
  const tooMany = {
    reason: "too_many_lines",
    message: "CSV Error: The file has more than 500,000 lines. Delete the ones you don't need, including empty ones.",
  };
  expect(refusal(() => readCsv(`e${"\na".repeat(500_000)}`, { maxRows: 10 }))).toEqual(tooMany);
  for (const lines of ["\n", "\r", "\r\n"]) {
    expect(refusal(() => readCsv(lines.repeat(5_000_000)))).toEqual(tooMany);
  }
});

test("refuses 10 MB of commas before ten million columns get a name, or a row ten million cells", () => {
  expect(refusal(() => readCsv(`${",".repeat(10_000_000)}x\n1`)).reason).toBe("too_many_columns");
  expect(refusal(() => readCsv(`${"a,".repeat(5_000_000)}\n1`)).reason).toBe("too_many_columns");
  const file = `a,b\n${",".repeat(10_000_000)}x\n`;
  const { rows, warnings } = readCsv(file);
  expect(rows.map(({ cells }) => cells.length)).toEqual([501]);
  expect(warnings[0]?.message).toBe("Row 1 (line 2) has more than 500 values, but there are 2 columns.");
  expect(refusal(() => readRecords(new TextEncoder().encode(file))).reason).toBe("too_many_columns");
});

test("refuses 10 MB of line breaks before it reads five million records", () => {
  const file = new TextEncoder().encode("\r\n".repeat(5_000_000));
  expect(refusal(() => readRecords(file)).reason).toBe("too_many_lines");
});

test("allows a row's values 200 kB together", () => {
  const names = variables(30).map(({ name }) => name);
  const rowOf = (length: number) => {
    const list = listOfRows(["Email", ...names], [["a@b.co", ...names.map(() => "ä".repeat(length))]]);
    return checked(list, variables(30)).rows[0];
  };
  expect(rowOf(3_300)).toMatchObject({ verdict: "ready" });
  expect(rowOf(3_400)).toMatchObject({ verdict: "skip", reason: "The values of this row are too long together." });
  const given = new Map(names.map((name) => [name, "ä".repeat(3_400)]));
  expect(refusal(() => requireValues(variables(30), given, formats)).reason).toBe("values_too_long");
});

test("the page says before a save why the server would refuse it", () => {
  const body = Array.from({ length: 201 }, (_, i) => `{{v${i}}}`).join("");
  const problems = (given: string) => checkTemplateFields({ name: "n", subject: "s", body: given }, [], DEFAULT_LIMITS);
  expect(problems(body)).toEqual([
    { field: "body", message: "The template has 201 placeholders with different names. At most 200 are possible." },
  ]);
  expect(problems(`<table><tr>${"<td>x</td>".repeat(51)}</tr></table>`)).toEqual([
    { field: "body", message: "A table of the body is too large: at most 50 columns, and 5,000 cells in all tables." },
  ]);
});
