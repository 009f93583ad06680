import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { isBodyTooLong, signatureProblem } from "../body/length.ts";
import { AppError } from "../contract/appError.ts";
import {
  demoPreview,
  findReceived,
  retrySend,
  sendBulk,
  sendDirect,
  templateFields,
} from "../contract/index.ts";
import { DEFAULT_LIMITS } from "../contract/limits.ts";
import { readCsv } from "../csv/readCsv.ts";
import { attachmentProblems, manualAttachmentProblems } from "../files/fileMessages.ts";
import { requirePicture } from "../files/pictures.ts";
import { isTooFarAhead } from "../hours/hours.ts";
import { readAddresses } from "../recipients/copies.ts";
import { addresses, variablesOf } from "../testing/csvCheck.ts";
import { checkRecipient } from "./address.ts";
import { checkTemplateFields, requireTemplateSize } from "./templateFields.ts";
import { checkTogether, checkValues } from "./value.ts";

/** The problem of an input at a number, in words; null if there is none. */
type Problem = (count: number) => string | null;

const text = (length: number) => "x".repeat(length);
const words = (isRefused: boolean) => (isRefused ? "It is refused." : null);
const thrown = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};
const list = <T>(count: number, each: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => each(index));
const wire = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;
const fieldProblem = (fields: { name?: string; body?: string }) =>
  checkTemplateFields({ name: "A", subject: "B", body: "", ...fields }, [], DEFAULT_LIMITS)[0]
    ?.message ?? null;
const people = (count: number) => list(count, (n) => `p${n}@b.co`).join();
const pictures = (count: number) =>
  list(count, (n) => ({ name: `picture-${String(n).padStart(16, "0")}.png`, size: 1 }));
/** A table of so many cells, in rows of at most 50. */
const cells = (count: number) => list(count, (n) => (n % 50 === 0 ? "<tr><td>" : "<td>")).join("");
const valueProblem: Problem = (length) =>
  checkValues(variablesOf("{{V}}"), new Map([["V", text(length)]]), {
    subject: "",
    body: "{{V}}",
    ...FORMATS,
  }).invalid[0]?.message ?? null;
const FORMATS = { dateFormat: "iso", timeFormat: "24hr" } as const;
const png = (bytes: number) => {
  const picture = new Uint8Array(bytes);
  picture.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return picture;
};
const demo = demoPreview.input.shape.variables.shape["Promo Code"];
const corrects = (count: number) =>
  JSON.stringify({ send: "send-0001", rows: list(count, (n) => n + 1) });

const LIMITS: [limit: string, most: number, problem: Problem, words: string | RegExp][] = [
  [
    "characters of a body's text",
    10_000,
    (n) => words(isBodyTooLong(text(n), DEFAULT_LIMITS)),
    /./,
  ],
  [
    "characters of a body's HTML",
    100_000,
    (n) => words(isBodyTooLong("<".padEnd(n, "b"), DEFAULT_LIMITS)),
    /./,
  ],
  [
    "characters of a body, in words",
    10_000,
    (n) => fieldProblem({ body: text(n) }),
    /10000 characters/,
  ],
  [
    "characters of a signature",
    2_000,
    (n) => signatureProblem(text(n)),
    /at most 2,000 characters/,
  ],
  [
    "characters of a signature's HTML",
    20_000,
    (n) => signatureProblem("<".padEnd(n, "b")),
    /at most 2,000 characters/,
  ],
  [
    "characters of a template's name",
    100,
    (n) => fieldProblem({ name: text(n) }),
    "Template name too long (max 100 chars)",
  ],
  ["characters of a subject", 998, (n) => wire(templateFields.shape.subject, text(n)), /998/],
  ["characters of a list's name", 255, (n) => wire(sendBulk.input.shape.list_name, text(n)), /255/],
  [
    "addresses in Cc",
    10,
    (n) => readAddresses(people(n), "Cc").problem,
    "Cc has more than 10 addresses",
  ],
  [
    "characters of Cc",
    4_000,
    (n) => readAddresses("a@b.co".padEnd(n), "Cc").problem,
    "Cc is longer than 4,000 characters",
  ],
  ["characters of a value", 10_000, valueProblem, /longer than 10,000 characters/],
  [
    "characters of a recipient",
    10_000,
    (n) => checkRecipient("a@b.co".padEnd(n)).findings[0]?.message ?? null,
    /longer than 10,000 characters/,
  ],
  [
    "characters of a header",
    10_000,
    (n) => thrown(() => readCsv(`${text(n)}\n1`)),
    /Could not parse headers/,
  ],
  [
    "bytes of a row",
    200_000,
    (n) => checkTogether([text(n - 2), "é"])?.message ?? null,
    /together are too long/,
  ],
  [
    "placeholders",
    200,
    (n) => thrown(() => requireTemplateSize(n, "")),
    /has 201 placeholders.* at most 200/,
  ],
  [
    "cells of all tables",
    5_000,
    (n) => thrown(() => requireTemplateSize(0, cells(n))),
    /5,000 cells in all tables/,
  ],
  [
    "cells that cells span",
    5_000,
    (n) =>
      thrown(() => requireTemplateSize(0, `${cells(n - 20)}<tr><td colspan="2" rowspan="10">`)),
    /5,000 cells in all tables/,
  ],
  [
    "columns of a table",
    50,
    (n) => thrown(() => requireTemplateSize(0, `<tr>${"<td>".repeat(n - 9)}<td colspan="9">`)),
    /at most 50 columns/,
  ],
  [
    "files of an email",
    5,
    (n) =>
      attachmentProblems(
        list(n, () => ({ size: 1 })),
        DEFAULT_LIMITS,
      )[0] ?? null,
    /limit \(5\)/,
  ],
  [
    "bytes of an email's files",
    5_242_880,
    (n) => attachmentProblems([{ size: n }], DEFAULT_LIMITS)[0] ?? null,
    /\(5 MB\)/,
  ],
  [
    "pictures of an email",
    10,
    (n) => attachmentProblems(pictures(n), DEFAULT_LIMITS)[0] ?? null,
    /at most 10 pictures/,
  ],
  [
    "pictures of a composed email",
    10,
    (n) => manualAttachmentProblems(pictures(n), DEFAULT_LIMITS)[0] ?? null,
    /at most 10/,
  ],
  [
    "pictures that a body shows",
    10,
    (n) =>
      fieldProblem({
        body: pictures(n)
          .map(({ name }) => `<img src="cid:${name}">`)
          .join(""),
      }),
    /at most 10 pictures/,
  ],
  [
    "bytes of a picture",
    2_097_152,
    (n) => thrown(() => requirePicture("a.png", png(n))),
    "A picture can have at most 2 MB.",
  ],
  [
    "columns of a file",
    500,
    (n) => thrown(() => readCsv(`${list(n, (at) => `h${at}`)}\n1`)),
    /501 columns. At most 500/,
  ],
  [
    "values of a row",
    500,
    (n) =>
      readCsv(`${list(500, (at) => `h${at}`)}\n${list(n, String)}`).warnings[0]?.message ?? null,
    /more than 500 values/,
  ],
  [
    "lines of a file",
    500_000,
    (n) => thrown(() => readCsv(`a${"\n".repeat(n - 1)}1`)),
    /more than 500,000 lines/,
  ],
  ["rows of a list", 10_000, (n) => words(addresses("a@b.co ".repeat(n)).beyond > 0), /./],
  [
    "rows of a list on the wire",
    10_000,
    (n) => wire(sendBulk.input.shape.rows, JSON.stringify(list(n, () => ({ line: 1 })))),
    "must not have more than 10000 entries",
  ],
  [
    "the line of a row",
    500_001,
    (n) => wire(sendBulk.input.shape.rows, `[{"line":${n}}]`),
    /must be a line number/,
  ],
  [
    "rows to correct",
    10_000,
    (n) => wire(sendBulk.input.shape.corrects, corrects(n)),
    /more than 10000/,
  ],
  [
    "rows to send again",
    10_000,
    (n) =>
      wire(
        retrySend.input.shape.rows,
        list(n, (at) => at + 1),
      ),
    /more than 10000/,
  ],
  [
    "people to ask about",
    10_000,
    (n) =>
      wire(
        findReceived.input.shape.people,
        list(n, (at) => ({ row: at + 1, recipient: "a@b.co" })),
      ),
    /more than 10000/,
  ],
  [
    "seconds until a send can't be undone",
    10,
    (n) => wire(sendDirect.input.shape.hold, String(n)),
    "must not be more than 10",
  ],
  ["milliseconds until a send", 30 * 86_400_000, (n) => words(isTooFarAhead(n, 0)), /./],
  ["characters of the demo's fields", 50, (n) => wire(demo, text(n)), /50/],
];

test.each(LIMITS)(
  "a limit holds at its number and refuses one more: %s (%i)",
  (_limit, most, problem, sentence) => {
    expect(problem(most)).toBeNull();
    expect(problem(most + 1)).toMatch(sentence);
  },
);
