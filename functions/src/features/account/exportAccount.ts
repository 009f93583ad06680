import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { attachment } from "@sendwright/core/contract/templates";
import { ZipFile } from "yazl";
import * as z from "zod";
import type { User } from "../../http/requireUser.ts";
import { readFile } from "../../store/files.ts";
import { readGoogleAccount } from "../../store/grants.ts";
import { hoursOf } from "../../store/senders.ts";
import {
  endedSends,
  openSends,
  readHeadings,
  type StoredSend,
  storedMail,
  storedRows,
} from "../../store/sends/read.ts";
import { readSettings } from "../../store/settings.ts";
import { stopOf } from "../../store/stops.ts";
import { type StoredTemplate, templatesOf, type UnreadableTemplate } from "../../store/templates.ts";

const texts = z.array(z.string()).catch([]);
const mailFiles = z.array(z.object({ filename: z.string(), contentType: z.string(), path: z.string() })).catch([]);

/** The parts of an email that belong to the person: not the fingerprint of the request. */
const MAIL_FIELDS = [
  "title",
  "templateId",
  "subject",
  "body",
  "dateFormat",
  "timeFormat",
  "variables",
  "dateOrders",
  "replyTo",
  "cc",
  "bcc",
  "signature",
];

/** A file of a zip: its stored path and its name there. */
interface ZippedFile {
  path: string;
  as: string;
}

/**
 * Adds a send's data to a zip: the email, its files, and every row with its values and outcome. It copies the fields as
 * stored, so an unreadable one doesn't exclude the others. Returns whether there was any data.
 */
async function addSend(zip: ZipFile, folder: string, id: string): Promise<boolean> {
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
  for await (const stored of storedRows(id)) {
    const { n, line, to, name, person, cc, bcc, values, note, state, reason, attempts, messageId } = stored;
    const named = texts.parse(values).map((value, i) => [variables[i] ?? String(i + 1), value] as const);
    const row = { row: n, line, recipient: to, name, person, cc, bcc, values: Object.fromEntries(named), note };
    const outcome = { status: state, reason, attempts, gmail_id: messageId };
    yield Buffer.from(before + JSON.stringify({ ...row, ...outcome }));
    before = ",\n";
  }
  yield Buffer.from(before === ",\n" ? "\n]\n" : "[]\n");
}

/** The files of a template, from its stored data, each with its name in the zip. */
function templateFiles(attachments: unknown) {
  const read = z.array(attachment).catch([]).parse(attachments);
  return read.map((file, i) => ({
    ...file,
    path: file.storage_path,
    as: `files/${fileName(i + 1, file.original_filename)}`,
  }));
}

/** Adds stored files to a zip. Memory never holds more than one. */
function addFiles(zip: ZipFile, folder: string, files: readonly ZippedFile[]): void {
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

function asJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** A name that is safe on any system, with a number before it that makes it unique. */
function fileName(number: number, name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._ -]+/gu, "_").slice(0, 60);
  return `${String(number).padStart(2, "0")} ${safe}`.replace(/[. ]+$/, "");
}

/** Ended sends read at once. */
const TEMPLATES_AT_ONCE = 100;

/**
 * Writes all stored data of a user as a zip: the account, each template with its files, the list of sends, and for each
 * send whose data isn't deleted yet the email, its files and its rows. Reads and writes one after the other, so that
 * memory never holds more than one file or one page of rows. Unreadable data is included as stored.
 */
export async function exportAccount(user: User, target: () => Writable): Promise<void> {
  const [account, { templates, unreadable }, sends] = await Promise.all([
    describeAccount(user),
    templatesOf(user.uid),
    allSends(user.uid),
  ]);
  const zip = new ZipFile();
  // A file that can't be read breaks off the download: half an export must not look complete.
  const broken = new AbortController();
  zip.on("error", (cause) => broken.abort(cause));
  zip.addBuffer(asJson(account), "account.json");
  for (const [i, template] of templates.entries())
    addTemplate(zip, `templates/${fileName(i + 1, template.name)}`, template);
  for (const [i, template] of unreadable.entries())
    addUnreadable(zip, `templates/${fileName(templates.length + i + 1, template.name)}`, template);
  zip.addBuffer(asJson(await describeSends(zip, sends)), "sends.json");
  zip.end();
  await pipeline(zip.outputStream, target(), { signal: broken.signal });
}

async function describeAccount({ uid, sub, email, name }: User) {
  const [google, hours, settings, stop] = await Promise.all([
    readGoogleAccount(sub),
    hoursOf(uid),
    readSettings(uid),
    stopOf(uid, sub),
  ]);
  return {
    email,
    name,
    user_id: uid,
    google_account: sub,
    settings,
    permission: google && { email: google.email, name: google.name, workspace: google.hd, scopes: google.scopes },
    mails_per_hour: hours,
    sending_stopped: stop && { reason: stop.reason, since: iso(stop.since) },
  };
}

interface AllSends {
  sends: StoredSend[];
  /** The ids of those that can't be read. */
  unreadable: string[];
}

async function allSends(uid: string): Promise<AllSends> {
  const all: AllSends = { sends: await openSends(uid), unreadable: [] };
  for (let before: string | null = null; ; ) {
    const page = await endedSends(uid, before, TEMPLATES_AT_ONCE);
    all.sends.push(...page.sends);
    all.unreadable.push(...page.unreadable.map(({ id }) => id));
    before = page.before;
    if (before === null) return all;
  }
}

/** Adds each send's stored data, and returns the list of sends. */
async function describeSends(zip: ZipFile, { sends, unreadable }: AllSends) {
  const headings = await readHeadings(sends);
  const listed: unknown[] = [];
  for (const send of sends) {
    const { id, key, kind, state, counts, createdAt, startsAt, startedAt, endedAt } = send;
    const { title = null, subject = null } = headings.get(id) ?? {};
    const folder = `sends/${fileName(listed.length + 1, title ?? "")}`;
    const hasData = !send.dataDeleted && (await addSend(zip, folder, id));
    listed.push({
      id: key,
      kind,
      state,
      title,
      subject,
      counts,
      created_at: iso(createdAt),
      starts_at: iso(startsAt),
      started_at: iso(startedAt),
      ended_at: iso(endedAt),
      folder: hasData ? folder : null,
    });
  }
  for (const id of unreadable) {
    const folder = `sends/${fileName(listed.length + 1, "")}`;
    const hasData = await addSend(zip, folder, id);
    listed.push({
      id: id.slice(id.indexOf("_") + 1),
      problem: "This send can't be read.",
      folder: hasData ? folder : null,
    });
  }
  return listed;
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function addTemplate(zip: ZipFile, folder: string, template: StoredTemplate): void {
  const { name, subject, body, dateFormat, timeFormat, reply_to = "", signature = true, updatedAt } = template;
  const files = templateFiles(template.attachments);
  const listed = files.map(({ original_filename, content_type, size, as }) => ({
    original_filename,
    content_type,
    size,
    as,
  }));
  const fields = { name, subject, body, dateFormat, timeFormat, reply_to, signature };
  const shown = { ...fields, updated_at: updatedAt.toISOString(), files: listed };
  zip.addBuffer(asJson(shown), `${folder}/template.json`);
  addFiles(zip, folder, files);
}

function addUnreadable(zip: ZipFile, folder: string, { stored }: UnreadableTemplate): void {
  zip.addBuffer(asJson({ problem: "This template can't be read.", stored }), `${folder}/template.json`);
  addFiles(zip, folder, templateFiles(stored.attachments));
}
