import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { User } from "../../http/user.ts";
import { readFile } from "../../store/files.ts";
import { readGoogleAccount } from "../../store/grants.ts";
import { readSender } from "../../store/senders.ts";
import { endedSends, openSends, readHeadings, type StoredSend } from "../../store/sends/read.ts";
import { readSettings } from "../../store/settings.ts";
import { type StoredTemplate, templatesOf } from "../../store/templates.ts";

/** Ended sends read at once. */
const PAGE = 100;

/**
 * Writes everything that is kept of a user and that they can see, as a zip: the account, each template with its files,
 * and the list of sends. One file after the other: no more than one is ever in memory.
 */
export async function exportAccount(user: User, target: () => Writable): Promise<void> {
  const [account, templates, sends] = await Promise.all([
    describeAccount(user),
    templatesOf(user.uid),
    allSends(user.uid),
  ]);
  const listed = await describeSends(sends);
  const zip = new ZipFile();
  const add = (name: string, value: unknown) => zip.addBuffer(asJson(value), name);
  add("account.json", account);
  add("sends.json", listed);
  for (const [i, template] of templates.entries())
    addTemplate(zip, `templates/${folderName(i + 1, template.name)}`, template);
  zip.end();
  // A file that cannot be read breaks the download off: half an export must not look like a whole one.
  const broken = new AbortController();
  zip.on("error", (cause) => broken.abort(cause));
  await pipeline(zip.outputStream, target(), { signal: broken.signal });
}

function asJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

async function describeAccount({ uid, sub, email, name }: User) {
  const reads = [readGoogleAccount(sub), readSender(uid), readSettings(uid)] as const;
  const [google, sender, settings] = await Promise.all(reads);
  return {
    ...{ email, name, user_id: uid, google_account: sub },
    settings,
    permission: google && { email: google.email, name: google.name, workspace: google.hd, scopes: google.scopes },
    mails_per_hour: sender?.hours ?? {},
  };
}

async function allSends(uid: string): Promise<StoredSend[]> {
  const all = await openSends(uid);
  for (let before: string | null = null; ; ) {
    const page = await endedSends(uid, before, PAGE);
    all.push(...page.sends);
    before = page.before;
    if (before === null) return all;
  }
}

async function describeSends(sends: StoredSend[]) {
  const headings = await readHeadings(sends);
  return sends.map(({ id, key, kind, state, counts, createdAt, startsAt, startedAt, endedAt }) => ({
    ...{
      id: key,
      kind,
      state,
      title: headings.get(id)?.title ?? null,
      subject: headings.get(id)?.subject ?? null,
      counts,
    },
    ...{ created_at: iso(createdAt), starts_at: iso(startsAt), started_at: iso(startedAt), ended_at: iso(endedAt) },
  }));
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function addTemplate(zip: ZipFile, folder: string, template: StoredTemplate): void {
  const { name, subject, body, dateFormat, timeFormat, updatedAt, attachments } = template;
  const files = attachments.map((file, i) => ({ ...file, as: `files/${folderName(i + 1, file.original_filename)}` }));
  zip.addBuffer(
    asJson({
      ...{ name, subject, body, dateFormat, timeFormat, updated_at: updatedAt.toISOString() },
      files: files.map(({ original_filename, content_type, size, as }) => ({
        original_filename,
        content_type,
        size,
        as,
      })),
    }),
    `${folder}/template.json`,
  );
  for (const { as, storage_path } of files) {
    zip.addReadStreamLazy(`${folder}/${as}`, (give) => {
      readFile(storage_path).then(
        (content) => give(null, Readable.from([content])),
        (cause: unknown) => give(cause, Readable.from([])),
      );
    });
  }
}

/** A name that is safe on any system, with a number before it, so that no two are the same. */
function folderName(number: number, name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._ -]+/gu, "_").slice(0, 60);
  return `${String(number).padStart(2, "0")} ${safe}`.replace(/[. ]+$/, "");
}
