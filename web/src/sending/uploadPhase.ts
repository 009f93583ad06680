import { AppError, type SendAnswer } from "@sendwright/core/contract";
import type { FilesOfSend } from "../data/filesOfSend.ts";
import type { UploadOptions, UploadProgress } from "../data/fileUploads.ts";
import { personalKey, readStoredJson, writeStored } from "../lib/storage.ts";

/** Why an upload ended: the person canceled it, or left. */
export const CANCELED = Symbol("canceled");

/** After a reload during an upload. */
export const NOT_AFTER_UPLOAD =
  "The page was reloaded while files were being uploaded. Nothing was sent.";

const CANCELED_AGAIN = "You canceled the upload. Nothing was sent.";

const BEFORE: UploadProgress = { files: 0, allFiles: 0, bytes: 0, allBytes: 0, isWaiting: false };

/**
 * The time between a click on Send and its call, while files are uploaded. No key is made before
 * the call leaves, so nothing can be sent meanwhile.
 *
 * | event           | during the first upload                    | during an upload after `files_missing`     |
 * |-----------------|--------------------------------------------|--------------------------------------------|
 * | a second click  | nothing                                    | nothing                                    |
 * | Cancel          | ends; nothing was sent                     | the attempt is refused; nothing was sent   |
 * | a failure       | ends, and says why; nothing was sent       | the attempt is refused with it             |
 * | another tab     | continues                                  | continues                                  |
 * | a reload        | "Nothing was sent."                        | the attempt looks for its send by its key  |
 * | leaving         | asks first                                 | asks first                                 |
 * | an earlier send | its Undo and its end change nothing here;  | can't be: the attempt has taken its place  |
 * |                 | if it is found to be held, nothing is sent |                                            |
 */
export class UploadPhase {
  readonly #stored: string;
  readonly #changed: () => void;
  #progress: UploadProgress | null = null;
  #controller: AbortController | null = null;

  constructor(uid: string, kind: string, changed: () => void) {
    this.#stored = personalKey(uid, `upload:${kind}`);
    this.#changed = changed;
  }

  /** Null while nothing is uploaded. */
  get progress(): UploadProgress | null {
    return this.#progress;
  }

  /** Whether a reload ended an upload. Says so once; not in a duplicated browser tab. */
  wasReloaded(): boolean {
    const isStored = readStoredJson("sessionStorage", this.#stored) === true;
    if (isStored) writeStored("sessionStorage", this.#stored, null);
    const [navigation] = performance.getEntriesByType("navigation");
    return isStored && (navigation as PerformanceNavigationTiming | undefined)?.type === "reload";
  }

  /** Uploads files. Throws AppError, or `CANCELED`. */
  async run(files: FilesOfSend): Promise<void> {
    writeStored("sessionStorage", this.#stored, "true");
    try {
      await this.#during((options) => files.upload(options), BEFORE);
    } finally {
      writeStored("sessionStorage", this.#stored, null);
    }
  }

  /** Makes the call of a send with files. Throws AppError. */
  async around(files: FilesOfSend, make: () => Promise<SendAnswer>): Promise<SendAnswer> {
    try {
      return await this.#during((options) => files.call(make, options), null);
    } catch (cause) {
      if (cause !== CANCELED) throw cause;
      throw new AppError("files_missing", CANCELED_AGAIN);
    }
  }

  /** Does nothing if nothing is being uploaded. */
  cancel(): void {
    if (this.#progress !== null) this.#controller?.abort(CANCELED);
  }

  async #during<T>(
    act: (options: Required<UploadOptions>) => Promise<T>,
    before: UploadProgress | null,
  ): Promise<T> {
    const controller = new AbortController();
    this.#controller = controller;
    const show = (progress: UploadProgress | null) => {
      if (this.#controller !== controller) return;
      this.#progress = progress;
      this.#changed();
    };
    show(before);
    try {
      return await act({ signal: controller.signal, onProgress: show });
    } finally {
      show(null);
      this.#controller = null;
    }
  }
}
