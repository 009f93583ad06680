import { Readable } from "node:stream";
import { attachment } from "@sendwright/core/contract/templates";
import type { ZipFile } from "yazl";
import * as z from "zod";
import { readFile } from "../../store/files.ts";
import { storedMail, storedRows } from "../../store/sends/storedMail.ts";

const texts = z.array(z.string()).catch([]);
const mailFiles = z.array(z.object({ filename: z.string(), contentType: z.string(), path: z.string() })).catch([]);

/** The parts of an email that belong to the person: not the fingerprint of the request. */
const MAIL_FIELDS = ["title", "templateId", "subject", "body", "dateFormat", "timeFormat", "variables", "dateOrders"];

/** A file of a zip: its stored path and its name there. */
interface ZippedFile {
  path: string;
  as: string;
}

/**
 * Adds a send's data to a zip: the email, its files, and every row with its values and outcome. It copies the fields as
 * stored, so an unreadable one doesn't exclude the others. Returns whether there was any data.
 */
export async function addSend(zip: ZipFile, folder: string, id: string): Promise<boolean> {
  const mail = await storedMail(id, ["variables", "files"]);
  if (!mail) return false;
  const variables = texts.parse(mail.variables);
  const files = mailFiles
    .parse(mail.files)
    .map((file, i) => ({ ...file, as: `files/${fileName(i + 1, file.filename)}` }));
  const listed = files.map(({ filename, contentType, as }) => ({ filename, content_type: contentType, as }));
  addLazily(zip, `${folder}/email.json`, async () => {
    const { title, templateId, ...fields } = (await storedMail(id, MAIL_FIELDS)) ?? {};
    return Readable.from([asJson({ title, template_id: templateId ?? null, ...fields, files: listed })]);
  });
  addLazily(zip, `${folder}/rows.json`, () => Readable.from(rowsAsJson(id, variables)));
  addFiles(zip, folder, files);
  return true;
}

async function* rowsAsJson(id: string, variables: string[]): AsyncGenerator<Buffer> {
  let before = "[\n";
  for await (const { n, line, to, name, person, values, note, state, reason, attempts, messageId } of storedRows(id)) {
    const named = texts.parse(values).map((value, i) => [variables[i] ?? String(i + 1), value] as const);
    const row = { row: n, line, recipient: to, name, person, values: Object.fromEntries(named), note };
    const outcome = { status: state, reason, attempts, gmail_id: messageId };
    yield Buffer.from(before + JSON.stringify({ ...row, ...outcome }));
    before = ",\n";
  }
  yield Buffer.from(before === ",\n" ? "\n]\n" : "[]\n");
}

/** The files of a template, from its stored data, each with its name in the zip. */
export function templateFiles(attachments: unknown) {
  const read = z.array(attachment).catch([]).parse(attachments);
  return read.map((file, i) => ({
    ...file,
    path: file.storage_path,
    as: `files/${fileName(i + 1, file.original_filename)}`,
  }));
}

/** Adds stored files to a zip. Memory never holds more than one. */
export function addFiles(zip: ZipFile, folder: string, files: readonly ZippedFile[]): void {
  for (const { path, as } of files) {
    addLazily(zip, `${folder}/${as}`, async () => Readable.from([await readFile(path)]));
  }
}

function addLazily(zip: ZipFile, name: string, open: () => Readable | Promise<Readable>): void {
  zip.addReadStreamLazy(name, (give) => {
    Promise.resolve()
      .then(open)
      .then(
        (stream) => give(null, stream),
        (cause: unknown) => give(cause, Readable.from([])),
      );
  });
}

export function asJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** A name that is safe on any system, with a number before it that makes it unique. */
export function fileName(number: number, name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._ -]+/gu, "_").slice(0, 60);
  return `${String(number).padStart(2, "0")} ${safe}`.replace(/[. ]+$/, "");
}
