import { furtherRowsOf } from "@sendwright/core/check/joinedRows";
import type { CheckResult } from "@sendwright/core/check/types";
import type { Attachment, Variable } from "@sendwright/core/contract";
import type { Formats } from "@sendwright/core/dates/formats";
import { differentFiles } from "@sendwright/core/list/listFiles";
import type { RowFiles } from "@sendwright/core/list/upload";
import { type ContentFile, emailText, rowTexts } from "@sendwright/core/sends/content";
import { fileHashOf, hashOf } from "../lib/fileHash.ts";

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
 * By the number of its first row: the hash of each email's content, so that the question before a send can say
 * whether an earlier one was the same. Emails whose content isn't known here are missing; all are if a
 * file can't be read. Never rejects.
 *
 * @param filesOf the files of single rows, by row id
 */
export async function emailContents(
  source: ContentSource,
  { rows, dateOrders, numberForms }: Pick<CheckResult, "rows" | "dateOrders" | "numberForms">,
  filesOf: ReadonlyMap<number, RowFiles> = new Map(),
): Promise<ReadonlyMap<number, string>> {
  const { signature, attachments, added } = source;
  if (signature === null) return new Map();
  const chosen = await Promise.all(added.map(contentFile)).catch(() => null);
  if (chosen === null) return new Map();
  const stored = attachments.map(({ original_filename: name, hash, storage_path }) => ({
    name,
    content: hash ?? storage_path,
  }));
  const content = { ...source, signature, dateOrders, numberForms, files: [...stored, ...chosen] };
  const textOf = rowTexts(content);
  const email = await textHashOf(emailText(content));
  const ready = rows.filter(({ verdict }) => verdict === "ready");
  const contents = ready.map(async (row): Promise<[number, string][]> => {
    const further = furtherRowsOf(rows, row);
    const own = [row, ...further].flatMap(({ id }) => filesOf.get(id) ?? []);
    // Only the server knows the files of an earlier send.
    if (!own.every((one) => "files" in one)) return [];
    const files = differentFiles(own.flatMap((one) => one.files ?? []));
    const text = textOf(
      email,
      row.values,
      files.map(({ name, hash }) => ({ name, content: hash })),
      further.map(({ values }) => values),
    );
    return [[row.n, await textHashOf(text)]];
  });
  return new Map((await Promise.all(contents)).flat());
}

async function contentFile(file: File): Promise<ContentFile> {
  return { name: file.name, content: await fileHashOf(file) };
}

function textHashOf(text: string): Promise<string> {
  return hashOf(new TextEncoder().encode(text));
}
