import { DEFAULT_LIMITS } from "@sendwright/functions/contract";
import {
  type CsvTable,
  escapeHtml,
  guessType,
  placeholderProblem,
  serializePlaceholder,
  tidyName,
} from "@sendwright/functions/core";
import { asksForName } from "../../../sending/knownName.ts";
import type { TemplateDraft } from "../../../sending/templateDesk.ts";

/** More columns than anybody writes about in one mail; the others can be typed by name. */
const MAX_PLACEHOLDERS = 30;

const FORMATS = { dateFormat: "mmddyyyy", timeFormat: "12hr" } as const;

interface Column {
  header: string;
  written: string;
}

/** The columns that can be placeholders, as they are written in a body, with their guessed types. */
function placeholders({ headers, rows }: CsvTable, recipientColumn: string | null): Column[] {
  return headers
    .flatMap((header, index) => {
      if (header === recipientColumn || tidyName(header) !== header) return [];
      const type = guessType(rows.map(({ cells }) => cells[index] ?? ""));
      const placeholder = { name: header, type, options: [], fallback: null };
      if (placeholderProblem(placeholder) !== null) return [];
      return [{ header, written: serializePlaceholder(placeholder, "html") }];
    })
    .slice(0, MAX_PLACEHOLDERS);
}

/** Takes the name of a file and its table; gives a template to begin with: its columns as placeholders, its first row as sample. */
export function templateForFile(fileName: string, table: CsvTable, recipientColumn: string | null): TemplateDraft {
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
  const title = tidyName(fileName.replace(/\.[a-z]{2,4}$/i, "")).slice(0, DEFAULT_LIMITS.MAX_NAME_LENGTH);
  const first = table.rows[0]?.cells ?? [];
  return {
    fields: { ...FORMATS, name: title, subject: "", body: lines.map((line) => `<p>${line}</p>`).join("") },
    sample: {
      from: fileName,
      values: new Map(columns.map(({ header }) => [header, (first[table.headers.indexOf(header)] ?? "").trim()])),
    },
  };
}
