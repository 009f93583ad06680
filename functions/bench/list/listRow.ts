import { readCsv } from "@sendwright/core/csv/readCsv";
import { checkList } from "@sendwright/core/list/check";
import { cellText } from "@sendwright/core/list/list";
import { listOfTable } from "@sendwright/core/list/read";
import { parseTemplate } from "@sendwright/core/placeholders";
import Papa from "papaparse";
import type { BenchRow } from "../../../bench/measure.ts";
import { peopleFile, talk } from "../../../bench/people.ts";
import { alone } from "../alone.ts";

const READ = 100_000;
const CHECKED = 1_000;
/** A check of so few rows is too short to be measured. */
const CHECKS = 50;

const bytes = new TextEncoder().encode(peopleFile(READ));
const list = listOfTable(readCsv(peopleFile(CHECKED)), { kind: "file", name: "people.csv" });
const checking = {
  ...talk,
  dateFormat: "long",
  timeFormat: "12hr",
  variables: parseTemplate(talk).variables,
  values: new Map(),
  limit: CHECKED,
} as const;

function read(): void {
  const { rows } = readCsv(bytes);
  if (rows.length !== READ) throw new Error(`${rows.length} rows were read.`);
}

function readByPapaparse(): void {
  const { data } = Papa.parse<string[]>(new TextDecoder().decode(bytes));
  if (data.length !== READ + 1) throw new Error(`papaparse read ${data.length} rows.`);
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^([01]?\d|2[0-3]):[0-5]\d$/;

/**
 * What no check can do without: read each cell, by a regular expression if it has a type, and look
 * up each address.
 */
function wrongCells(): number {
  const seen = new Set<string>();
  let wrong = 0;
  for (const { cells } of list.rows) {
    const [name = "", address = "", date = "", time = "", ...others] = cells.map((cell) =>
      cellText(cell).trim(),
    );
    const [, year, month, day] = DAY.exec(date) ?? [];
    const key = address.toLowerCase();
    if (!ADDRESS.test(address) || seen.has(key)) wrong += 1;
    if (
      new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day)
    )
      wrong += 1;
    if (!TIME.test(time)) wrong += 1;
    if (name === "" || others.includes("")) wrong += 1;
    seen.add(key);
  }
  return wrong;
}

function check(): void {
  const { summary } = checkList(list, checking);
  if (summary.ready !== CHECKED) throw new Error(`Not all were ready: ${JSON.stringify(summary)}`);
}

function checkPlainly(): void {
  if (wrongCells() > 0) throw new Error("The plain loop found something wrong.");
}

function repeatedly(work: () => void): () => void {
  return () => {
    for (let i = 0; i < CHECKS; i++) work();
  };
}

export const rows: BenchRow[] = [
  {
    name: "list-read",
    what: `a CSV file of ${READ.toLocaleString("en")} people (${Math.round(bytes.length / 1e6)} MB) read into rows, compared with papaparse on the same bytes`,
    unit: "times the processor time",
    atMost: 1.2,
    decision:
      "a large file takes longer than it must: find in a profile what a row costs in readCsv.ts.",
    measure: async () => (await alone(read)) / (await alone(readByPapaparse)),
  },
  {
    name: "list-check",
    what: `${CHECKED.toLocaleString("en")} rows checked, compared with a plain loop that reads each cell by a regular expression and looks up each address`,
    unit: "times the processor time",
    atMost: 11.4,
    decision:
      "the page checks the whole list at every change: find in a profile what a row costs in checkList.",
    measure: async () => (await alone(repeatedly(check))) / (await alone(repeatedly(checkPlainly))),
  },
];
