import type { FileText } from "@sendwright/core/pairing/types";
import { StoppableWorker } from "../StoppableWorker.ts";
import type { FileTextWork } from "./fileTextWork.ts";

/** How long a file may take. */
const MAX_READING_MS = 5_000;
/** How long all files of a list may take. */
const MAX_READING_ALL_MS = 120_000;
const NOT_READ: FileText = { text: null, pages: null };

/** A file to read, by the hash under which its text is wanted. */
interface HashedFile {
  hash: string;
  file: Blob;
}

/**
 * Reads the texts of files in a worker, one after the other, so that the page can tell whether a
 * file names its person. Nothing leaves the browser.
 */
export class FileTextReader {
  readonly #worker = new StoppableWorker<FileTextWork>(
    () => new Worker(new URL("./fileTextWorker.ts", import.meta.url), { type: "module" }),
    () => new Error("The file could not be read in this browser."),
  );

  /**
   * Reads files until all are read, `signal` aborts or two minutes have passed; the rest is not
   * checked. A file that takes more than 5 s is not checked either.
   *
   * @param found called with each text as it is read
   */
  async readAll(
    files: readonly HashedFile[],
    found: (hash: string, text: FileText) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const end = performance.now() + MAX_READING_ALL_MS;
    for (const { hash, file } of files) {
      const isOver = signal.aborted || performance.now() > end;
      found(hash, isOver ? NOT_READ : await this.#read(file, signal));
    }
    this.close();
  }

  /** Stops the worker. */
  close(): void {
    this.#worker.stop(new Error("We stopped reading the files."));
  }

  async #read(file: Blob, signal: AbortSignal): Promise<FileText> {
    const stop = () => this.close();
    let timer: ReturnType<typeof setTimeout> | undefined;
    signal.addEventListener("abort", stop);
    try {
      await this.#worker.ask((work) => work.prepare());
      timer = setTimeout(stop, MAX_READING_MS);
      return await this.#worker.ask((work) => work.read(file));
    } catch {
      return NOT_READ;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  }
}
