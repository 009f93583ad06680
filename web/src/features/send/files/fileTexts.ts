import { type FileText, NOT_READ, type PersonFile } from "@sendwright/core/pairing/types";
import { FileTextReader } from "../../../lib/fileTexts/FileTextReader.ts";

/** Which files may have a text that we can read. */
const READABLE = /\.(?:pdf|docx)$/i;

/** How many of the files that are being read are done. */
interface ReadingProgress {
  done: number;
  all: number;
}

/** The texts of files by their hashes, as long as the tab lives. They never leave it. */
class FileTexts {
  #texts: ReadonlyMap<string, FileText> = new Map();
  #progress: ReadingProgress | null = null;
  #wanted: readonly PersonFile[] = [];
  #skip: AbortController | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #reader = new FileTextReader();

  /** The texts so far; changes only when all files that were added together are done. */
  readonly texts = (): ReadonlyMap<string, FileText> => this.#texts;

  /** Null if nothing is being read. */
  readonly progress = (): ReadingProgress | null => this.#progress;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Reads the files whose texts aren't known, one after the other; those that are asked for
   * meanwhile come after them.
   */
  async read(files: readonly PersonFile[], fileOf: (hash: string) => File | null): Promise<void> {
    this.#wanted = files;
    if (this.#progress !== null) return;
    const unread = files.filter(({ hash }) => !this.#texts.has(hash));
    // The bytes of others are gone: once they are chosen again, they are read.
    const here = unread.flatMap(({ hash, name }) => {
      const file = fileOf(hash);
      return file === null ? [] : [{ hash, name, file }];
    });
    if (here.length === 0) return;
    const found = new Map(this.#texts);
    const readable = here.filter(({ name }) => READABLE.test(name));
    for (const { hash } of here) found.set(hash, NOT_READ);
    this.#skip = new AbortController();
    this.#tell({ done: 0, all: readable.length });
    let done = 0;
    const add = (hash: string, text: FileText) => {
      found.set(hash, text);
      done += 1;
      this.#tell({ done, all: readable.length });
    };
    if (readable.length > 0) await this.#reader.readAll(readable, add, this.#skip.signal);
    this.#texts = found;
    this.#tell(null);
    if (this.#wanted !== files) await this.read(this.#wanted, fileOf);
  }

  /** Doesn't check the files that are being read. */
  skip(): void {
    this.#skip?.abort();
  }

  #tell(progress: ReadingProgress | null): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener();
  }
}

export const fileTexts = new FileTexts();
