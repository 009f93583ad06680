import { writeCsv } from "@sendwright/core/csv/write";
import { checkList } from "@sendwright/core/list/check";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { aFile } from "../../../bench/listFile.ts";
import { worked } from "../../../bench/measure.ts";
import type { Row } from "../../../bench/row.ts";
import { readAndCheck } from "../check/readAndCheck.ts";

const FEW = 100;
const MANY = 10_000;
/** Rows of a measurement, in pieces of either size. */
const ROWS = 20_000;

/** Microseconds of each row, for work on so many rows at once. */
async function perRow(rows: number, work: () => void): Promise<number> {
  const ms = await worked(() => {
    for (let done = 0; done < ROWS; done += rows) work();
  });
  return (ms * 1_000) / ROWS;
}

/** A row of the bench for work on so many rows: a straight line is the floor of everything that is done to each row. */
function row(name: string, what: string, workOn: (rows: number) => () => void, note = ""): Row {
  const [few, many] = [workOn(FEW), workOn(MANY)];
  return {
    name,
    unit: "µs of CPU a row",
    floor: { what: `a straight line: the same at ${FEW} rows`, measure: () => perRow(FEW, few) },
    ours: { what: `${what}, ${MANY.toLocaleString("en-US")} rows`, measure: () => perRow(MANY, many) },
    reach: { atMost: 1.1 },
    note,
  };
}

const formats = { body: "", dateFormat: "long", timeFormat: "12hr" } as const;
const people = (rows: number) => Array.from({ length: rows }, (_, i) => `Person ${i} <p${i}@example.org>`);

export const rows: Row[] = [
  row("growth-check", "a file read and checked", (rows) => {
    const text = aFile(rows);
    return () => readAndCheck(text);
  }),
  row(
    "growth-list",
    "a pasted list split and checked",
    (rows) => {
      const text = people(rows).join(", ");
      const checking = { ...formats, variables: [], values: new Map(), limit: MANY };
      return () => checkList(listOfAddresses(splitRecipients(text), emptyList()), checking);
    },
    "Linear (npm run fuzz holds that); above the line is the collector's work: 100 rows fit into the processor's cache and die young, 10,000 do not. The product takes 100 rows of a list.",
  ),
  row("growth-results", "results written as CSV", (rows) => {
    const lines = people(rows).map((person, i) => [String(i + 1), person, "Sent", "", `Hall ${i % 9}, upstairs`]);
    return () => writeCsv(["Row", "Recipient", "Status", "Details", "Room"], lines);
  }),
];
