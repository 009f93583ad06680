import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCsv } from "./readCsv.ts";

const dataFile = (name: string) => readFileSync(new URL(`../../../e2e/data/${name}`, import.meta.url));

describe("the files of e2e/data", () => {
  it("conference-12.csv", () => {
    const { headers, rows, ...rest } = readCsv(dataFile("conference-12.csv"));
    expect(headers).toEqual(["Full Name", "Email", "City", "Track", "Talk Title", "Talk Date", "Talk Time", "Note"]);
    expect(rows).toHaveLength(12);
    expect(rows[0]?.cells[4]).toBe('"Exactly once" is a lie');
    expect(rows[11]).toMatchObject({ n: 12, line: 14 });
    expect(rows[11]?.cells[7]).toBe("Two lines:\nsecond line");
    expect(rest).toMatchObject({ delimiter: ",", encoding: "utf-8", rowsOverLimit: 0, warnings: [] });
  });

  it("conference-1000.csv, whole and trimmed", () => {
    const whole = readCsv(dataFile("conference-1000.csv"));
    expect(whole.rows).toHaveLength(1000);
    expect(whole.warnings).toEqual([]);
    const trimmed = readCsv(dataFile("conference-1000.csv"), { maxRows: 990 });
    expect(trimmed.rows).toEqual(whole.rows.slice(0, 990));
    expect(trimmed.rowsOverLimit).toBe(10);
    expect(readCsv(trimmed.keptText).rows).toEqual(trimmed.rows);
  });

  it("kunden-semicolon-windows1252.csv", () => {
    const table = readCsv(dataFile("kunden-semicolon-windows1252.csv"));
    expect(table).toMatchObject({ delimiter: ";", encoding: "windows-1252", warnings: [] });
    expect(table.headers).toEqual(["Anrede", "Name", "E-Mail", "Betrag", "Fällig am"]);
    expect(table.rows[2]?.cells).toEqual(["Frau", "Größe; Söhne GmbH", "groesse@example.org", "12,00 €", "31.12.2026"]);
  });

  it("utf16-tab.csv", () => {
    const table = readCsv(dataFile("utf16-tab.csv"));
    expect(table).toMatchObject({ delimiter: "\t", encoding: "utf-16le", warnings: [] });
    expect(table.rows[1]?.cells).toEqual(["佐藤 花子", "sato@example.org", "例示"]);
  });

  it("problems.csv: empty rows at the end don't count", () => {
    const table = readCsv(dataFile("problems.csv"));
    expect(table.rows.map((row) => [row.n, row.line])).toEqual(Array.from({ length: 10 }, (_, at) => [at + 1, at + 2]));
    expect(table.warnings).toEqual([]);
  });
});
