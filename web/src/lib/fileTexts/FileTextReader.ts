import { type FileText, NOT_READ } from "@sendwright/core/pairing/types";
import { StoppableWorker } from "../StoppableWorker.ts";
import type { FileTextWork } from "./fileTextWork.ts";

/** How long the reading of one file may take. */
const MAX_READING_MS = 5_000;
/** How long all files of a list may take, and the loading of the script that reads them. */
const MAX_READING_ALL_MS = 120_000;

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
   * @param onText called for each file, with its text or with `NOT_READ`
   */
  async readAll(
    files: readonly HashedFile[],
    onText: (hash: string, text: FileText) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let isOver = signal.aborted;
    const end = () => {
      isOver = true;
      this.close();
    };
    const timer = setTimeout(end, MAX_READING_ALL_MS);
    signal.addEventListener("abort", end);
    for (const { hash, file } of files) onText(hash, isOver ? NOT_READ : await this.#read(file));
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    this.close();
  }

  /** Stops the worker. */
  close(): void {
    this.#worker.stop(new Error("We stopped reading the files."));
  }

  async #read(file: Blob): Promise<FileText> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await this.#worker.ask((work) => work.prepare());
      timer = setTimeout(() => this.close(), MAX_READING_MS);
      return await this.#worker.ask((work) => work.read(file));
    } catch {
      return NOT_READ;
    } finally {
      clearTimeout(timer);
    }
  }
}
