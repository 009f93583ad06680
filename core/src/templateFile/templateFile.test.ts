import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, it, test } from "vitest";
import { AppError } from "../contract/appError.ts";
import { DEFAULT_LIMITS } from "../contract/limits.ts";
import { lazily } from "../lazily.ts";
import { xlsxOf } from "../testing/workbooks.ts";
import { readTemplateFile } from "./readTemplateFile.ts";
import { safeFileName } from "./safeFileName.ts";
import type { SharedFields, SharedFile } from "./templateFile.ts";
import { writeTemplateFile } from "./writeTemplateFile.ts";

const FIELDS: SharedFields = {
  name: "Einladung für Eltern",
  subject: "Hallo {{Name}}",
  body: "<p>Grüße an {{Name}} 😀</p>",
  dateFormat: "long",
  timeFormat: "24hr",
  date_language: "de",
  date_weekday: true,
};
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PICTURE = "picture-00000000000000aa.png";
const aFile = (name: string, content = name, type = "text/plain"): SharedFile => ({
  name,
  type,
  content: strToU8(content) as Uint8Array<ArrayBuffer>,
});
const given = { limits: DEFAULT_LIMITS, cleanBody: (body: string) => body };
const read = (zip: Uint8Array) => readTemplateFile(zip, given);

/** A template file with another `template.json`, or with more parts. */
function zipOf(
  changes: Record<string, unknown> = {},
  parts: Record<string, Uint8Array> = {},
): Uint8Array {
  const own = unzipSync(writeTemplateFile(FIELDS, []));
  const text = JSON.parse(strFromU8(own["template.json"] ?? new Uint8Array()));
  return zipSync({ "template.json": strToU8(JSON.stringify({ ...text, ...changes })), ...parts });
}

it("brings back text, formats and files, with their names, types and bytes", () => {
  const files = [
    aFile("Grüße.pdf", "%PDF", "application/pdf"),
    aFile("a.txt", "first"),
    aFile("A.TXT", "in capitals"),
    aFile("a.txt", "second"),
    aFile('what? "yes": <a|b>/c\\d*.txt'),
    aFile("CON"),
    aFile("..."),
    aFile("u\u0308.txt"),
    aFile("x".repeat(255)),
    { name: PICTURE, type: "image/png", content: PNG },
  ];
  const fields = { ...FIELDS, body: `<p>a<img src="cid:${PICTURE}" /></p>` };
  const zip = writeTemplateFile(fields, files);
  expect(read(zip)).toEqual({ fields, files });
  const paths = Object.keys(unzipSync(zip));
  expect(paths).toEqual([
    "template.json",
    "files/Grüße.pdf",
    "files/a.txt",
    "files/A (2).TXT",
    "files/a (3).txt",
    "files/what_ _yes__ _a_b__c_d_.txt",
    "files/_CON",
    "files/file",
    "files/ü.txt",
    `files/${"x".repeat(100)}`,
    `files/${PICTURE}`,
  ]);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
});

it("says nothing of the person who wrote it", () => {
  const own = { reply_to: "ada@example.org", signature: false, id: "t1", revision: "7" };
  const text = strFromU8(
    unzipSync(writeTemplateFile({ ...FIELDS, ...own }, []))["template.json"] ?? new Uint8Array(),
  );
  expect(Object.keys(JSON.parse(text))).toEqual([
    ...["program", "version", "name", "subject", "body"],
    ...["dateFormat", "timeFormat", "date_language", "date_weekday", "files"],
  ]);
});

it("reads a file that a person unpacked and packed again in its folder", () => {
  const own = unzipSync(writeTemplateFile(FIELDS, [aFile("ü.txt")]));
  const parts = Object.entries(own).map(([path, content]) => [
    `Einladung/${path.normalize("NFD")}`,
    content,
  ]);
  const more = { "__MACOSX/template.json": strToU8("x"), "Einladung/.DS_Store": strToU8("x") };
  expect(read(zipSync({ ...Object.fromEntries(parts), ...more })).files).toEqual([aFile("ü.txt")]);
});

it("leaves out pictures that the body doesn't show, once it is clean", () => {
  const zip = zipOf(
    {
      body: `<script></script><img src="cid:${PICTURE}">`,
      files: [{ path: "files/p", name: PICTURE, type: "image/png" }],
    },
    { "files/p": PNG },
  );
  const { fields, files } = readTemplateFile(zip, { ...given, cleanBody: () => "<p>a</p>" });
  expect([fields.body, files]).toEqual(["<p>a</p>", []]);
});

const NOT_OURS = "The template.json in this file isn't a template of Sendwright.";
const UNREADABLE = "We can't read the template.json in this file. Ask for the file again.";
const DAMAGED = "This template file is damaged. Ask for it again.";
const listed = (path: string) => ({ files: [{ path, name: "a.txt", type: "text/plain" }] });
const wrong = (where: string) =>
  `The template.json in this file is wrong at “${where}”. Ask for the file again.`;
/** A zip whose directory says that a part has so many bytes. */
function claiming(zip: Uint8Array, part: string, bytes: number): Uint8Array {
  const changed = zip.slice();
  const view = new DataView(changed.buffer);
  for (let at = 0; at + 46 < changed.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    const name = strFromU8(changed.slice(at + 46, at + 46 + view.getUint16(at + 28, true)));
    if (name === part) view.setUint32(at + 24, bytes, true);
  }
  return changed;
}
const bomb = lazily(() => new Uint8Array(61 * 1024 * 1024));

test.each<[what: string, zip: () => Uint8Array, sentence: string]>([
  [
    "no zip",
    () => strToU8("%PDF"),
    "This isn't a template file. Choose the .zip that “Download template” made.",
  ],
  [
    "an empty file",
    () => new Uint8Array(),
    "This isn't a template file. Choose the .zip that “Download template” made.",
  ],
  ["half of a zip", () => zipOf().slice(0, 80), DAMAGED],
  [
    "a Word document",
    () => zipSync({ "word/document.xml": strToU8("<w/>") }),
    "This is a Word document, not a template.",
  ],
  ["a workbook", () => xlsxOf(""), "This is an Excel workbook, not a template."],
  [
    "a zip of anything",
    () => zipSync({ "deep/er/template.json": strToU8("{}") }),
    "This zip file isn't a template: it has no template.json.",
  ],
  ["an empty zip", () => zipSync({}), "This zip file isn't a template: it has no template.json."],
  [
    "two templates",
    () => zipSync({ "a/template.json": strToU8("{}"), "b/template.json": strToU8("{}") }),
    "This zip file has more than one template.json. Choose one with a single template.",
  ],
  [
    "a path that leads out",
    () => zipOf({}, { "files/../../a.txt": strToU8("a") }),
    "This zip file has a file whose path leads out of it (files/../../a.txt). We don't open it.",
  ],
  [
    "the same with backslashes",
    () => zipOf({}, { "..\\a.txt": strToU8("a") }),
    "This zip file has a file whose path leads out of it (../a.txt). We don't open it.",
  ],
  ["broken JSON", () => zipSync({ "template.json": strToU8("{") }), UNREADABLE],
  [
    "JSON that is nested deeply",
    () => zipSync({ "template.json": strToU8("[".repeat(99)) }),
    UNREADABLE,
  ],
  ["JSON that is no object", () => zipSync({ "template.json": strToU8("null") }), NOT_OURS],
  ["another program's JSON", () => zipOf({ program: "other" }), NOT_OURS],
  [
    "a newer version",
    () => zipOf({ version: 2, body: { blocks: [] } }),
    "This template file was made by a newer version of Sendwright. Reload the page, then open it again.",
  ],
  ["no version", () => zipOf({ version: "1" }), wrong("version")],
  ["a number as the subject", () => zipOf({ subject: 7 }), wrong("subject")],
  ["no body", () => zipOf({ body: undefined }), wrong("body")],
  ["an unknown format", () => zipOf({ dateFormat: "stardate" }), wrong("dateFormat")],
  ["an unknown language", () => zipOf({ date_language: "xx" }), wrong("date_language")],
  ["files that are no list", () => zipOf({ files: {} }), wrong("files")],
  ["a file without a name", () => zipOf({ files: [{ path: "files/a" }] }), wrong("files.0.name")],
  [
    "a file that isn't there",
    () => zipOf(listed("files/a.txt")),
    "This template file is incomplete: “a.txt” is missing in it.",
  ],
  [
    "a file outside",
    () => zipOf(listed("../../etc/passwd")),
    "This template file is incomplete: “a.txt” is missing in it.",
  ],
  [
    "a blank name",
    () => zipOf({ name: " " }),
    "We can't open this template. Template name is required.",
  ],
  [
    "a long name",
    () => zipOf({ name: "n".repeat(101) }),
    "We can't open this template. Template name too long (max 100 chars)",
  ],
  [
    "a blank subject",
    () => zipOf({ subject: "" }),
    "We can't open this template. Subject line is required.",
  ],
  [
    "a long subject",
    () => zipOf({ subject: "s".repeat(999) }),
    "We can't open this template. The subject is longer than 998 characters.",
  ],
  [
    "a subject of two lines",
    () => zipOf({ subject: "a\nBcc: b@example.org" }),
    "We can't open this template. The name or the subject has a line break or an unprintable character.",
  ],
  [
    "a long body",
    () => zipOf({ body: `<p>${"b".repeat(10_001)}</p>` }),
    "We can't open this template. Body content exceeds maximum length (10000 characters).",
  ],
  [
    "a huge text",
    () => zipSync({ "template.json": new Uint8Array(3 * 1024 * 1024) }),
    "The text of this template is too long.",
  ],
  [
    "a bomb",
    () => zipOf(listed("files/a.txt"), { "files/a.txt": bomb() }),
    "This file is larger than 60 MB. A template is much smaller.",
  ],
  [
    "a bomb that claims to be small",
    () => claiming(zipOf(listed("files/a.txt"), { "files/a.txt": bomb() }), "files/a.txt", 9),
    DAMAGED,
  ],
  ["a text that is longer than it claims", () => claiming(zipOf(), "template.json", 9), DAMAGED],
  [
    "a picture that isn't one",
    () =>
      zipOf(
        {
          body: `<p><img src="cid:${PICTURE}" /></p>`,
          files: [{ path: "files/p", name: PICTURE, type: "image/png" }],
        },
        { "files/p": strToU8("<svg onload=alert(1)>") },
      ),
    "A picture must be a PNG, JPEG or GIF file, and its name must say which.",
  ],
])("refuses %s", (_what, zip, sentence) => {
  expect(refusalOf(zip())).toEqual([sentence, "AppError"]);
});

function refusalOf(zip: Uint8Array): unknown[] {
  try {
    read(zip);
    return [];
  } catch (error) {
    return error instanceof AppError ? [error.message, error.name] : [error];
  }
}

it("ignores a bomb that the template doesn't name", () => {
  expect(read(zipOf({}, { "files/unnamed": bomb() })).files).toEqual([]);
});

it("makes no two paths of one name, and none that a system refuses", () => {
  expect(
    ["a:b.txt", ".hidden", "name. . ", "nul.txt", "COM1", "", "\ud83d", "a\u202eb"].map(
      safeFileName,
    ),
  ).toEqual(["a_b.txt", "hidden", "name", "_nul.txt", "_COM1", "file", "_", "a_b"]);
});
