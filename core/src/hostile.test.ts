import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "./contract/appError.ts";
import { CSV_DELIMITERS } from "./contract/csv.ts";
import { dateFormat } from "./contract/templates.ts";
import { detectDelimiter } from "./csv/delimiter.ts";
import { readCsv } from "./csv/readCsv.ts";
import { formatDate } from "./dates/dates.ts";
import { columnOrder } from "./dates/order.ts";
import { formatTime } from "./dates/times.ts";
import { listOfUpload } from "./list/upload.ts";
import { compileTemplate } from "./placeholders/compileTemplate.ts";
import { splitRecipients } from "./recipients/list.ts";
import { parseRecipient } from "./recipients/recipients.ts";

/** Random texts of pieces that mean something to a reader and of anything else, some repeated often. */
function hostile(...pieces: string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
  );
  const repeated = fc.tuple(piece, fc.constantFrom(1, 1, 1, 2, 300)).map(([text, times]) => text.repeat(times));
  return fc.array(repeated, { maxLength: 30 }).map((parts) => parts.join(""));
}

const anyCsv = hostile(...'" "" , ; \t | \r\n \n \r \' = a Email \ufeff \0 \ud83d \u2028'.split(" "), " ", "sep=;\n");

test("the CSV reader returns a table or an error for any file", () => {
  const delimiter = fc.option(fc.constantFrom(...CSV_DELIMITERS), { nil: undefined });
  void fc.assert(
    fc.property(anyCsv, delimiter, fc.nat(3), (text, given, maxRows) => {
      expect(CSV_DELIMITERS).toContain(detectDelimiter(text));
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
        expect(error.reason).toMatch(/^(csv_unreadable|csv_no_rows|invalid_input|recipient_column_missing)$/);
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
  ..."{ } {{ }} {{{ }}} {{#a}} {{^a}} {{/a}} {{a}} {{#b}} {{/b}} {{a|date}} {{a|time}} {{a|dropdown:x,y}} {{constructor}}".split(
    " ",
  ),
  ...'| : , # ^ / & < > <p> </p> <a href=" "> <!-- --> &#123; &amp; &#x110000; __proto__'.split(" "),
);
const anyDate = hostile(..."0 1 9 12 31 99 2024 -5 - / . T Z : +01:00 Feb March am pm ad 1e9".split(" "), " ");
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
        const { subject, html } = render(new Map(variables.map(({ name }) => [name, value])), given);
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
      const date = formatDate(value, { format, order: columnOrder([value, "", value], format).order });
      expect(date.recognized || date.text === value).toBe(true);
      for (const timeFormat of timeFormats) {
        const time = formatTime(value, timeFormat);
        expect(time.recognized || time.text === value).toBe(true);
      }
    }),
  );
});
