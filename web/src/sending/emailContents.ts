import type { CheckResult } from "@sendwright/core/check/types";
import type { Attachment, Variable } from "@sendwright/core/contract";
import type { Formats } from "@sendwright/core/dates/formats";
import type { RowFiles } from "@sendwright/core/list/upload";
import { type ContentFile, emailText, rowText } from "@sendwright/core/sends/content";
import { fileHashOf } from "../data/fileUploads.ts";

/** An email that is about to be sent, as the server will compare it with earlier ones. */
export interface ContentSource extends Formats {
  subject: string;
  body: string;
  /** HTML; "" for none, null if it isn't known. */
  signature: string | null;
  variables: readonly Variable[];
  attachments: readonly Attachment[];
  /** Files that are chosen for this send. */
  added: readonly File[];
}

/**
 * By row number: the hash of each email's content, so that the question before a send can say
 * whether an earlier one was the same. Rows whose content isn't known here are missing; all are if a
 * file can't be read. Never rejects.
 *
 * @param filesOf the files of single rows, by row id
 */
export async function emailContents(
  source: ContentSource,
  { rows, dateOrders }: Pick<CheckResult, "rows" | "dateOrders">,
  filesOf: ReadonlyMap<number, RowFiles> = new Map(),
): Promise<ReadonlyMap<number, string>> {
  const { signature, attachments, added } = source;
  if (signature === null) return new Map();
  const chosen = await Promise.all(added.map(contentFile)).catch(() => null);
  if (chosen === null) return new Map();
  const email = await hashOf(
    emailText({
      ...source,
      signature,
      variables: source.variables.map(({ name }) => name),
      dateOrders,
      files: [
        ...attachments.map((file) => ({
          name: file.original_filename,
          content: file.storage_path,
        })),
        ...chosen,
      ],
    }),
  );
  const ready = rows.filter(({ verdict }) => verdict === "ready");
  const contents = ready.map(async ({ id, n, values }): Promise<[number, string][]> => {
    const own = filesOf.get(id);
    // Only the server knows the files of an earlier send.
    if (own !== undefined && !("files" in own)) return [];
    const files = own?.files?.map(({ name, hash }) => ({ name, content: hash }));
    return [[n, await hashOf(rowText(email, values, files))]];
  });
  return new Map((await Promise.all(contents)).flat());
}

async function contentFile(file: File): Promise<ContentFile> {
  return { name: file.name, content: await fileHashOf(file) };
}

function hashOf(text: string): Promise<string> {
  return fileHashOf(new Blob([text]));
}
