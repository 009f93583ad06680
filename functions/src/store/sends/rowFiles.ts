import { listFiles } from "../files.ts";
import { forgetUploads } from "../uploads.ts";
import { filesFolder, hashOfRowFile } from "./sendFilePaths.ts";

/** The paths of a send's copies of the contents that rows have of their own, by their hashes. */
export async function copiedRowFiles(id: string): Promise<Map<string, string>> {
  const files = await listFiles(filesFolder(id));
  return new Map(
    files.flatMap(({ path }): [string, string][] => {
      const hash = hashOfRowFile(path);
      return hash === null ? [] : [[hash, path]];
    }),
  );
}

/** Deletes the uploads of a person that a send of theirs was made of, as far as they are there. */
export async function forgetUploadsOf(owner: string, id: string): Promise<void> {
  await forgetUploads(owner, [...(await copiedRowFiles(id)).keys()]);
}
