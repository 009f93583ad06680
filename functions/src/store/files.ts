import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@sendwright/core/contract/appError";
import { type PictureType, pictureType } from "@sendwright/core/files/pictures";
import { config } from "../config.ts";
import { codeOf } from "../platform/codeOf.ts";
import { type Bucket, bucket } from "../platform/firebase.ts";
import { plainDownload } from "../platform/plainDownload.ts";
import { inLanes } from "./inLanes.ts";

/** A unique path in a folder (`users/…/`), with the file's own name made safe for any system. */
export function newPath(folder: string, filename: string): string {
  const safe = filename.replace(/[^A-Za-z0-9._-]+/g, "_").slice(-80);
  return `${folder}${randomBytes(8).toString("hex")}-${safe}`;
}

/**
 * @param isHashed whether everyone who reads the file compares its bytes with a hash, so that
 *   Storage's own sum of them needn't be computed
 */
export async function writeFile(
  path: string,
  content: Buffer,
  contentType: string,
  { isHashed = false } = {},
): Promise<void> {
  const options = { resumable: false, contentType, validation: !isHashed };
  await bucket().file(path).save(content, options);
}

/**
 * Writes a file as its bytes come; memory never holds more than a few. Nothing is there unless all
 * of it is.
 */
export async function streamFile(
  path: string,
  bytes: AsyncIterable<Buffer>,
  contentType: string,
): Promise<void> {
  const target = bucket().file(path);
  await pipeline(Readable.from(bytes), target.createWriteStream({ resumable: false, contentType }));
}

/** Files that Storage joins in one call. */
const JOINED_AT_ONCE = 32;

/** Joins files, in this order, into one. Throws unless it then has so many bytes. */
export async function joinFiles(
  paths: readonly string[],
  to: string,
  bytes: number,
): Promise<void> {
  const target = bucket().file(to);
  const rest = [...paths];
  for (let isFirst = true; rest.length > 0; isFirst = false) {
    const before = isFirst ? [] : [to];
    const sources = [...before, ...rest.splice(0, JOINED_AT_ONCE - before.length)];
    await bucket().combine(sources, target).catch(missing);
  }
  const [{ size }] = await target.getMetadata();
  if (Number(size) !== bytes) throw new Error("A file isn't as large as its parts.");
}

/**
 * An address under which anyone can download this one file for `ms` milliseconds, named `filename`.
 * In the emulators, which check no signature, a plain one. `from` is the bucket.
 */
export async function downloadAddress(
  path: string,
  filename: string,
  { now, ms }: { now: number; ms: number },
  from: Bucket = bucket(),
): Promise<string> {
  const { storageEmulator } = config();
  if (storageEmulator !== null) return `${storageEmulator}/${from.name}/${path}`;
  const [address] = await from.file(path).getSignedUrl({
    version: "v4",
    action: "read",
    accessibleAt: now,
    expires: now + ms,
    promptSaveAs: filename,
  });
  return address;
}

/**
 * Reads a file. Throws `not_found`.
 *
 * @param isHashed whether the caller compares its bytes with a hash, so that Storage's own sum of
 *   them needn't be computed, and a plain call is enough
 */
export async function readFile(path: string, { isHashed = false } = {}): Promise<Buffer> {
  const from = bucket();
  const isSigned = config().storageEmulator === null;
  const plain = isHashed ? await plainDownload(from, path, { isSigned }) : null;
  if (plain !== null) return plain;
  const [content] = await from.file(path).download({ validation: !isHashed }).catch(missing);
  return content;
}

export interface Picture {
  content: Buffer;
  contentType: PictureType;
}

/** Reads a picture; its bytes decide its type. Throws `not_found`, also without a path. */
export async function readPicture(path: string | undefined): Promise<Picture> {
  const content = path === undefined ? null : await readFile(path);
  const contentType = content && pictureType(content);
  if (!content || !contentType) throw new AppError("not_found", "This picture no longer exists.");
  return { content, contentType };
}

/** Copies a file within the bucket. Throws `not_found` if the source is gone. */
export async function copyFile(from: string, to: string): Promise<void> {
  const target = bucket().file(to);
  await bucket().file(from).copy(target).catch(missing);
}

/** A stored file and what its list says of it. `storedAt` in milliseconds. */
interface ListedFile {
  path: string;
  size: number;
  contentType: string;
  storedAt: number;
}

/** The files in a folder (`…/`), or in all folders whose names begin so. */
export async function listFiles(folder: string): Promise<ListedFile[]> {
  const [files] = await bucket().getFiles({ prefix: folder });
  return files.map(({ name, metadata: { size, contentType, timeCreated } }) => ({
    path: name,
    size: Number(size),
    contentType: contentType ?? "application/octet-stream",
    storedAt: Date.parse(timeCreated ?? ""),
  }));
}

/** Files deleted at once. */
const DELETES_AT_ONCE = 50;

/** Deletes files, those that still exist. */
export async function deleteFiles(paths: readonly string[]): Promise<void> {
  await inLanes(paths, DELETES_AT_ONCE, deleteFile);
}

/** Deletes a file, if it still exists. */
export async function deleteFile(path: string): Promise<void> {
  await bucket().file(path).delete({ ignoreNotFound: true });
}

/**
 * Deletes every file in a folder (`…/`), or in all folders whose names begin with a user's id
 * (`…/{uid}_`).
 */
export async function deletePrefix(prefix: string): Promise<void> {
  if (!/[/_]$/.test(prefix))
    throw new Error("A prefix to delete is a whole folder, or all folders of a user.");
  await deleteFiles((await listFiles(prefix)).map(({ path }) => path));
}

function missing(cause: unknown): never {
  if (codeOf(cause) === 404)
    throw new AppError("not_found", "This file no longer exists.", { cause });
  throw cause;
}
