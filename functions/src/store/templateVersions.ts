import { AppError } from "@sendwright/core/contract/appError";
import { KEPT, MAX_VERSION_BYTES, MAX_VERSIONS } from "@sendwright/core/contract/limits";
import {
  type Attachment,
  completeFields,
  dateFormat,
  type TemplateFields,
  timeFormat,
} from "@sendwright/core/contract/templates";
import { DAY } from "@sendwright/core/dates/units";
import { withoutPictures } from "@sendwright/core/files/fit";
import { groupBy } from "@sendwright/core/groupBy";
import { type DocumentReference, Timestamp, type WriteBatch } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { storedDateWords } from "./dateWords.ts";
import { parseDocument, readFor } from "./documentSchema.ts";

/** Milliseconds from when a text was replaced until it is deleted. */
const KEPT_MS = KEPT.daysOfVersions * DAY;
/** Of each day, the first version is kept, and this many of the last. */
const LAST_OF_DAY = 5;

/**
 * What a template says of each of its earlier versions, so that a save needs no list of them. The
 * oldest comes first.
 */
export const versionEntry = z.looseObject({
  /** The template's revision while it had this text. */
  revision: z.number().int(),
  replacedAt: z.instanceof(Timestamp),
  /** Bytes of its text. */
  bytes: z.number(),
});
export type VersionEntry = z.output<typeof versionEntry>;

/** The fields of a template that a save replaces, and a version keeps. */
export const storedText = {
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  dateFormat,
  timeFormat,
  ...storedDateWords,
  reply_to: z.string().exactOptional(),
  signature: z.boolean().exactOptional(),
};

/** An earlier text of a template: `templates/{id}/versions/{revision}` (decision 35). */
const storedVersion = z.object({
  ...storedText,
  /** The files that the template had. Their bytes aren't kept. */
  files: z.array(z.object({ original_filename: z.string(), storage_path: z.string() })),
  replacedAt: z.instanceof(Timestamp),
  bytes: z.number(),
  expireAt: z.instanceof(Timestamp),
});
export type StoredVersion = z.output<typeof storedVersion>;

function versionsOf(template: DocumentReference) {
  return template.collection("versions");
}

function templateRef(id: string) {
  return firestore().collection("templates").doc(id);
}

/**
 * Which versions a template keeps, and which are deleted (rule: earlier versions). The newest is
 * always kept.
 */
export function sortVersions(
  entries: readonly VersionEntry[],
  now: number,
): { kept: VersionEntry[]; dropped: VersionEntry[] } {
  const days = groupBy(versionsAt(entries, now), ({ replacedAt }) =>
    Math.floor(replacedAt.toMillis() / DAY),
  );
  const ofDays = [...days.values()].flatMap((day) =>
    day.filter((_, i) => i === 0 || i >= day.length - LAST_OF_DAY),
  );
  const kept: VersionEntry[] = [];
  let bytes = 0;
  for (const entry of ofDays.toSorted(byRevision).slice(-MAX_VERSIONS).reverse()) {
    bytes += entry.bytes;
    if (kept.length > 0 && bytes > MAX_VERSION_BYTES) break;
    kept.unshift(entry);
  }
  return { kept, dropped: entries.filter((entry) => !kept.includes(entry)) };
}

function byRevision(a: VersionEntry, b: VersionEntry): number {
  return a.revision - b.revision;
}

/** The versions that may be shown at a time (milliseconds). */
export function versionsAt(entries: readonly VersionEntry[], now: number): VersionEntry[] {
  return entries.filter(({ replacedAt }) => replacedAt.toMillis() + KEPT_MS > now);
}

/** A template whose text is replaced, with its files and earlier versions. */
interface ReplacedTemplate extends TemplateFields {
  revision: number;
  attachments: Attachment[];
  versions: readonly VersionEntry[];
}

/** Whether saving these fields changes nothing of a text. */
export function isSameText(current: TemplateFields, fields: Partial<TemplateFields>): boolean {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const saved = completeFields({ ...current, ...Object.fromEntries(given) });
  return JSON.stringify(completeFields(current)) === JSON.stringify(saved);
}

/**
 * Keeps a template's text as an earlier version. Returns the template's new list of versions, and
 * the writes that belong into the commit of the save.
 */
export function withVersion(template: ReplacedTemplate, id: string, now: number) {
  const text = completeFields(template);
  const files = withoutPictures(template.attachments).map(
    ({ original_filename, storage_path }) => ({ original_filename, storage_path }),
  );
  const replacedAt = Timestamp.fromMillis(now);
  const bytes = Buffer.byteLength(JSON.stringify({ ...text, files }));
  const entry = { revision: template.revision, replacedAt, bytes };
  const { kept, dropped } = sortVersions([...template.versions, entry], now);
  const expireAt = Timestamp.fromMillis(now + KEPT_MS);
  const document = { ...text, files, replacedAt, bytes, expireAt } satisfies StoredVersion;
  const versions = versionsOf(templateRef(id));
  const write = (batch: WriteBatch) => {
    batch.set(versions.doc(String(entry.revision)), document);
    for (const { revision } of dropped) batch.delete(versions.doc(String(revision)));
  };
  return { versions: kept, write };
}

/**
 * An earlier version of a template that is the caller's. Throws `not_found`, also for one whose
 * time is over, and `unreadable`.
 */
export async function readVersion(
  id: string,
  revision: string,
  now: number,
): Promise<StoredVersion> {
  const ref = versionsOf(templateRef(id)).doc(revision);
  const data = (await ref.get()).data();
  if (!data || isOver(data.expireAt, now))
    throw new AppError("not_found", "This version no longer exists.");
  return readFor("This version", () => parseDocument(storedVersion, ref.path, data));
}

function isOver(expireAt: unknown, now: number): boolean {
  return expireAt instanceof Timestamp && expireAt.toMillis() <= now;
}

/**
 * The earlier versions of a template as they are stored, the oldest first, also if they can't be
 * read; without those whose time is over.
 */
export async function storedVersions(id: string, now: number): Promise<object[]> {
  const { docs } = await versionsOf(templateRef(id)).get();
  return docs
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map((document) => document.data())
    .filter(({ expireAt }) => !isOver(expireAt, now))
    .map(({ replacedAt, expireAt: _, ...stored }) => {
      const time = replacedAt instanceof Timestamp ? replacedAt.toDate().toISOString() : replacedAt;
      return { replaced_at: time, ...stored };
    });
}

/**
 * Deletes a template with all of its versions in one commit, if it is as it was read. Returns how
 * many versions it had.
 */
export async function deleteWithVersions(
  template: FirebaseFirestore.DocumentSnapshot,
): Promise<number> {
  const versions = await versionsOf(template.ref).listDocuments();
  const batch = firestore().batch();
  for (const version of versions) batch.delete(version);
  // A save in between would leave its version without a template.
  batch.delete(template.ref, template.updateTime ? { lastUpdateTime: template.updateTime } : {});
  await batch.commit();
  return versions.length;
}
