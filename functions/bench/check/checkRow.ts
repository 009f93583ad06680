import { readCsv } from "@sendwright/core/csv/readCsv";
import { checkList } from "@sendwright/core/list/check";
import { listOfCsv } from "@sendwright/core/list/read";
import { parseTemplate } from "@sendwright/core/placeholders";
import type { BenchRow } from "../../../bench/measure.ts";
import { worked } from "../../../bench/measure.ts";
import { peopleFile, talk } from "../../../bench/people.ts";

const TIMES = 40;
const text = peopleFile(1_000);
const { variables } = parseTemplate(talk);
const checking = {
  ...({ ...talk, dateFormat: "long", timeFormat: "12hr" } as const),
  variables,
  values: new Map(),
  limit: 1_000,
} as const;

export const rows: BenchRow[] = [
  {
    name: "check",
    what: "1,000 rows read and every row checked",
    unit: "ms of processor time",
    atMost: 16.7,
    rounds: 7,
    decision: "the page checks the whole list at every change: keep the results of rows that didn't change.",
    measure: async () => {
      const ms = await worked(() => {
        for (let i = 0; i < TIMES; i++) checkList(listOfCsv(readCsv(text), { kind: "file", name: "a.csv" }), checking);
      });
      return ms / TIMES;
    },
  },
];
