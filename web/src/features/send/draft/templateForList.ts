import { DEFAULT_FORMATS, DEFAULT_LIMITS, type VariableType } from "@sendwright/core/contract";
import { guessType } from "@sendwright/core/csv/guessType";
import { cellText, type List } from "@sendwright/core/list/list";
import { escapeHtml, placeholderProblem, serializePlaceholder, tidyName } from "@sendwright/core/placeholders";
import { asksForName } from "@sendwright/core/recipients/personName";
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
function placeholders({ columns, rows, mapping }: List): Column[] {
  return columns
    .flatMap((header, index) => {
      if (header === mapping.address || tidyName(header) !== header) return [];
      const values = rows.map(({ cells }) => cellText(cells[index]));
      const type = guessType(values);
      const placeholder = { name: header, type, options: [], fallback: null };
      if (placeholderProblem(placeholder) !== null) return [];
      return [{ header, type, values, written: serializePlaceholder(placeholder, "html") }];
    })
    .slice(0, MAX_PLACEHOLDERS);
}

/**
 * A template to begin with for a list: its columns as placeholders, its dates in the format they have in the list, its
 * first row as a sample.
 */
export function templateForList(list: List): TemplateDraft {
  const columns = placeholders(list);
  const name = columns.find(({ header }) => asksForName(header));
  const others = columns.filter((column) => column !== name);
  const lines = [
    name ? `Dear ${name.written},` : "Hello,",
    "<br>",
    ...others.map(({ header, written }) => `${escapeHtml(header)}: ${written}`),
    ...(others.length > 0 ? ["<br>"] : []),
    "Kind regards,",
  ];
  const dates = columns.flatMap(({ header, type, values }) =>
    type === "date" ? [{ values, answer: list.mapping.dates.get(header) }] : [],
  );
  const formats = { ...DEFAULT_FORMATS, dateFormat: fileDateFormat(dates) };
  const title = tidyName(list.source.name.replace(/\.[a-z]{2,4}$/i, "")).slice(0, DEFAULT_LIMITS.MAX_NAME_LENGTH);
  const first = list.rows[0]?.cells ?? [];
  return {
    fields: { ...formats, name: title, subject: "", body: lines.map((line) => `<p>${line}</p>`).join("") },
    sample: {
      from: list.source.name,
      values: new Map(columns.map(({ header }) => [header, cellText(first[list.columns.indexOf(header)]).trim()])),
    },
  };
}
