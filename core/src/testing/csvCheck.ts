import type { CheckResult } from "../check/types.ts";
import type { Variable } from "../contract/templates.ts";
import { type CsvOptions, readCsv } from "../csv/readCsv.ts";
import { type CheckSettings, checkList } from "../list/check.ts";
import { type List, NO_MAPPING } from "../list/list.ts";
import { emptyList, listOfAddresses, listOfTable } from "../list/read.ts";
import { parseTemplate } from "../placeholders/placeholders.ts";
import { splitRecipients } from "../recipients/list.ts";

export const formats = {
  subject: "",
  body: "",
  dateFormat: "mmddyyyy",
  timeFormat: "12hr",
} as const;
export const variablesOf = (body: string) => parseTemplate({ body }).variables;

const FILE = { kind: "file", name: "people.csv" } as const;

/** The list in a CSV text with commas. */
export function listOfText(text: string): List {
  return listOfTable(readCsv(text, { delimiter: "," }), FILE);
}

/** A list with these columns, each row with these cells; the first column holds the addresses. */
export function listOfRows(headers: readonly string[], rows: readonly (readonly string[])[]): List {
  return {
    ...emptyList(),
    columns: headers,
    rows: rows.map((cells, index) => ({
      id: index + 1,
      line: index + 2,
      cells,
      skipped: null,
      corrects: null,
    })),
    mapping: { ...NO_MAPPING, address: headers[0] ?? null },
    lastId: rows.length,
  };
}

/** Checks a list against variables, or a body with them. */
export function checked(
  list: List,
  of: string | readonly Variable[],
  more: Partial<CheckSettings> = {},
): CheckResult {
  const variables = typeof of === "string" ? variablesOf(of) : of;
  const body = typeof of === "string" ? of : "";
  return checkList(list, {
    ...formats,
    body,
    variables,
    values: new Map(),
    limit: 10_000,
    ...more,
  });
}

/** Checks a CSV text; `change` edits its list first. */
export function check(
  text: string,
  body: string,
  change: (list: List) => List = (list) => list,
): CheckResult {
  return checked(change(listOfText(text)), body);
}

/** The list in a field of addresses. */
export const addresses = (text: string) => listOfAddresses(splitRecipients(text), emptyList());

/** Each row as `row: ready`, or with the reason why not. */
export const verdicts = (result: CheckResult) =>
  result.rows.map(({ n, verdict, reason }) => `${n}: ${verdict === "ready" ? "ready" : reason}`);
/** Each problem in four words. */
export const short = (result: CheckResult) =>
  result.problems.map(({ row, kind, severity, suggestion }) => [row, kind, severity, suggestion]);

/** Headers first, then the cells of each row. */
export const cellsOf = (file: string | Uint8Array, options?: CsvOptions) => {
  const { headers, rows } = readCsv(file, options);
  return [headers, ...rows.map(({ cells }) => cells)];
};
