import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { User } from "../../http/user.ts";
import { readGoogleAccount } from "../../store/grants.ts";
import { hoursOf } from "../../store/senders.ts";
import { endedSends, openSends, readHeadings, type StoredSend } from "../../store/sends/read.ts";
import { readSettings } from "../../store/settings.ts";
import { type StoredTemplate, templatesOf, type UnreadableTemplate } from "../../store/templates.ts";
import { addFiles, addSend, asJson, fileName, templateFiles } from "./exportSends.ts";

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
  const [google, hours, settings] = await Promise.all([readGoogleAccount(sub), hoursOf(uid), readSettings(uid)]);
  return {
    ...{ email, name, user_id: uid, google_account: sub },
    settings,
    permission: google && { email: google.email, name: google.name, workspace: google.hd, scopes: google.scopes },
    mails_per_hour: hours,
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
      ...{ id: key, kind, state, title, subject, counts },
      ...{ created_at: iso(createdAt), starts_at: iso(startsAt), started_at: iso(startedAt), ended_at: iso(endedAt) },
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
  const { name, subject, body, dateFormat, timeFormat, updatedAt } = template;
  const files = templateFiles(template.attachments);
  const listed = files.map(({ original_filename, content_type, size, as }) => ({
    ...{ original_filename, content_type, size, as },
  }));
  const shown = { name, subject, body, dateFormat, timeFormat, updated_at: updatedAt.toISOString(), files: listed };
  zip.addBuffer(asJson(shown), `${folder}/template.json`);
  addFiles(zip, folder, files);
}

function addUnreadable(zip: ZipFile, folder: string, { stored }: UnreadableTemplate): void {
  zip.addBuffer(asJson({ problem: "This template can't be read.", stored }), `${folder}/template.json`);
  addFiles(zip, folder, templateFiles(stored.attachments));
}
