import { readCsv } from "@sendwright/core/csv/readCsv";
import { checkList } from "@sendwright/core/list/check";
import { listOfCsv } from "@sendwright/core/list/read";
import { parseTemplate } from "@sendwright/core/placeholders";

const source = {
  subject: "Your talk on {{Talk Date|date}}",
  body: "<p>Dear {{Full Name}}, see you on {{Talk Date|date}} at {{Talk Time|time}} in {{Room}}. {{Note}}</p>",
};
const { variables } = parseTemplate(source);
const formats = { dateFormat: "long", timeFormat: "12hr" } as const;

/** Reads a file as the page and the server do, and checks every row. */
export function readAndCheck(text: string): void {
  const list = listOfCsv(readCsv(text), { kind: "file", name: "people.csv" });
  checkList(list, { ...formats, ...source, variables, values: new Map(), limit: Number.POSITIVE_INFINITY });
}
