import type { List } from "@sendwright/core/list/list";
import type { EarlierFiles } from "@sendwright/core/list/listFiles";
import { withoutFolders } from "@sendwright/core/pairing/names";
import type { PersonFile } from "@sendwright/core/pairing/types";
import { type FilesOfSend, filesOfSend } from "../../../data/filesOfSend.ts";
import type { PersonFiles } from "../../../data/personFiles.ts";
import type { SendCall } from "../../../data/sendQueries.ts";
import type { TestFiles } from "../../../data/testSend.ts";

/**
 * The files of single people that a call names, to be uploaded before it; null for none. Files of
 * skipped rows, or of no one, aren't among them.
 */
export function sendFiles(call: SendCall, list: List, store: PersonFiles): FilesOfSend | null {
  const rows = call.to === "send-bulk" ? (call.input.rows ?? []) : [];
  const named = new Set(rows.flatMap(({ files = [] }) => files.map(({ hash }) => hash)));
  if (named.size === 0) return null;
  // With the bytes that there are now: a file added again later is for another click.
  const added = store.toUpload(list.files?.files.filter(({ hash }) => named.has(hash)) ?? []);
  return filesOfSend(added);
}

/**
 * The files of an email's rows, and those that other rows of it had in an earlier send, as a test
 * names them; null for none.
 */
export function testFiles(
  files: readonly PersonFile[],
  earlier: readonly EarlierFiles[],
  store: PersonFiles,
): TestFiles | null {
  if (files.length + earlier.length === 0) return null;
  const row_files = files.map(({ hash, name }) => ({ hash, name: withoutFolders(name) }));
  const files_of = earlier.map(({ of }) => of);
  return {
    named: { ...(files.length > 0 && { row_files }), ...(earlier.length > 0 && { files_of }) },
    files: filesOfSend(store.toUpload(files)),
  };
}
