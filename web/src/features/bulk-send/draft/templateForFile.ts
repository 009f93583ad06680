import { type DateOrder, DEFAULT_FORMATS, DEFAULT_LIMITS, type VariableType } from "@sendwright/core/contract";
import { guessType } from "@sendwright/core/csv/guessType";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import { escapeHtml, placeholderProblem, serializePlaceholder, tidyName } from "@sendwright/core/placeholders";
import { asksForName } from "../../../sending/knownName.ts";
import type { TemplateDraft } from "../../../sending/templateDesk.ts";
import { fileDateFormat } from "./fileDateFormat.ts";

/** More columns than anybody writes about in one mail; the others can be typed by name. */
const MAX_PLACEHOLDERS = 30;

interface Column {
  header: string;
  type: VariableType;
  values: string[];
  written: string;
}

/** The columns that can be placeholders, as they are written in a body, with their guessed types. */
function placeholders({ headers, rows }: CsvTable, recipientColumn: string | null): Column[] {
  return headers
    .flatMap((header, index) => {
      if (header === recipientColumn || tidyName(header) !== header) return [];
      const values = rows.map(({ cells }) => cells[index] ?? "");
      const type = guessType(values);
      const placeholder = { name: header, type, options: [], fallback: null };
      if (placeholderProblem(placeholder) !== null) return [];
      return [{ header, type, values, written: serializePlaceholder(placeholder, "html") }];
    })
    .slice(0, MAX_PLACEHOLDERS);
}

/**
 * A template to begin with for a file: its columns as placeholders, its dates in the way that they are written in it,
 * its first row as sample. `dateOrders` is what was answered for its columns of dates.
 */
export function templateForFile(
  fileName: string,
  table: CsvTable,
  recipientColumn: string | null,
  dateOrders: Readonly<Record<string, DateOrder>> = {},
): TemplateDraft {
  const columns = placeholders(table, recipientColumn);
  const name = columns.find(({ header }) => asksForName(header));
  const others = columns.filter((column) => column !== name);
  const lines = [
    name ? `Dear ${name.written},` : "Hello,",
    "<br>",
    ...others.map(({ header, written }) => `${escapeHtml(header)}: ${written}`),
    ...(others.length > 0 ? ["<br>"] : []),
    "Kind regards,",
  ];
  const answers = new Map(Object.entries(dateOrders));
  const dates = columns.flatMap(({ header, type, values }) =>
    type === "date" ? [{ values, answer: answers.get(header) }] : [],
  );
  const formats = { ...DEFAULT_FORMATS, dateFormat: fileDateFormat(dates) };
  const title = tidyName(fileName.replace(/\.[a-z]{2,4}$/i, "")).slice(0, DEFAULT_LIMITS.MAX_NAME_LENGTH);
  const first = table.rows[0]?.cells ?? [];
  return {
    fields: { ...formats, name: title, subject: "", body: lines.map((line) => `<p>${line}</p>`).join("") },
    sample: {
      from: fileName,
      values: new Map(columns.map(({ header }) => [header, (first[table.headers.indexOf(header)] ?? "").trim()])),
    },
  };
}
