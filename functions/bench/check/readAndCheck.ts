import { checkRows } from "@sendwright/core/check/checkRows";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { parseTemplate } from "@sendwright/core/placeholders";

const source = {
  subject: "Your talk on {{Talk Date|date}}",
  body: "<p>Dear {{Full Name}}, see you on {{Talk Date|date}} at {{Talk Time|time}} in {{Room}}. {{Note}}</p>",
};
const { variables } = parseTemplate(source);
const formats = { dateFormat: "long", timeFormat: "12hr" } as const;

/** Reads a file as the page and the server do, and checks every row. */
export function readAndCheck(text: string): void {
  const { headers, rows, rowsOverLimit } = readCsv(text);
  checkRows({ ...formats, ...source, variables, headers, rows, rowsOverLimit, recipientColumn: "Email" });
}
