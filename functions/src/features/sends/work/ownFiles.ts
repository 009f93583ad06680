import { AppError } from "@sendwright/core/contract/appError";
import type { AttachmentFile } from "../../../mail/composeMail.ts";
import { logError } from "../../../platform/log.ts";
import type { StoredSend } from "../../../store/sends/read.ts";
import { differentFiles, type RowDoc } from "../../../store/sends/schemas.ts";
import { rowFilePath } from "../../../store/sends/sendFilePaths.ts";
import { hashOf } from "../../../store/uploads.ts";
import type { Engine } from "../engine.ts";
import { isPassing } from "./loadMail.ts";

/** How long the files of one row may take (milliseconds). */
const LOAD_MS = 10_000;

/**
 * How much memory a row's files of so many bytes take: as they are, in base64 with line breaks, and
 * a little around them.
 */
export function memoryOf(bytes: number): number {
  return Math.ceil(bytes * 2.4);
}

/** The files of a row, why its email can't be sent, or that they couldn't be loaded for now. */
export type OwnFiles = { files: AttachmentFile[] } | { broken: string } | "unreachable";

/**
 * Loads the own files of an email's rows, shared ones once, and compares each with the hash under
 * which the person added it: no other bytes go out in its place.
 */
export async function loadOwnFiles(
  engine: Engine,
  { id, nonce }: StoredSend,
  { files = [] }: Pick<RowDoc, "files">,
): Promise<OwnFiles> {
  if (files.length === 0) return { files: [] };
  const loaded = differentFiles(files).map(async ({ filename, contentType, hash }) => {
    const path = rowFilePath(id, nonce, hash);
    const content = await engine.ledger.readFile(path, { isHashed: true }).catch(gone);
    if (content === null) throw new Broken(`The file "${filename}" no longer exists.`);
    if (hashOf(content) !== hash)
      throw new Broken(`The file "${filename}" is not the one that was added.`);
    return { filename, contentType, content };
  });
  try {
    return { files: await inTime(Promise.all(loaded)) };
  } catch (cause) {
    if (cause instanceof Broken) return { broken: cause.message };
    if (!(cause instanceof TooLate) && !isPassing(cause)) throw cause;
    logError("a row's files could not be loaded", { send_id: id, error: cause });
    return "unreachable";
  }
}

class Broken extends Error {}
class TooLate extends Error {
  override name = "TooLate";
}

function gone(cause: unknown): null {
  if (cause instanceof AppError && cause.reason === "not_found") return null;
  throw cause;
}

/** Throws `TooLate` if work takes longer than a row's files may. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate()), LOAD_MS);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
