import type { List } from "@sendwright/core/list/list";
import { type AddedFile, filesMissingIn, uploadAddedFiles } from "../../../data/fileUploads.ts";
import type { SendCall } from "../../../data/sendQueries.ts";
import type { FilesOfSend } from "../../../sending/uploadPhase.ts";
import type { PersonFiles } from "../files/personFiles.ts";

/** How often a call is repeated because files went missing meanwhile. */
const MAX_REPEATS = 3;

/**
 * The files of single people that a call names, to be uploaded before it; null for none. Files of
 * skipped rows, or of no one, aren't among them.
 */
export function sendFiles(call: SendCall, list: List, store: PersonFiles): FilesOfSend | null {
  const rows = call.to === "send-bulk" ? (call.input.rows ?? []) : [];
  const named = new Set(rows.flatMap(({ files = [] }) => files.map(({ hash }) => hash)));
  if (named.size === 0) return null;
  // With the bytes that there are now: what is added again later is for another click.
  const added = store.toUpload(list.files?.files.filter(({ hash }) => named.has(hash)) ?? []);
  return filesOfSend(added);
}

export function filesOfSend(added: readonly AddedFile[]): FilesOfSend {
  return {
    upload: (options) => uploadAddedFiles(added, options),
    call: async (make, options) => {
      for (let repeats = 0; ; repeats++) {
        try {
          return await make();
        } catch (cause) {
          const missing = new Set(filesMissingIn(cause)?.files);
          const again = added.filter(({ hash }) => missing.has(hash));
          if (again.length === 0 || repeats === MAX_REPEATS) throw cause;
          await uploadAddedFiles(again, options);
        }
      }
    },
  };
}
