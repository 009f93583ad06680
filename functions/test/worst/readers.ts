import { isBodyTooLong, textLength } from "@sendwright/core/body/length";
import { AppError } from "@sendwright/core/contract/appError";
import {
  HTML_PER_TEXT,
  MAX_CSV_BYTES,
  MAX_LIST_ROWS,
  MAX_SUBJECT_LENGTH,
  MAX_VALUE_LENGTH,
} from "@sendwright/core/contract/limits";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatTime } from "@sendwright/core/dates/times";
import { checkList } from "@sendwright/core/list/check";
import { NO_MAPPING } from "@sendwright/core/list/list";
import { columnsReport, feedsOf, likelyColumns } from "@sendwright/core/list/mapping";
import { listOfTable } from "@sendwright/core/list/read";
import { listOfUpload } from "@sendwright/core/list/upload";
import { parseTemplate } from "@sendwright/core/placeholders";
import { compileTemplate } from "@sendwright/core/placeholders/compileTemplate";
import { NO_COPIES } from "@sendwright/core/recipients/copies";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { isEmailAddress } from "@sendwright/core/recipients/recipients";
import { planOf } from "../../src/features/sends/accept/plan.ts";
import { inlineStyles } from "../../src/mail/inlineStyles.ts";
import { normalizeBody } from "../../src/mail/normalizeBody.ts";
import { plainText } from "../../src/mail/plainText.ts";
import { prepareMail } from "../../src/mail/prepareMail.ts";
import { sanitizeBody } from "../../src/mail/sanitizeBody.ts";

/**
 * The texts that cost most of all that the search has found (search.ts), and those that once held a
 * server up: a reader's name, a unit that is repeated, and another that makes up the second half.
 */
export const FOUND: readonly [reader: string, first: string, second: string][] = [
  // What once held a server up, as far as it is not refused.
  ["normalizeBody", " ", ""],
  ["code", "<br>", ""],
  ["value of a mail", "a\n", ""],
  ["mail", '<a href="{{a}}"></a>', ""],
  ["mail", '<td colspan="20" rowspan="20">x</td>', ""],
  ["readCsv", ",", ""],
  ["a bulk send's rows", "a", ""],
  ["a bulk send's rows", "a\u2028", ""],
  ["readCsv", "\n", ""],
  ["readCsv", "\n>", ""],
  ["a bulk send's file", "\r\na", ""],
  ["quotes of a mail", "<br>", ""],
  ["normalizeBody", " \n", ""],
  ["normalizeBody", "<a>x</a>", ""],
  ["normalizeBody", "<ul><li data-list=ordered></ul>", ""],
  ["plainText", "a<br>", ""],
  ["mail", "<tr><td>", ""],
  ["mail", "{{a}}", ""],
  ["subject of a mail", "x ", ""],
  ["readCsv", "a,", ""],
  ["columns", "c,", ""],
  // What the search has found since.
  ["a bulk send's file", "<a |\n-", ""],
  ["a bulk send's file", '&nbsp;<li\r\n class="qindent-8">', ""],
  ["readCsv", "\n{{a <li>", ""],
  ["readCsv", ":</table>", "\ufeff\n"],
  ["columns", ",", "</pre>"],
  ["splitRecipients", "<a", "@</b>"],
  ["splitRecipients", "<a", "@<א<א<a>>"],
  ["splitRecipients", "<", "\0&amp;ü<li><b><span>1/2/2025"],
  ["splitRecipients", "]]>,<h1></", ""],
  ["mail", "> </p>", ""],
  ["mail", "{{/{{{</p>", ""],
  ["mail", '<</ul><li data-list="ordered">', ""],
  ["mail of a long value", "{</p>", ""],
  ["mail of a long value", "<hr>\u200b{{#]]>", "<li>{"],
  ["mail of a long value", ";<td>", ""],
  ["a bulk send's rows", '</table><a href="{{a}}">\u0301<i>', ""],
  ["normalizeBody", "</p>😀", ""],
  ["code", ".<hr>", ""],
  ["value of a mail", "<<p>", ""],
  ["plainText", "<א<li>:", ""],
  ["a bulk send's rows", ' \ufeff"\ufeff', ""],
  ["cells of a mail", "\n1<sv", "<<a>"],
  ["cells of a mail", "a{{/a}}!--@ <pre><img>\u0301", '</table><li data-list=&ordered">1/2/2025'],
  ["sections of a mail", ".<template>-<script>1a{{/", ""],
];

/** A function over a person's text, and how many characters the product lets it read. */
interface Reader {
  most: number;
  read(text: string): unknown;
}

const formats = { dateFormat: "long", timeFormat: "12hr" } as const;
const BODY = 10_000 * HTML_PER_TEXT;
/** What a call brings as text in a field of its own. */
const FIELD = 1_000_000;
const ROWS = 1_000;

const body = (read: (html: string) => unknown): Reader => ({ most: BODY, read });
const value = (read: (text: string) => unknown): Reader => ({ most: MAX_VALUE_LENGTH, read });
const file = (read: (text: string) => unknown): Reader => ({ most: MAX_CSV_BYTES, read });

function mailOf(subject: string, html: string) {
  return prepareMail({ ...formats, subject, body: html });
}

/** A mail of `html`, with `text` as the value of {{a}}. */
function mailed(subject: string, html: string, text: string): unknown {
  return mailOf(subject, html).render(new Map([["a", text]]));
}

/** A file as a bulk send takes it: each column a variable of the subject, in every type. */
function bulk(text: string): unknown {
  const table = readCsv(text, { maxRows: ROWS });
  const types = ["text", "date", "time", "email", "text:x"];
  const names = table.headers.filter((name) => /^[^{}|#^/<>&]+$/.test(name)).slice(0, 60);
  const places = names.map((name, i) => `{{${name}|${types[i % types.length]}}}`).join("");
  return planned(table, places.slice(0, MAX_SUBJECT_LENGTH), `<p>${places}</p>`);
}

/**
 * A thousand rows, or as many as a file may hold, whose one value appears in the subject as often
 * as possible.
 */
function rowsOf(text: string): unknown {
  const value = text.slice(0, MAX_VALUE_LENGTH - 10).replaceAll('"', '""');
  const row = (i: number) => `a${i}@b.co,"${i}${value}"`;
  const rows = Math.min(ROWS, Math.floor((MAX_CSV_BYTES - 4) / (Buffer.byteLength(row(ROWS)) + 1)));
  const table = readCsv(`e,a\n${Array.from({ length: rows }, (_, i) => row(i)).join("\n")}`);
  return planned(table, "{{#a}}{{a}}{{/a}}".repeat(58), "<p>x</p>");
}

function planned(table: ReturnType<typeof readCsv>, subject: string, html: string): unknown {
  const mail = mailOf(subject, html);
  const list = listOfTable(table, { kind: "file", name: "" });
  const mapping = { ...list.mapping, address: table.headers[0] ?? null };
  const checking = {
    ...formats,
    subject,
    body: html,
    variables: mail.variables,
    values: new Map(),
    limit: ROWS,
  };
  const checked = checkList({ ...list, mapping }, checking);
  const source = {
    ...formats,
    title: "",
    templateId: null,
    subject,
    body: html,
    attachments: [],
    signature: "",
  };
  return planOf("csv", { ...source, ...mail }, NO_COPIES, checked, []);
}

const { variables } = parseTemplate({ body: "{{c}}" });

/** What becomes of the headers of a file, which are distinct. */
function matched(headers: readonly string[]): unknown {
  const list = { columns: headers.map((header, i) => header + i), mapping: NO_MAPPING };
  const feeds = feedsOf(list, variables);
  return [columnsReport(list, variables, feeds), likelyColumns(list, feeds)];
}

/** A file with as many rows as a page may upload, skipped ones too. */
function uploaded(text: string): unknown {
  const content = new TextEncoder().encode(text);
  const rows = Array.from({ length: MAX_LIST_ROWS }, (_, i) => ({ line: i + 2 }));
  return listOfUpload({
    content,
    rows,
    rows_left_out: 0,
    recipient_template: "e",
    variables: {},
    date_orders: {},
  });
}

/**
 * The functions that take a person's text as it is and take longer for a longer one, and then what
 * the product makes of them.
 */
export const READERS: Record<string, Reader> = {
  readCsv: file(readCsv),
  listOfUpload: file(uploaded),
  splitRecipients: { most: FIELD, read: splitRecipients },
  isEmailAddress: { most: FIELD, read: isEmailAddress },
  textLength: { most: FIELD, read: textLength },
  isBodyTooLong: { most: FIELD, read: (text) => isBodyTooLong(text, { MAX_BODY_LENGTH: 10_000 }) },
  subject: { most: MAX_SUBJECT_LENGTH, read: (subject) => compileTemplate({ subject }) },
  body: body((html) => compileTemplate({ body: html })),
  formatDate: value((text) => formatDate(text, { format: "long", order: "mdy" })),
  formatTime: value((text) => formatTime(text, "12hr")),
  sanitizeBody: body(sanitizeBody),
  normalizeBody: body((html) => normalizeBody(sanitizeBody(html))),
  plainText: body((html) => plainText(sanitizeBody(html))),
  inlineStyles: body((html) => inlineStyles(sanitizeBody(html))),
  code: body((lines) => normalizeBody(sanitizeBody(`<pre>${lines}</pre>`))),
  "a bulk send's file": file(bulk),
  "a bulk send's rows": value(rowsOf),
  // A file has at most 500, of at most 10,000 characters.
  columns: {
    most: 5_000_000,
    read: (text) => matched(text.split(",").slice(0, 500)),
  },
  mail: body((html) => mailed("s", html, "x")),
  "mail of a long value": body((html) => mailed("s", html, "x\u2028".repeat(MAX_VALUE_LENGTH / 2))),
  "subject of a mail": value((text) => mailed("{{a}}".repeat(199), "", text)),
  "value of a mail": value((text) => mailed("s", "{{a}}".repeat(100), text)),
  "sections of a mail": value((text) => mailed("s", "{{#a}}x{{/a}}".repeat(7_000), text)),
  "targets of a mail": value((text) => mailed("s", '<a href="{{a}}">x</a>'.repeat(100), text)),
  // The most levels allowed, the line break included: each adds a mark to every line of the plain
  // text.
  "quotes of a mail": body((lines) =>
    mailed("s", `${"<blockquote>".repeat(29)}${lines}`.slice(0, BODY), "x"),
  ),
  "links of a bulk send": file((text) =>
    planned(
      readCsv(text, { maxRows: ROWS }),
      "",
      '<a href="https://{{a}}.b.co">x</a>'.repeat(3_000),
    ),
  ),
  "cells of a mail": value((text) =>
    mailed("s", `<table><tr>${"<td>{{a}}</td>".repeat(50)}</tr></table>`, text),
  ),
};

/**
 * Repeats a unit up to so many characters, or the first unit in one half and the second in the
 * other.
 */
export function textOf([first, second]: readonly [string, string], length: number): string {
  const times = (unit: string, room: number) => unit.repeat(Math.floor(room / unit.length));
  if (second === "") return times(first, length);
  return times(first, length / 2) + times(second, length / 2);
}

/**
 * Milliseconds of the processor that reading takes, independent of other load. Refusing with an
 * error counts as reading.
 */
export function cost(read: (text: string) => unknown, text: string): number {
  const begin = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}
