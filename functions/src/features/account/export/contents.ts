import { AppError } from "@sendwright/core/contract/appError";
import { attachment, completeFields } from "@sendwright/core/contract/templates";
import * as z from "zod";
import type { User } from "../../../http/requireUser.ts";
import { readFile } from "../../../store/files.ts";
import { readGoogleAccount } from "../../../store/grants.ts";
import { hoursOf } from "../../../store/senders.ts";
import {
  endedSends,
  isJoined,
  openSends,
  readHeadings,
  type StoredSend,
  storedMail,
  storedRows,
} from "../../../store/sends/read.ts";
import { copiedRowFiles } from "../../../store/sends/rowFiles.ts";
import { ownFilesOf, sendDetails, snapshotAsRead } from "../../../store/sends/schemas.ts";
import { readSettings } from "../../../store/settings.ts";
import { stopOf } from "../../../store/stops.ts";
import { suppressionsAsStored } from "../../../store/suppressions.ts";
import {
  type StoredTemplate,
  templateAsStored,
  templatesOf,
  type UnreadableTemplateDoc,
} from "../../../store/templates.ts";
import { storedVersions } from "../../../store/templateVersions.ts";
import type { ZipEntry } from "./zip.ts";

/**
 * A template or a send of an export: its id, its folder in the zip and about how many bytes it has.
 */
const item = z.object({
  kind: z.enum(["template", "send"]),
  id: z.string(),
  folder: z.string(),
  bytes: z.number(),
});
type Item = z.output<typeof item>;

/**
 * The items of an export as they were when it began, so that each attempt at it has the same ones.
 * `account` is the content of `account.json`.
 */
export const plan = z.object({
  uid: z.string(),
  /** When it was made, in milliseconds. */
  madeAt: z.number(),
  account: z.record(z.string(), z.unknown()),
  items: z.array(item),
});
export type ExportPlan = z.output<typeof plan>;

const texts = z.array(z.string()).catch([]);
const mailFiles = z
  .array(z.object({ filename: z.string(), contentType: z.string(), path: z.string() }))
  .catch([]);
const rowFiles = z
  .array(
    z.object({
      filename: z.string(),
      contentType: z.string(),
      hash: z.string(),
      row: z.number().optional(),
    }),
  )
  .catch([]);
const furtherRows = z
  .array(z.object({ n: z.number(), line: z.unknown(), person: z.unknown() }))
  .catch([]);
const furtherValues = z.array(z.object({ values: z.unknown() })).catch([]);

/** The parts of an email that belong to the person: not the fingerprint of the request. */
const MAIL_FIELDS = [
  "title",
  "templateId",
  "subject",
  "body",
  "dateFormat",
  "timeFormat",
  "date_language",
  "date_weekday",
  "variables",
  "dateOrders",
  "signature",
  ...Object.keys(sendDetails.shape),
];

/** Ended sends read at once. */
const SENDS_AT_ONCE = 300;

/**
 * Plans an export of everything that is stored of a user. Unreadable data is included as stored.
 */
export async function planExport(user: User, now: number): Promise<ExportPlan> {
  const [account, { templates, unreadable }] = await Promise.all([
    describeAccount(user),
    templatesOf(user.uid),
  ]);
  const found = [
    ...templates,
    ...unreadable.map(({ id, name, stored }) => ({
      id,
      name,
      attachments: parsedFiles(stored.attachments),
    })),
  ];
  const items = found.map(({ id, name, attachments }, i): Item => {
    const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
    return { kind: "template", id, folder: `templates/${fileName(i + 1, name)}`, bytes };
  });
  let sends = 0;
  for await (const page of allSends(user.uid, now)) {
    const headings = await readHeadings(page.sends);
    const add = (id: string, bytes: number, title = "") => {
      sends += 1;
      items.push({ kind: "send", id, folder: `sends/${fileName(sends, title)}`, bytes });
    };
    for (const { id, bytes, dataDeleted } of page.sends)
      if (!dataDeleted) add(id, bytes, headings.get(id)?.title);
    for (const id of page.unreadable) add(id, 0);
  }
  return { uid: user.uid, madeAt: now, account, items };
}

/**
 * The entries of one item. An item that was deleted since the plan has none. Throws `not_found` if
 * a file is missing.
 */
export async function* entriesOf(
  uid: string,
  { kind, id, folder }: Item,
): AsyncGenerator<ZipEntry> {
  yield* kind === "template" ? templateEntries(uid, id, folder) : sendEntries(id, folder);
}

/** `account.json`, the first entry. */
export function accountEntry({ account }: ExportPlan): ZipEntry {
  return jsonEntry("account.json", account);
}

/** `sends.json`, the last entry. `written` has the names of all other entries. */
export function sendsEntry(made: ExportPlan, written: ReadonlySet<string>): ZipEntry {
  const folders = new Map(made.items.map(({ id, folder }) => [id, folder]));
  const folderOf = (id: string) => {
    const folder = folders.get(id) ?? "";
    return written.has(`${folder}/email.json`) ? folder : null;
  };
  return { name: "sends.json", content: asList(listedSends(made, folderOf)) };
}

async function* listedSends({ uid, madeAt }: ExportPlan, folderOf: (id: string) => string | null) {
  for await (const { sends, unreadable } of allSends(uid, madeAt)) {
    const headings = await readHeadings(sends);
    for (const send of sends) {
      const { id, key, kind, state, counts } = send;
      const { createdAt, startsAt, startedAt, endedAt } = send;
      const { title = null, subject = null } = headings.get(id) ?? {};
      yield {
        id: key,
        kind,
        state,
        title,
        subject,
        counts,
        ...(isJoined(send) && { list_rows: send.lastRow }),
        created_at: iso(createdAt),
        starts_at: iso(startsAt),
        started_at: iso(startedAt),
        ended_at: iso(endedAt),
        folder: folderOf(id),
      };
    }
    for (const id of unreadable)
      yield {
        id: id.slice(id.indexOf("_") + 1),
        problem: "This send can't be read.",
        folder: folderOf(id),
      };
  }
}

async function describeAccount({ uid, sub, email, name }: User) {
  const [google, hours, settings, notEmailed, stop] = await Promise.all([
    readGoogleAccount(sub),
    hoursOf(uid),
    readSettings(uid),
    suppressionsAsStored(uid),
    stopOf(uid, sub),
  ]);
  return {
    email,
    name,
    user_id: uid,
    google_account: sub,
    settings,
    permission: google && {
      email: google.email,
      name: google.name,
      workspace: google.hd,
      scopes: google.scopes,
    },
    mails_per_hour: hours,
    people_you_dont_email: notEmailed,
    sending_stopped: stop && { reason: stop.reason, since: iso(stop.since) },
  };
}

/** Some of a user's sends, and the ids of those that can't be read. */
interface SendsPage {
  sends: StoredSend[];
  unreadable: string[];
}

/**
 * A user's sends that began until `time`, page by page, each once: the open ones first, then the
 * newest.
 */
async function* allSends(uid: string, time: number): AsyncGenerator<SendsPage> {
  const open = await openSends(uid);
  const met = new Set(open.map(({ id }) => id));
  const inTime = ({ createdAt }: StoredSend) => createdAt <= time;
  yield { sends: open.filter(inTime), unreadable: [] };
  for (let before: string | null = null; ; ) {
    const page = await endedSends(uid, before, SENDS_AT_ONCE);
    const sends = page.sends.filter((send) => inTime(send) && !met.has(send.id));
    yield { sends, unreadable: page.unreadable.map(({ id }) => id) };
    before = page.before;
    if (before === null) return;
  }
}

/** A send's data: the email, every row with its values and outcome, and the files. */
async function* sendEntries(id: string, folder: string): AsyncGenerator<ZipEntry> {
  // The fields are copied as stored, so that an unreadable one doesn't exclude the others.
  const mail = await storedMail(id, [...MAIL_FIELDS, "files"]);
  if (!mail) return;
  const { title, templateId, files: stored, mostOfRow: _, ...fields } = snapshotAsRead(mail);
  const files = mailFiles
    .parse(stored)
    .map((file, i) => ({ ...file, as: `files/${fileName(i + 1, file.filename)}` }));
  const listed = files.map(({ filename, contentType, as }) => ({
    filename,
    content_type: contentType,
    as,
  }));
  yield jsonEntry(`${folder}/email.json`, {
    title,
    template_id: templateId ?? null,
    ...fields,
    files: listed,
  });
  const ofRows = new Map<string, string>();
  yield {
    name: `${folder}/rows.json`,
    content: asList(exportedRows(id, texts.parse(mail.variables), ofRows)),
  };
  yield* fileEntries(folder, files);
  const copies = await copiedRowFiles(id);
  // The rows are written by now, and have named each of their files.
  const filesOfRows = [...ofRows].map(([hash, as]) => {
    const path = copies.get(hash);
    if (path === undefined) throw new AppError("not_found", "A file no longer exists.");
    return { path, as };
  });
  yield* fileEntries(folder, filesOfRows);
}

/**
 * A send's rows. `ofRows` gets each content that rows have of their own, by its hash, with its
 * name in the zip.
 */
async function* exportedRows(id: string, variables: string[], ofRows: Map<string, string>) {
  for await (const stored of storedRows(id)) {
    const { n, line, to, name, person, cc, bcc, values, note, state, reason, attempts, messageId } =
      stored;
    const files = rowFiles.parse(stored.files ?? []);
    const row = {
      row: n,
      line,
      recipient: to,
      name,
      person,
      cc,
      bcc,
      values: byVariable(values, variables),
      files: exportedFiles(ownFilesOf({ n, files }, n), ofRows),
      note,
    };
    yield { ...row, status: state, reason, attempts, gmail_id: messageId };
    const further = furtherRows.parse(stored.further ?? []);
    const ofFurther = furtherValues.parse(stored.furtherValues ?? []);
    for (const [i, { n: number, ...own }] of further.entries())
      yield {
        row: number,
        ...own,
        joined_to: n,
        recipient: to,
        values: byVariable(ofFurther[i]?.values, variables),
        files: exportedFiles(ownFilesOf({ n, files }, number), ofRows),
        status: state,
      };
  }
}

/** A row's values, by the names of their variables. */
function byVariable(values: unknown, variables: readonly string[]) {
  const entries = texts
    .parse(values)
    .map((value, i) => [variables[i] ?? String(i + 1), value] as const);
  return Object.fromEntries(entries);
}

/** A row's own files; undefined if there are none. Each content is in the zip once. */
function exportedFiles(files: z.output<typeof rowFiles> | undefined, ofRows: Map<string, string>) {
  return files?.map(({ filename, contentType, hash }) => {
    const as = ofRows.get(hash) ?? `row files/${fileName(ofRows.size + 1, filename)}`;
    ofRows.set(hash, as);
    return { filename, content_type: contentType, as };
  });
}

/** A list as JSON, an entry at a time. */
async function* asList(entries: AsyncIterable<object>): AsyncGenerator<Buffer> {
  let before = "[\n";
  for await (const entry of entries) {
    yield Buffer.from(before + JSON.stringify(entry));
    before = ",\n";
  }
  yield Buffer.from(before === ",\n" ? "\n]\n" : "[]\n");
}

async function* templateEntries(uid: string, id: string, folder: string): AsyncGenerator<ZipEntry> {
  const template = await templateAsStored(uid, id);
  if (!template) return;
  const files = parsedFiles(
    "stored" in template ? template.stored.attachments : template.attachments,
  ).map((file, i) => ({
    ...file,
    path: file.storage_path,
    as: `files/${fileName(i + 1, file.original_filename)}`,
  }));
  yield jsonEntry(`${folder}/template.json`, shownTemplate(template, files));
  const versions = await storedVersions(id, Date.now());
  if (versions.length > 0) yield jsonEntry(`${folder}/earlier versions.json`, versions);
  yield* fileEntries(folder, files);
}

type TemplateFile = z.output<typeof attachment> & { as: string };

function shownTemplate(template: StoredTemplate | UnreadableTemplateDoc, files: TemplateFile[]) {
  if ("stored" in template)
    return { problem: "This template can't be read.", stored: template.stored };
  const listed = files.map(({ original_filename, content_type, size, as }) => ({
    original_filename,
    content_type,
    size,
    as,
  }));
  const updated_at = template.updatedAt.toISOString();
  return { ...completeFields(template), updated_at, files: listed };
}

function parsedFiles(attachments: unknown) {
  return z.array(attachment).catch([]).parse(attachments);
}

/** Stored files, one after the other: memory never holds more than one. */
async function* fileEntries(
  folder: string,
  files: readonly { path: string; as: string }[],
): AsyncGenerator<ZipEntry> {
  for (const { path, as } of files)
    yield { name: `${folder}/${as}`, content: await readFile(path) };
}

function jsonEntry(name: string, value: unknown): ZipEntry {
  return { name, content: once(Buffer.from(`${JSON.stringify(value, null, 2)}\n`)) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** A name that is safe on any system, with a number before it that makes it unique. */
function fileName(number: number, name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._ -]+/gu, "_").slice(0, 60);
  return `${String(number).padStart(2, "0")} ${safe}`.replace(/[. ]+$/, "");
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
