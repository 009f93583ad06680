import type { SendAnswer } from "@sendwright/core/contract";
import {
  type AddedFile,
  filesMissingIn,
  type UploadOptions,
  uploadAddedFiles,
} from "./fileUploads.ts";

/** The files for single people of a click on Send. The tab that sends brings them. */
export interface FilesOfSend {
  /** Uploads them. Throws AppError, or whatever the signal was aborted with. */
  upload: (options?: UploadOptions) => Promise<void>;
  /**
   * Makes the call of the send; uploads what the server says is missing by then, and repeats it with
   * the same key. Throws AppError, or whatever the signal was aborted with.
   */
  call: (make: () => Promise<SendAnswer>, options?: UploadOptions) => Promise<SendAnswer>;
}

/** How often a call is repeated because files went missing meanwhile. */
const MAX_REPEATS = 3;

/** The files that a call of a send names. */
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
