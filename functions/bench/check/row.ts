import Papa from "papaparse";
import { worked } from "../../../bench/measure.ts";
import type { Row } from "../../../bench/row.ts";
import { aFile } from "./file.ts";
import { readAndCheck } from "./readAndCheck.ts";

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
