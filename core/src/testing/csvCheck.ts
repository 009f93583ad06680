import { type CheckRowsInput, checkRows } from "../check/checkRows.ts";
import { type CsvOptions, readCsv } from "../csv/readCsv.ts";
import { parseTemplate } from "../placeholders/index.ts";

export const formats = { body: "", dateFormat: "mmddyyyy", timeFormat: "12hr" } as const;
export const variablesOf = (body: string) => parseTemplate({ body }).variables;

/** Checks a file's text; the recipient column is `Email`, the template as given. */
export function check(text: string, body: string, more: Partial<CheckRowsInput> = {}) {
  const { headers, rows } = readCsv(text, { delimiter: "," });
  return checkRows({
    ...formats,
    body,
    variables: variablesOf(body),
    headers,
    rows,
    recipientColumn: "Email",
    ...more,
  });
}
/** Each row as `row: ready`, or with the reason why not. */
export const verdicts = (result: ReturnType<typeof checkRows>) =>
  result.rows.map(({ n, verdict, reason }) => `${n}: ${verdict === "ready" ? "ready" : reason}`);
/** Each problem in four words. */
export const short = (result: ReturnType<typeof checkRows>) =>
  result.problems.map(({ row, kind, severity, suggestion }) => [row, kind, severity, suggestion]);

/** Headers first, then the cells of each row. */
export const cellsOf = (file: string | Uint8Array, options?: CsvOptions) => {
  const { headers, rows } = readCsv(file, options);
  return [headers, ...rows.map((row) => row.cells)];
};
