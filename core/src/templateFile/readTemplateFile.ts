import { checkTemplateFields } from "../check/templateFields.ts";
import { AppError } from "../contract/appError.ts";
import { isTooDeep } from "../contract/endpoint.ts";
import {
  type Limits,
  MAX_SUBJECT_LENGTH,
  MAX_TEXT_BYTES,
  MAX_WORKBOOK_BYTES,
} from "../contract/limits.ts";
import { formatsOf } from "../dates/formats.ts";
import { filesInUse } from "../files/fit.ts";
import { isPictureName, picturesIn, requirePicture } from "../files/pictures.ts";
import { withCommas } from "../withCommas.ts";
import { type PackedName, unpackParts } from "../workbook/unpack.ts";
import {
  PROGRAM,
  type SharedFields,
  type SharedFile,
  TEXT_PART,
  templateText,
  VERSION,
} from "./templateFile.ts";

/** A template from a file, not saved yet. Its files may be more than a template has room for. */
export interface ReadTemplate {
  fields: SharedFields;
  files: SharedFile[];
}

interface Given {
  limits: Limits;
  /** The body without what the editor wouldn't write. */
  cleanBody: (body: string) => string;
}

/** Bytes of a template file, packed or unpacked. */
export const MAX_TEMPLATE_FILE_BYTES = MAX_WORKBOOK_BYTES;

/**
 * Reads a template file.
 * @throws AppError `invalid_input` with a sentence, for any other file and any that is damaged or
 *   over a limit
 */
export function readTemplateFile(zip: Uint8Array, { limits, cleanBody }: Given): ReadTemplate {
  if (zip[0] !== 0x50 || zip[1] !== 0x4b)
    throw refused("This isn't a template file. Choose the .zip that “Download template” made.");
  let folder = "";
  const isText = (name: string) => name === folder + TEXT_PART;
  const [json] = orDamaged(() =>
    unpackParts(zip, isText, (entries) => {
      folder = folderOf(entries);
    }),
  ).values();
  const {
    files: named,
    name,
    subject,
    body: written,
    ...formats
  } = textOf(new TextDecoder().decode(json));
  const fields = {
    name: name.trim(),
    subject: subject.trim(),
    body: written,
    ...formatsOf(formats),
  };
  requireWithin(fields, limits);
  const body = cleanBody(fields.body);
  const paths = new Set(named.map(({ path }) => pathKey(folder + path)));
  const parts = orDamaged(() =>
    unpackParts(zip, (name) => paths.has(pathKey(name)), requireSizes(paths)),
  );
  const contents = new Map([...parts].map(([name, content]) => [pathKey(name), content]));
  const files = named.map(({ path, name: called, type }) => {
    const content = contents.get(pathKey(folder + path));
    if (!content) throw refused(`This template file is incomplete: “${called}” is missing in it.`);
    return { name: called, type, content, size: content.length };
  });
  const used = filesInUse(files, picturesIn(body));
  for (const { name: called, content } of used)
    if (isPictureName(called)) requirePicture(called, content);
  const shared = used.map(({ name, type, content }) => ({ name, type, content }));
  return { fields: { ...fields, body }, files: shared };
}

/** One spelling of a path, whichever system packed it. */
const pathKey = (path: string) => path.normalize("NFC");

/** What other zips are, by the name of one of their files. */
const OTHERS: readonly [name: RegExp, what: string][] = [
  [/^word\//, "a Word document"],
  [/^xl\//, "an Excel workbook"],
  [/^ppt\//, "a PowerPoint presentation"],
  [/^content\.xml$/, "an OpenDocument file"],
];

/**
 * The folder with the template: none, or the one that packing it again put around it.
 * @throws AppError if there is no template, or more than one
 */
function folderOf(entries: readonly PackedName[]): string {
  const outside = entries.find(({ name }) => name.split("/").includes(".."));
  if (outside) {
    throw refused(
      `This zip file has a file whose path leads out of it (${outside.name.slice(0, 60)}). We don't open it.`,
    );
  }
  const texts = entries.filter(
    ({ name }) => /^(?:[^/]+\/)?template\.json$/.test(name) && !name.startsWith("__MACOSX/"),
  );
  const [text] = texts;
  if (texts.length > 1)
    throw refused(
      `This zip file has more than one ${TEXT_PART}. Choose one with a single template.`,
    );
  if (text) {
    if (text.size > MAX_TEXT_BYTES) throw refused("The text of this template is too long.");
    return text.name.slice(0, -TEXT_PART.length);
  }
  const other = OTHERS.find(([name]) => entries.some((entry) => name.test(entry.name)));
  throw refused(
    other
      ? `This is ${other[1]}, not a template.`
      : `This zip file isn't a template: it has no ${TEXT_PART}.`,
  );
}

/** Checks the parts before they are unpacked: each once, and together within the limit. */
function requireSizes(paths: ReadonlySet<string>) {
  return (entries: readonly PackedName[]) => {
    const wanted = entries.filter(({ name }) => paths.has(pathKey(name)));
    if (new Set(wanted.map(({ name }) => pathKey(name))).size < wanted.length)
      throw refused("This zip file has two files at the same path. We don't open it.");
    if (wanted.reduce((sum, { size }) => sum + size, 0) > MAX_TEMPLATE_FILE_BYTES) throw tooLarge();
  };
}

/** The error of a template file with too many bytes, packed or unpacked. */
export function tooLarge(): AppError {
  const most = MAX_TEMPLATE_FILE_BYTES / 1024 / 1024;
  return refused(`This file is larger than ${most} MB. A template is much smaller.`);
}

/** @throws AppError for anything but our JSON */
function textOf(json: string) {
  const UNREADABLE = `We can't read the ${TEXT_PART} in this file. Ask for the file again.`;
  if (isTooDeep(json)) throw refused(UNREADABLE);
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ""));
  } catch {
    throw refused(UNREADABLE);
  }
  const { program, version } = Object(value);
  if (program !== PROGRAM)
    throw refused(`The ${TEXT_PART} in this file isn't a template of Sendwright.`);
  if (typeof version === "number" && version > VERSION) {
    throw refused(
      "This template file was made by a newer version of Sendwright. Reload the page, then open it again.",
    );
  }
  const parsed = templateText.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") ?? "";
  throw refused(`The ${TEXT_PART} in this file is wrong at “${where}”. Ask for the file again.`);
}

/** @throws AppError for what the editor couldn't save */
function requireWithin(fields: SharedFields, limits: Limits): void {
  const problems = checkTemplateFields(fields, [], limits).map(({ message }) => message);
  if (fields.subject.length > MAX_SUBJECT_LENGTH)
    problems.push(`The subject is longer than ${withCommas(MAX_SUBJECT_LENGTH)} characters.`);
  if (/\p{Cc}/u.test(fields.name + fields.subject))
    problems.push("The name or the subject has a line break or an unprintable character.");
  if (problems.length > 0) throw refused(`We can't open this template. ${problems.join(" ")}`);
}

/** Runs the reader of zips, whose sentences are about workbooks. */
function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError && error.reason === "csv_unreadable")
      throw refused("This template file is damaged. Ask for it again.");
    throw error;
  }
}

function refused(sentence: string): AppError {
  return new AppError("invalid_input", sentence);
}
