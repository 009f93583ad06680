import Papa from "papaparse";
import { chance, words } from "../../../bench/chance.ts";
import { worked } from "../../../bench/measure.ts";
import type { Row } from "../../../bench/row.ts";
import { checkRows } from "../../src/core/check/checkRows.ts";
import { readCsv } from "../../src/core/csv/readCsv.ts";
import { parseTemplate } from "../../src/core/placeholders/index.ts";

const template = parseTemplate({
  subject: "Your talk on {{Talk Date|date}}",
  body: "<p>Dear {{Full Name}}, see you on {{Talk Date|date}} at {{Talk Time|time}} in {{Room}}. {{Note}}</p>",
});
const formats = { dateFormat: "long", timeFormat: "12hr" } as const;

/** A list of people with so many rows, about 200 bytes each. */
function aFile(rows: number): string {
  const next = chance(rows);
  const lines = Array.from({ length: rows }, (_, i) => {
    const day = String(1 + Math.floor(next() * 28)).padStart(2, "0");
    const note = words(next, 120);
    return `Person ${i},p${i}@example.org,2026-12-${day},${Math.floor(next() * 12) + 8}:30,"Hall ${i % 9}, upstairs",${note}`;
  });
  return ["Full Name,Email,Talk Date,Talk Time,Room,Note", ...lines].join("\r\n");
}

/** Reads a file as the page and the server do, and checks every row. */
export function readAndCheck(text: string): void {
  const { headers, rows, rowsOverLimit } = readCsv(text);
  const { variables } = template;
  checkRows({ ...formats, variables, headers, rows, rowsOverLimit, recipientColumn: "Email" });
}

function row(name: string, rows: number, times: number, note: string): Row {
  const text = aFile(rows);
  const repeat = (work: () => void) =>
    worked(() => {
      for (let i = 0; i < times; i += 1) work();
    }).then((ms) => ms / times);
  return {
    name,
    unit: "ms of CPU",
    floor: { what: "PapaParse alone, all rows into memory", measure: () => repeat(() => Papa.parse(text)) },
    ours: {
      what: `${rows.toLocaleString("en")} rows (${(text.length / 1e6).toFixed(1)} MB) read and every row checked`,
      measure: () => repeat(() => readAndCheck(text)),
    },
    reach: { atMost: 4 },
    note,
  };
}

export const rows: Row[] = [row("check-1000", 1_000, 20, ""), row("check-100000", 100_000, 1, "")];
