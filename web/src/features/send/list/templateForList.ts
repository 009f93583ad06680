import { isEmptyBody } from "@sendwright/core/body/length";
import {
  type DateFormat,
  type DateOrder,
  DEFAULT_FORMATS,
  DEFAULT_LIMITS,
  dateFormat,
  type TemplateFields,
  type Variable,
} from "@sendwright/core/contract";
import { guessType } from "@sendwright/core/csv/guessType";
import { columnOrder, isCertain, readDate, readNumericDate } from "@sendwright/core/dates/dates";
import { DATE_FORMATS } from "@sendwright/core/dates/formats";
import { cellText, type List, textIn } from "@sendwright/core/list/list";
import {
  escapeHtml,
  newPlaceholder,
  placeholderProblem,
  serializePlaceholder,
  tidyName,
} from "@sendwright/core/placeholders";
import { asksForName } from "@sendwright/core/recipients/personName";
import { emailLikeness } from "@sendwright/core/table/addressColumns";
import type { TemplateDraft, TemplateSample } from "../../../lib/templateEditorContext.ts";

/** More columns than anyone uses in one email; you can still type the names of others. */
const MAX_PLACEHOLDERS = 30;

interface ListColumn extends Variable {
  values: string[];
  written: string;
}

/** The columns that can be placeholders, with the types that their values fit. */
export function placeholderColumns(list: List): Variable[] {
  return listColumns(list).map(({ values: _values, written: _written, ...variable }) => variable);
}

function listColumns({ columns, rows, mapping }: List): ListColumn[] {
  return columns
    .flatMap((header, index) => {
      if (
        [mapping.address, mapping.cc, mapping.bcc].includes(header) ||
        tidyName(header) !== header
      )
        return [];
      const values = rows.map(({ cells }) => cellText(cells[index]));
      const type = guessType(values);
      // A further address of the person, such as "Email father".
      if (type === "email" && emailLikeness(header) > 0) return [];
      const placeholder = newPlaceholder(header, type);
      if (placeholderProblem(placeholder) !== null) return [];
      return [
        {
          ...placeholder,
          required: true,
          values,
          written: serializePlaceholder(placeholder, "html"),
        },
      ];
    })
    .slice(0, MAX_PLACEHOLDERS);
}

/**
 * A new template for a list: its columns as placeholders, its date formats, and its first row as a
 * sample. An email that you have written without a template keeps its text.
 */
export function templateForList(
  list: List,
  written: Pick<TemplateFields, "subject" | "body">,
): TemplateDraft & { sample: TemplateSample } {
  const columns = listColumns(list);
  const person = columns.find((column) => asksForName(column.name));
  const others = columns.filter((column) => column !== person);
  const lines = [
    person ? `Dear ${person.written},` : "Hello,",
    "<br>",
    ...others.map((column) => `${escapeHtml(column.name)}: ${column.written}`),
    ...(others.length > 0 ? ["<br>"] : []),
    "Kind regards,",
  ];
  const dates = columns.flatMap(({ name, type, values }) =>
    type === "date" ? [{ values, answer: list.mapping.dates.get(name) }] : [],
  );
  const formats = { ...DEFAULT_FORMATS, dateFormat: fileDateFormat(dates) };
  const title = tidyName(list.source.name.replace(/\.[a-z]{2,4}$/i, "")).slice(
    0,
    DEFAULT_LIMITS.MAX_NAME_LENGTH,
  );
  const body = isEmptyBody(written.body)
    ? lines.map((line) => `<p>${line}</p>`).join("")
    : written.body;
  return {
    fields: { ...formats, name: title, subject: written.subject, body },
    sample: listSample(list),
  };
}

/** The first row of a list, to preview a template with. */
export function listSample(list: List): TemplateSample {
  const columns = placeholderColumns(list);
  const [first] = list.rows;
  const sampleOf = (header: string) => (first ? textIn(list, first, header).trim() : "");
  return {
    from: list.source.name,
    to: list.mapping.address === null ? "" : sampleOf(list.mapping.address),
    columns,
    values: new Map(columns.map(({ name }) => [name, sampleOf(name)])),
  };
}

/** The format that writes a date exactly like the file; null if the text isn't a date. */
function formatOf(value: string, order: DateOrder): DateFormat | null {
  const date = readDate(value);
  if (date === null) return null;
  const text = value.trim();
  const readIn = date.shows ?? order;
  return dateFormat.options.find((format) => DATE_FORMATS[format].isLike(text, readIn)) ?? null;
}

/**
 * The format of most dates in these columns; `answer` is your answer about a column's order. If
 * it's unclear which number is the day, returns the format with the month's name, so no later
 * answer makes the email ambiguous.
 */
function fileDateFormat(
  columns: readonly { values: readonly string[]; answer: DateOrder | undefined }[],
): DateFormat {
  const written = new Map<DateFormat, number>();
  for (const { values, answer } of columns) {
    const column = columnOrder(values, DEFAULT_FORMATS.dateFormat, answer);
    if (!isCertain(column) && values.some((value) => readNumericDate(value)?.isOpen)) return "long";
    for (const value of values) {
      const format = formatOf(value, column.order);
      if (format !== null) written.set(format, (written.get(format) ?? 0) + 1);
    }
  }
  const [most] = [...written].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? DEFAULT_FORMATS.dateFormat;
}
