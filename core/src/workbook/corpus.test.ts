import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AppError } from "../contract/appError.ts";
import { isWorkbook } from "./isWorkbook.ts";
import { readWorkbook } from "./readWorkbook.ts";

const folder = new URL("fixtures/", import.meta.url);
const contentOf = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));

interface Expected {
  /** The sentence, if the file is refused. */
  refused?: string;
  reason?: string;
  [found: string]: unknown;
}

const expected: Record<string, Expected> = JSON.parse(readFileSync(new URL("expected.json", folder), "utf8"));

test("each workbook in the folder is expected to be something", () => {
  const files = readdirSync(folder).filter((name) => !/\.(?:md|json)$/.test(name));
  expect(Object.keys(expected).sort()).toEqual(files.sort());
  expect(files.length).toBeGreaterThan(60);
});

describe.each(Object.entries(expected))("%s", (name, { refused, reason = "csv_unreadable", ...found }) => {
  test("is taken for a workbook", () => {
    expect(isWorkbook(contentOf(name))).toBe(true);
  });

  test("is read or refused as expected", () => {
    const result = read(name);
    if (refused !== undefined) return expect(result).toEqual({ reason, refused });
    const nothingHidden = { rows: 0, columns: [], sheets: [] };
    expect(result).toEqual({ warnings: [], hidden: nothingHidden, above: 0, below: 0, example: null, ...found });
  });
});

function read(name: string): Record<string, unknown> {
  try {
    const reading = { sheet: null, language: null, headerRow: null, withHidden: false, noHeadings: false };
    const { rows, warnings, sheets: _, rowsOverLimit: __, ...table } = readWorkbook(contentOf(name), reading, 100);
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
    return {
      ...table,
      lines: rows.map(({ line }) => line),
      rows: rows.map(({ cells }) => cells),
      warnings: warnings.map(({ message }) => message),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reason: error.reason, refused: error.message };
  }
}
