import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkTemplateFields } from "./check/templateFields.ts";
import { requireValues } from "./check/value.ts";
import { AppError } from "./contract/appError.ts";
import { CSV_DELIMITERS } from "./contract/csv.ts";
import { DEFAULT_LIMITS } from "./contract/limits.ts";
import { dateFormat, type Variable } from "./contract/templates.ts";
import { detectDelimiter } from "./csv/delimiter.ts";
import { readCsv } from "./csv/readCsv.ts";
import { readRecords } from "./csv/records.ts";
import { columnOrder, formatDate } from "./dates/dates.ts";
import { formatTime } from "./dates/times.ts";
import { listOfUpload } from "./list/upload.ts";
import { compileTemplate } from "./placeholders/compileTemplate.ts";
import { splitRecipients } from "./recipients/list.ts";
import { parseRecipient } from "./recipients/recipients.ts";
import { checked, listOfRows } from "./testing/csvCheck.ts";

/**
 * Random texts of pieces that mean something to a reader and of anything else, some repeated often.
 */
function hostile(...pieces: string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
  );
  const repeated = fc
    .tuple(piece, fc.constantFrom(1, 1, 1, 2, 300))
    .map(([text, times]) => text.repeat(times));
  return fc.array(repeated, { maxLength: 30 }).map((parts) => parts.join(""));
}

const anyCsv = hostile(
  ...'" "" , ; \t | \r\n \n \r \' = a Email \ufeff \0 \ud83d \u2028'.split(" "),
  " ",
  "sep=;\n",
);

test("the CSV reader returns a table or an error for any file", () => {
  const delimiter = fc.option(fc.constantFrom(...CSV_DELIMITERS), { nil: undefined });
  void fc.assert(
    fc.property(anyCsv, delimiter, fc.nat(3), (text, given, maxRows) => {
      expect(CSV_DELIMITERS).toContain(detectDelimiter(text).delimiter);
      try {
        const table = readCsv(text, { maxRows, ...(given && { delimiter: given }) });
        expect(table.rows.length).toBeLessThanOrEqual(maxRows);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.reason).toMatch(/^csv_/);
      }
    }),
  );
});

test("the server's reader returns a list or an error for any upload", () => {
  void fc.assert(
    fc.property(anyCsv, fc.constantFrom("a", "Email", ""), fc.nat(4), (text, recipient, count) => {
      const content = new TextEncoder().encode(`\ufeff${recipient}\r\n${text}`);
      const rows = Array.from({ length: count }, () => ({ line: null }));
      try {
        const given = {
          content,
          rows,
          recipient_template: recipient,
          rows_left_out: 0,
          variables: {},
          date_orders: {},
        };
        expect(listOfUpload(given).rows).toHaveLength(count);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.reason).toMatch(
          /^(csv_unreadable|csv_no_rows|invalid_input|recipient_column_missing)$/,
        );
      }
    }),
  );
});

const anyRecipients = hostile(
  ...'< > " \\ ( ) , ; : @ . a b.co a@b.co <a@b.co> [127.0.0.1] \0 ü \u202e'.split(" "),
  " ",
  "\n",
);

test("the recipient list returns addresses or pieces of any text", () => {
  void fc.assert(
    fc.property(anyRecipients, (text) => {
      for (const { text: piece, address } of splitRecipients(text)) {
        expect(piece).not.toBe("");
        if (address !== null) expect(parseRecipient(piece)?.address).toBe(address);
      }
    }),
  );
});

const anyTemplate = hostile(
  ..."{ } {{ }} {{{ }}} {{#a}} {{^a}} {{/a}} {{a}} {{#b}} {{/b}} {{a|date}} {{a|time}} {{a|dropdown:x,y}} {{constructor}} {{#rows}} {{/rows}} {{#rows}}{{a}}{{/rows}} {{a|sum}} {{b|sum:0}}".split(
    " ",
  ),
  ..."<li> </li> <ul> </ul> <table> <tr> <td> </td> </tr> </table> <br> <b> </b> <pre>".split(" "),
  ...'| : , # ^ / & < > <p> </p> <a href=" "> <!-- --> &#123; &amp; &#x110000; __proto__'.split(
    " ",
  ),
);
const anyDate = hostile(
  ..."0 1 9 12 31 99 2024 -5 - / . T Z : +01:00 Feb March am pm ad 1e9".split(" "),
  " ",
);
const timeFormats = ["12hr", "24hr"] as const;

test("any template can be read and rendered with any values", () => {
  const options = fc.record({
    dateFormat: fc.constantFrom(...dateFormat.options),
    timeFormat: fc.constantFrom(...timeFormats),
    mark: fc.boolean(),
  });
  void fc.assert(
    fc.property(anyTemplate, fc.oneof(anyTemplate, anyDate), options, (source, value, given) => {
      const { variables, render } = compileTemplate({ subject: source, body: source });
      try {
        const row = new Map(variables.map(({ name }) => [name, value]));
        const { subject, html } = render(row, { ...given, further: [row, row] });
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(html).toEqual(expect.any(String));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(given.mark).toBe(false);
        if (error.reason === "missing_variables") expect(value.trim()).not.toMatch(/[a-z0-9]/i);
        else expect(error.reason).toBe("invalid_values");
      }
    }),
  );
});

test("any text that is neither date nor time stays as it is", () => {
  void fc.assert(
    fc.property(anyDate, fc.constantFrom(...dateFormat.options), (value, format) => {
      const date = formatDate(value, {
        format,
        order: columnOrder([value, "", value], format).order,
      });
      expect(date.recognized || date.text === value).toBe(true);
      for (const timeFormat of timeFormats) {
        const time = formatTime(value, timeFormat);
        expect(time.recognized || time.text === value).toBe(true);
      }
    }),
  );
});

/** Files, templates and values that stay within every other limit; see mail/bombs.test.ts. */
const formats = { body: "", dateFormat: "long", timeFormat: "12hr" } as const;

function refusal(work: () => unknown): { reason: string; message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { reason: error.reason, message: error.message };
    throw error;
  }
  return { reason: "none", message: "" };
}

function variables(count: number): Variable[] {
  const text = { type: "text", options: [], fallback: null, required: false } as const;
  return Array.from({ length: count }, (_, i) => ({ ...text, options: [], name: `v${i}` }));
}

test("allows a file 500 columns and refuses 501 in a sentence", () => {
  const header = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join(",");
  expect(readCsv(`${header(500)}\n1`).headers).toHaveLength(500);
  expect(refusal(() => readCsv(`${header(501)}\n1`))).toEqual({
    reason: "too_many_columns",
    message:
      "CSV Error: The list has 501 columns. At most 500 can be read. Delete the ones you don't need.",
  });
});

test("allows a file 500,000 lines and refuses more in a sentence, empty lines included", () => {
  expect(readCsv(`e${"\na".repeat(499_999)}`, { maxRows: 10 }).rowsOverLimit).toBe(499_989);
  const tooMany = {
    reason: "too_many_lines",
    message:
      "CSV Error: The list has more than 500,000 lines. Delete the ones you don't need, including empty ones.",
  };
  expect(refusal(() => readCsv(`e${"\na".repeat(500_000)}`, { maxRows: 10 }))).toEqual(tooMany);
  for (const lines of ["\n", "\r", "\r\n"]) {
    expect(refusal(() => readCsv(lines.repeat(5_000_000)))).toEqual(tooMany);
  }
});

test("refuses 10 MB of commas before ten million columns get a name, or a row ten million cells", () => {
  expect(refusal(() => readCsv(`${",".repeat(10_000_000)}x\n1`)).reason).toBe("too_many_columns");
  expect(refusal(() => readCsv(`${"a,".repeat(5_000_000)}\n1`)).reason).toBe("too_many_columns");
  const file = `a,b\n${",".repeat(10_000_000)}x\n`;
  const { rows, warnings } = readCsv(file);
  expect(rows.map(({ cells }) => cells.length)).toEqual([501]);
  expect(warnings[0]?.message).toBe("The row has more than 500 values, but there are 2 columns.");
  expect(refusal(() => readRecords(new TextEncoder().encode(file))).reason).toBe(
    "too_many_columns",
  );
});

test("refuses 10 MB of line breaks before it reads five million records", () => {
  const file = new TextEncoder().encode("\r\n".repeat(5_000_000));
  expect(refusal(() => readRecords(file)).reason).toBe("too_many_lines");
});

test("allows a row's values 200 kB together", () => {
  const names = variables(30).map(({ name }) => name);
  const rowOf = (length: number) => {
    const list = listOfRows(
      ["Email", ...names],
      [["a@b.co", ...names.map(() => "ä".repeat(length))]],
    );
    return checked(list, variables(30)).rows[0];
  };
  expect(rowOf(3_300)).toMatchObject({ verdict: "ready" });
  expect(rowOf(3_400)).toMatchObject({
    verdict: "skip",
    reason: "All values of this row together are too long.",
  });
  const given = new Map(names.map((name) => [name, "ä".repeat(3_400)]));
  expect(
    refusal(() => requireValues(variables(30), given, { ...formats, subject: "" })).reason,
  ).toBe("values_too_long");
});

test("the page says before a save why the server would refuse it", () => {
  const body = Array.from({ length: 201 }, (_, i) => `{{v${i}}}`).join("");
  const problems = (given: string) =>
    checkTemplateFields({ name: "n", subject: "s", body: given }, [], DEFAULT_LIMITS);
  expect(problems(body)).toEqual([
    {
      field: "body",
      message: "The template has 201 placeholders with different names. You can have at most 200.",
    },
  ]);
  expect(problems(`<table><tr>${"<td>x</td>".repeat(51)}</tr></table>`)).toEqual([
    {
      field: "body",
      message:
        "A table in the body is too large: at most 50 columns, and 5,000 cells in all tables.",
    },
  ]);
});
