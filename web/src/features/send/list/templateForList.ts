import { isEmptyBody } from "@sendwright/core/body/length";
import { copyName } from "@sendwright/core/check/copyName";
import {
  type DateFormat,
  type DateOrder,
  DEFAULT_FORMATS,
  DEFAULT_LIMITS,
  dateFormat,
  type TemplateFields,
  type Variable,
} from "@sendwright/core/contract";
import { MAX_ROWS_OF_EMAIL } from "@sendwright/core/contract/limits";
import { guessType } from "@sendwright/core/csv/guessType";
import { columnOrder, isCertain, readDate, readNumericDate } from "@sendwright/core/dates/dates";
import { DATE_FORMATS } from "@sendwright/core/dates/formats";
import { groupEntries } from "@sendwright/core/groupBy";
import { notationOf } from "@sendwright/core/list/amounts";
import { cellText, isIncluded, type List, type Row, textIn } from "@sendwright/core/list/list";
import { textsRead } from "@sendwright/core/list/moments";
import { addressIn } from "@sendwright/core/list/sameRows";
import { severalQuestion } from "@sendwright/core/list/severalQuestion";
import { numbersIn } from "@sendwright/core/numbers/areAmounts";
import { sumOf } from "@sendwright/core/numbers/sum";
import {
  escapeHtml,
  isBlank,
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
 * sample. An email that you have written without a template keeps its text. `names` are those of
 * your templates.
 */
export function templateForList(
  list: List,
  written: Pick<TemplateFields, "subject" | "body">,
  names: readonly string[],
): TemplateDraft & { sample: TemplateSample } {
  const offered = listColumns(list);
  // In the body, a parent's address would reach the other parent.
  const addresses = severalQuestion(list, offered)?.columns ?? [];
  const columns = offered.filter(({ name }) => !addresses.includes(name));
  const families = list.repeats === "each" ? [] : familiesOf(list);
  const differs = ({ values }: ListColumn) =>
    families.some((rows) => new Set(rows.map((row) => values[row]?.trim())).size > 1);
  const own = columns.filter(differs);
  const common = columns.filter((column) => !own.includes(column));
  const person =
    common.find((column) => asksForName(column.name)) ??
    (own.length > 0 ? common.find((column) => SEVERAL_ROWS.test(column.name)) : undefined);
  const others = common.filter((column) => column !== person);
  const lines = [
    person ? `Dear ${person.written},` : "Hello,",
    "<br>",
    ...others.map((column) => `${escapeHtml(column.name)}: ${column.written}`),
    ...repeatedLines(own, families),
    ...(columns.length > (person ? 1 : 0) ? ["<br>"] : []),
    "Kind regards,",
  ];
  const dates = columns.flatMap(({ name, type, values }) =>
    type === "date"
      ? [{ values, texts: textsRead(list, name, "date"), answer: list.mapping.dates.get(name) }]
      : [],
  );
  const formats = { ...DEFAULT_FORMATS, dateFormat: fileDateFormat(dates) };
  const title = tidyName(titleFor(list)).slice(0, DEFAULT_LIMITS.MAX_NAME_LENGTH);
  const name = names.includes(title) ? copyName(title, DEFAULT_LIMITS) : title;
  const body = isEmptyBody(written.body)
    ? lines.map((line) => `<p>${line}</p>`).join("")
    : written.body;
  return {
    fields: { ...formats, name, subject: written.subject, body },
    sample: listSample(list),
  };
}

/** The name of a template for a list: that of its file, or of the email that its people have. */
function titleFor({ source: { kind, name } }: List): string {
  const earlier = kind === "people" ? /“(.+)”$/.exec(name)?.[1] : undefined;
  return earlier === undefined ? name.replace(/\.[a-z]{2,4}$/i, "") : `Follow-up to ${earlier}`;
}

/** Who has several rows: the name of a column whose values an email can greet. */
const SEVERAL_ROWS = /^(parents?|guardian|family|customer|client|eltern|familie|kunde)$/i;

const isSent = (row: Row) => isIncluded(row) && row.skipped === null;

/** Of each mailbox with several rows: their places in the list. */
function familiesOf(list: List): number[][] {
  const { address } = list.mapping;
  if (address === null) return [];
  const places = list.rows.flatMap((row, at): [string, number][] => {
    const key = isSent(row) ? addressIn(textIn(list, row, address)) : null;
    return key === null ? [] : [[key, at]];
  });
  return [...groupEntries(places).values()].filter((rows) => rows.length > 1);
}

/** A line for each row of an email, and the totals of its amounts; none if no column differs. */
function repeatedLines(own: readonly ListColumn[], families: readonly number[][]): string[] {
  const [first, ...others] = own.map(({ written }) => written);
  if (first === undefined) return [];
  const line = others.length > 0 ? `${first}: ${others.join(", ")}` : first;
  const totals = own.filter((column) => isAmount(column, families));
  return [
    "{{#rows}}",
    line,
    "{{/rows}}",
    ...totals.map(({ name }) => {
      // Without a fallback: with one, a row whose amount is still missing would owe 0.
      const total = { ...newPlaceholder(name), isSum: true };
      const word = totals.length > 1 ? `Total ${escapeHtml(name)}` : "Total";
      return `${word}: ${serializePlaceholder(total, "html")}`;
    }),
  ];
}

/** Names of columns whose numbers mean something added up: a class or an id doesn't. */
const ADDED_UP =
  /amount|price|total|sum|fee|cost|balance|paid|owed|hours|quantity|qty|betrag|preis|summe|gebühr|kosten|stunden|menge|anzahl/i;

/** Whether each email can have the total of a column, and its name or values say that it means something. */
function isAmount({ name, type, values }: ListColumn, families: readonly number[][]): boolean {
  if (type !== "text") return false;
  const numbers = numbersIn(values);
  if (numbers === null || !(numbers.areAmounts || ADDED_UP.test(name))) return false;
  return families.every((rows) => {
    const own = rows.map((row) => values[row] ?? "").filter((value) => !isBlank(value));
    return own.length === 0 || "text" in sumOf(own, numbers.form);
  });
}

/**
 * The first row of a list that gets an email, and the rows of one email for several, to preview a
 * template with.
 */
export function listSample(list: List): TemplateSample {
  const columns = placeholderColumns(list);
  const { address, dates, numbers } = list.mapping;
  const textOf = (row: Row | undefined, header: string) =>
    row ? textIn(list, row, header).trim() : "";
  const addressOf = (row: Row | undefined) => (address === null ? "" : textOf(row, address));
  const valuesOf = (row: Row | undefined) =>
    new Map(list.columns.map((header) => [header, textOf(row, header)]));
  const first = list.rows.find(isSent) ?? list.rows.find(isIncluded);
  const read = [...list.rows, ...(list.deleted ?? [])];
  const family = familiesOf(list)[0]?.slice(0, MAX_ROWS_OF_EMAIL);
  return {
    from: list.source.name,
    to: addressOf(first),
    isFirst: read.every(({ id }) => first !== undefined && id >= first.id),
    columns,
    values: valuesOf(first),
    family: family
      ? {
          to: addressOf(list.rows[family[0] ?? 0]),
          rows: family.map((at) => valuesOf(list.rows[at])),
        }
      : null,
    dateOrders: new Map(
      columns.flatMap(({ name }) => {
        const column = columnOrder(
          textsRead(list, name, "date"),
          DEFAULT_FORMATS.dateFormat,
          dates.get(name),
        );
        return isCertain(column) ? [[name, column.order]] : [];
      }),
    ),
    numberForms: new Map(
      columns.flatMap(({ name }) => {
        const { form } = notationOf(textsRead(list, name, "text"), numbers.get(name));
        return form === null ? [] : [[name, form]];
      }),
    ),
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
  columns: readonly {
    values: readonly string[];
    /** Also of rows that left the list. */
    texts: readonly string[];
    answer: DateOrder | undefined;
  }[],
): DateFormat {
  const written = new Map<DateFormat, number>();
  for (const { values, texts, answer } of columns) {
    const column = columnOrder(texts, DEFAULT_FORMATS.dateFormat, answer);
    if (!isCertain(column) && values.some((value) => readNumericDate(value)?.isOpen)) return "long";
    for (const value of values) {
      const format = formatOf(value, column.order);
      if (format !== null) written.set(format, (written.get(format) ?? 0) + 1);
    }
  }
  const [most] = [...written].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? DEFAULT_FORMATS.dateFormat;
}
