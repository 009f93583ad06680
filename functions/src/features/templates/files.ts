import { MAX_STORED_PICTURES } from "@sendwright/core/contract/limits";
import type { Attachment } from "@sendwright/core/contract/templates";
import { requireFilesFit } from "@sendwright/core/files/fileMessages";
import { decodeFileName } from "@sendwright/core/files/fileName";
import { filesInUse, withoutPictures } from "@sendwright/core/files/fit";
import { isPictureName, picturesIn, requirePicture } from "@sendwright/core/files/pictures";
import { config } from "../../config.ts";
import type { ParsedUpload } from "../../http/readInput.ts";
import { logError } from "../../platform/log.ts";
import { copyFile, deleteFile, deletePrefix, newPath, writeFile } from "../../store/files.ts";
import type { StoredTemplate } from "../../store/templates.ts";
import { hashOf } from "../../store/uploads.ts";

/**
 * Throws `attachment_limit`, `attachment_kind_refused` or `invalid_input` if received files don't
 * fit with a template's existing ones, or if one that has a picture's name isn't one.
 */
export function requireFit(files: readonly ParsedUpload[], existing: readonly Attachment[]): void {
  const named = files.map(({ filename, content }) => ({ name: filename, size: content.length }));
  requireFilesFit({ existing, files: named, limits: config().limits });
  for (const { filename, content } of files)
    if (isPictureName(filename)) requirePicture(filename, content);
}

/** What a template has of files and mentions of pictures. */
type TemplateWithFiles = Pick<StoredTemplate, "attachments" | "body">;

/** The files that go out with a template's email. */
export function filesInUseOf({ attachments, body }: TemplateWithFiles): Attachment[] {
  return filesInUse(attachments, picturesIn(body));
}

/**
 * The files of a template that stay when one is added. Pictures that its saved body doesn't mention
 * stay too, because an editor may be about to save them, or to undo; if there are too many, the
 * oldest are deleted. Throws as `requireFit`.
 */
export function keptBeside(file: ParsedUpload, template: TemplateWithFiles): Attachment[] {
  const { attachments } = template;
  const used = filesInUseOf(template);
  if (!isPictureName(file.filename)) {
    requireFit([file], used);
    return attachments;
  }
  const others = withoutPictures(attachments);
  requireFit([file], others);
  const excess = attachments.length - others.length + 1 - MAX_STORED_PICTURES;
  const unused = attachments.filter((stored) => !used.includes(stored));
  const dropped = unused.slice(0, Math.max(0, excess));
  return attachments.filter((stored) => !dropped.includes(stored));
}

/** Stores a received file in a template's folder and returns its description. */
export async function storeUpload(
  folder: string,
  { filename, contentType, content }: ParsedUpload,
): Promise<Attachment> {
  // One spelling of a letter with its marks, whichever system the name comes from.
  const original_filename = decodeFileName(filename);
  const storage_path = newPath(folder, original_filename);
  const content_type = isPictureName(original_filename)
    ? requirePicture(original_filename, content)
    : contentType;
  await writeFile(storage_path, content, content_type);
  const hash = hashOf(content);
  return { original_filename, storage_path, size: content.length, content_type, hash };
}

/**
 * Copies a file of another template into a template's folder and returns the copy's description.
 */
export async function copyAttachment(folder: string, attachment: Attachment): Promise<Attachment> {
  const storage_path = newPath(folder, attachment.original_filename);
  await copyFile(attachment.storage_path, storage_path);
  return { ...attachment, storage_path };
}

/**
 * Waits for all work on several files, even if one fails, so that nothing is stored after a
 * cleanup.
 */
export async function all<T>(works: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/**
 * Deletes a folder (a path that ends with `/`) or a file. A failure is only logged: nothing points
 * to these files any more, and the user's request is already answered; deleting the account finds
 * them again.
 */
export async function forgetFiles(path: string): Promise<void> {
  try {
    await (path.endsWith("/") ? deletePrefix(path) : deleteFile(path));
  } catch (error) {
    logError("files not deleted", { error });
  }
}
