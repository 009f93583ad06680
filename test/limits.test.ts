import { readFileSync } from "node:fs";
import * as limits from "@sendwright/core/contract/limits";
import { expect, test } from "vitest";

const product = readFileSync(new URL("../docs/product.md", import.meta.url), "utf8");
const [, section = ""] = /^## Limits\n(.*?)^`functions\/src\/config\.ts`/ms.exec(product) ?? [];

const number = (count: number) => count.toLocaleString("en-US");
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

test("docs/product.md has one table of all limits, with the numbers that hold", () => {
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, what = "", limit = ""]) => [what, limit],
  );
  expect(rows).toEqual([
    ["what", "limit"],
    ["open sends per person", `${limits.MAX_OPEN_SENDS} (then \`409 too_many_open_sends\`)`],
    [
      "stored recipients and files of a person's sends",
      `${number(limits.MAX_KEPT_MB)} MB (then \`409 too_much_kept\`)`,
    ],
    ["files of single people in a send", number(limits.MAX_FILES_OF_ROWS)],
    [
      "subject · value",
      `${limits.MAX_SUBJECT_LENGTH} · ${number(limits.MAX_VALUE_LENGTH)} characters`,
    ],
    ["people you don't email", number(limits.MAX_SUPPRESSIONS)],
    [
      "a signature",
      `${number(limits.MAX_SIGNATURE_LENGTH)} characters, its HTML ten times as long`,
    ],
    [
      "Reply-To, Cc, Bcc",
      `${limits.MAX_COPIES} addresses and ${number(limits.MAX_COPIES_LENGTH)} characters each`,
    ],
    [
      "a CSV file",
      `${megabytes(limits.MAX_CSV_BYTES)}, ${limits.MAX_CSV_COLUMNS} columns, ${number(limits.MAX_CSV_LINES)} lines`,
    ],
    ["different placeholders in a template", `${limits.MAX_VARIABLES}`],
    ["values of one row together", `${limits.MAX_ROW_VALUES_BYTES / 1_000} kB`],
    [
      "values of one email, each time they appear",
      "1,000,000 characters (a line break counts as 10)",
    ],
    [
      "links with values in one email",
      "200,000 characters, plus 500 for each link and each value in it",
    ],
    ["a subject with its values", `${limits.MAX_SUBJECT_BYTES} bytes`],
    [
      "pictures of an email · of a template",
      `${limits.MAX_PICTURES} · ${limits.MAX_STORED_PICTURES}, each ${megabytes(limits.MAX_PICTURE_BYTES)}`,
    ],
    [
      "earlier versions of a template",
      `${limits.MAX_VERSIONS}, together ${megabytes(limits.MAX_VERSION_BYTES)}, ${limits.KEPT.daysOfVersions} days`,
    ],
    [
      "tables of a body, its signature included",
      `${number(limits.MAX_TABLE_CELLS)} cells (a cell counts as often as it spans), ${limits.MAX_TABLE_COLUMNS} columns`,
    ],
  ]);
});

/** Limits that no table or message names, so that nothing else says what they are. */
test("the limits that only the code names are the ones that were decided", () => {
  expect(limits).toMatchObject({
    DEFAULT_LIMITS: {
      MAX_ATTACHMENTS_PER_EMAIL: 5,
      MAX_TOTAL_ATTACHMENT_SIZE_MB: 5,
      MAX_BODY_LENGTH: 10_000,
      MAX_MANUAL_RECIPIENTS: 100,
      MAX_CSV_RECIPIENTS: 1_000,
      MAX_TEMPLATES_PER_USER: 10,
      MAX_DIRECT_RECIPIENTS: 10,
      MAX_NAME_LENGTH: 100,
    },
    HTML_PER_TEXT: 10,
    MAX_TEXT_BYTES: 2_097_152,
    MAX_LIST_NAME: 255,
    MAX_PICTURE_WIDTH: 1_200,
    MAX_LIST_ROWS: 10_000,
    MAX_WORKBOOK_BYTES: 62_914_560,
    MAX_WORKBOOK_CELLS: 500_000,
    MAX_WORKBOOK_TEXT: 10_000_000,
    MAX_XLS_BYTES: 5_242_880,
    MAX_XLS_CELLS: 100_000,
    MAX_DEMO_FIELD_LENGTH: 50,
    ROWS_AT_ONCE: 1_000,
    DAYS_TO_SEND: 30,
    MAX_CORRECTED_ROWS: 10_000,
    API_INSTANCES: 20,
    REQUEST_SECONDS: 60,
    PREPARATION_SECONDS: 90,
    MAX_HOLD_SECONDS: 10,
    MAX_SCHEDULE_DAYS: 30,
    MAX_FILES_OF_EMAIL: 20,
    MAX_FILENAME_LENGTH: 255,
    MAX_FILES_PER_UPLOAD: 100,
    UPLOAD_BYTES: 4_194_304,
    KEPT: {
      hoursAfterEnd: 24,
      daysOfLife: 30,
      daysOfRows: 45,
      daysOfFiles: 80,
      hoursOfUploads: 24,
      daysOfUploads: 2,
    },
  });
});
