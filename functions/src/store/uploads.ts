import { createHash } from "node:crypto";
import { KEPT } from "@sendwright/core/contract/limits";
import { HOUR, MINUTE } from "@sendwright/core/dates/units";
import { FieldValue } from "firebase-admin/firestore";
import { logError } from "../platform/log.ts";
import { wasChanged } from "./changeDocument.ts";
import { copyFile, deleteFiles, deletePrefix, listFiles, writeFile } from "./files.ts";
import { inLanes } from "./inLanes.ts";
import { nextCheck, owners } from "./userLock.ts";

/*
 * Files that people uploaded for one person each, before their send (decision 33): contents by
 * their hashes. Which are there, only Storage knows.
 */

const KEPT_MS = KEPT.hoursOfUploads * HOUR;
/** A content older than this is renewed before it is used. */
const RENEWED_MS = KEPT_MS / 2;
/** If the sweep looks sooner than this, an upload sets a later time: no upload takes so long. */
const SOON_MS = 10 * MINUTE;
/** How long after an upload the sweep looks at it. */
const LOOK_MS = 15 * MINUTE;
/** Uploads written or renewed at once. */
const WRITES_AT_ONCE = 10;
const OWNERS_AT_ONCE = 50;
/** How long a sweep deletes uploads (milliseconds). */
const SWEEP_MS = 30_000;

/** A stored content. `storedAt` in milliseconds. */
export interface StoredUpload {
  size: number;
  contentType: string;
  storedAt: number;
}

/** A file as it arrived. */
interface NewUpload {
  contentType: string;
  content: Buffer;
}

function uploadFolder(uid: string): string {
  return `uploads/${uid}/`;
}

/** The file of a content. */
export function uploadPath(uid: string, hash: string): string {
  return uploadFolder(uid) + hash;
}

/** The SHA-256 of a content, in hexadecimal. */
export function hashOf(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A user's contents, by their hashes. */
export async function uploadsOf(uid: string): Promise<Map<string, StoredUpload>> {
  const folder = uploadFolder(uid);
  return new Map(
    (await listFiles(folder)).map(({ path, ...upload }) => [path.slice(folder.length), upload]),
  );
}

/** Stores contents of a user. Returns the hash and the size of each, in order. */
export async function storeUploads(uid: string, files: readonly NewUpload[], now: number) {
  const hashed = files.map((file) => ({ ...file, hash: hashOf(file.content) }));
  const contents = [...new Map(hashed.map((file) => [file.hash, file])).values()];
  await announceUploads(uid, now);
  await inLanes(contents, WRITES_AT_ONCE, ({ hash, content, contentType }) =>
    writeFile(uploadPath(uid, hash), content, contentType, { isHashed: true }),
  );
  return hashed.map(({ hash, content }) => ({ hash, size: content.length }));
}

/** Restarts the day of a user's old contents among these. Returns how many it restarted. */
export async function renewUploads(
  uid: string,
  uploads: ReadonlyMap<string, StoredUpload>,
  hashes: readonly string[],
  now: number,
): Promise<number> {
  const old = hashes.filter((hash) => (uploads.get(hash)?.storedAt ?? now) < now - RENEWED_MS);
  if (old.length > 0) await announceUploads(uid, now);
  await inLanes(old, WRITES_AT_ONCE, (hash) =>
    copyFile(uploadPath(uid, hash), uploadPath(uid, hash)),
  );
  return old.length;
}

/** Before files are stored: makes sure that the sweep looks at them once they are. */
async function announceUploads(uid: string, now: number): Promise<void> {
  const owner = owners().doc(uid);
  const until: unknown = (await owner.get()).get("uploadsUntil");
  if (typeof until === "number" && until > now + SOON_MS) return;
  await owner.set({ uploadsUntil: now + LOOK_MS, ...nextCheck(now) }, { merge: true });
}

/** Deletes those of these contents that a user still has here. */
export async function forgetUploads(uid: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const there = await uploadsOf(uid);
  await deleteFiles(hashes.flatMap((hash) => (there.has(hash) ? uploadPath(uid, hash) : [])));
}

/** Deletes all contents of a user whose account is deleted. */
export function deleteUploads(uid: string): Promise<void> {
  return deletePrefix(uploadFolder(uid));
}

/** Deletes uploads whose day is over. If one user's can't be deleted, the others' still are. */
export async function deleteOldUploads(now: number): Promise<void> {
  const until = Date.now() + SWEEP_MS;
  while (Date.now() < until) {
    const due = await owners()
      .where("uploadsUntil", "<=", now)
      .orderBy("uploadsUntil")
      .limit(OWNERS_AT_ONCE)
      .get();
    for (const owner of due.docs) {
      if (Date.now() >= until) return;
      const next = await deleteOldOf(owner.id, now).catch((error: unknown) => {
        logError("uploads could not be deleted", { uid: owner.id, error });
        return now + LOOK_MS;
      });
      const uploadsUntil = next ?? FieldValue.delete();
      // A later write has stored something, and the next round looks again.
      await owner.ref
        .update({ uploadsUntil }, { lastUpdateTime: owner.updateTime })
        .catch((cause: unknown) => {
          if (!wasChanged(cause)) throw cause;
        });
    }
    if (due.size < OWNERS_AT_ONCE) return;
  }
}

/** Deletes a user's old contents. Returns when the next one will be old; null if none is left. */
async function deleteOldOf(uid: string, now: number): Promise<number | null> {
  const all = [...(await uploadsOf(uid))].map(([hash, { storedAt }]) => ({
    hash,
    until: storedAt + KEPT_MS,
  }));
  const old = all.filter((one) => one.until <= now);
  await deleteFiles(old.map(({ hash }) => uploadPath(uid, hash)));
  const rest = all.filter((one) => one.until > now);
  return rest.map(({ until }) => until).toSorted((one, other) => one - other)[0] ?? null;
}
