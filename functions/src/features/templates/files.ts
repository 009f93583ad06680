import type { Attachment } from "@sendwright/core/contract/templates";
import { requireFilesFit } from "@sendwright/core/files/fit";
import { config } from "../../config.ts";
import type { ParsedUpload } from "../../http/readInput.ts";
import { logError } from "../../platform/log.ts";
import { copyFile, deleteFile, deletePrefix, newPath, writeFile } from "../../store/files.ts";

/**
 * Throws `attachment_limit`, `attachment_kind_refused` or `invalid_input` if received files don't fit with a template's
 * existing ones.
 */
export function requireFit(files: readonly ParsedUpload[], existing: readonly Attachment[]): void {
  const named = files.map(({ filename, content }) => ({ name: filename, size: content.length }));
  requireFilesFit({ existing, files: named, limits: config().limits });
}

/** Stores a received file in a template's folder and returns its description. */
export async function storeUpload(
  folder: string,
  { filename, contentType, content }: ParsedUpload,
): Promise<Attachment> {
  // One spelling of a letter with its marks, whichever system the name comes from.
  const original_filename = filename.normalize("NFC");
  const storage_path = newPath(folder, original_filename);
  await writeFile(storage_path, content, contentType);
  return { original_filename, storage_path, size: content.length, content_type: contentType };
}

/** Copies a file of another template into a template's folder and returns the copy's description. */
export async function copyAttachment(folder: string, attachment: Attachment): Promise<Attachment> {
  const storage_path = newPath(folder, attachment.original_filename);
  await copyFile(attachment.storage_path, storage_path);
  return { ...attachment, storage_path };
}

/** Waits for all work on several files, even if one fails, so that nothing is stored after a cleanup. */
export async function all<T>(works: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Runs the work that fills a new template's folder; if it fails, the folder is emptied. */
export async function wholeOrNothing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await forgetFiles(folder);
    throw error;
  }
}

/**
 * Deletes a folder (a path that ends with `/`) or a file. A failure is only logged: nothing points to these files any
 * more, and the user's request is already answered; deleting the account finds them again.
 */
export async function forgetFiles(path: string): Promise<void> {
  try {
    await (path.endsWith("/") ? deletePrefix(path) : deleteFile(path));
  } catch (error) {
    logError("files not deleted", { error });
  }
}
