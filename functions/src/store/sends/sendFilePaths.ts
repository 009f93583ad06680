import { sendDocId } from "./documents.ts";

const ROW_FILES = "rows/";
const ROW_FILE = new RegExp(`/${ROW_FILES}([0-9a-f]{64})$`);

/** The folder of a send's files, and of any files an earlier attempt left. */
export function filesFolder(id: string): string {
  return `sends/${id}/`;
}

/** The common prefix of a user's send folders. */
export function filesOfOwner(owner: string): string {
  return `sends/${sendDocId(owner, "")}`;
}

/** The folder that only this preparation (`nonce`) of a send writes to. */
export function preparedFolder(id: string, nonce: string): string {
  return `${filesFolder(id)}${nonce}/`;
}

/** The send's copy of a content that rows have, by its hash. */
export function rowFilePath(id: string, nonce: string, hash: string): string {
  return `${preparedFolder(id, nonce)}${ROW_FILES}${hash}`;
}

/** The hash of a content that rows have, from the path of its copy; null for any other file. */
export function hashOfRowFile(path: string): string | null {
  return ROW_FILE.exec(path)?.[1] ?? null;
}
