import { findFiles, type Limits, MAX_FILES_OF_ROWS } from "@sendwright/core/contract";
import { additionalSkipMessage } from "@sendwright/core/files/fileMessages";
import { fitFiles, type SkippedFile } from "@sendwright/core/files/fit";
import { withoutFolders } from "@sendwright/core/pairing/names";
import type { PersonFile } from "@sendwright/core/pairing/types";
import { call } from "../lib/call.ts";
import { fileHashOf } from "../lib/fileHash.ts";
import type { AddedFile } from "./fileUploads.ts";

/** The result of adding files. */
export interface AddedFiles {
  /** In their order, each content once; those that were there before, too. */
  added: readonly PersonFile[];
  /** Hashes of files of the form that these take the place of: changed or lost, with the same name. */
  replaced: readonly string[];
  /** Which files weren't added, and why; null for none. */
  message: string | null;
}

/** Where the bytes of a file are: unknown while we ask the server, or if it doesn't answer. */
type Place = "here" | "server" | "lost" | "unknown";

/**
 * The bytes of the files for one person each, by their hashes: for one account, in this tab of the
 * browser. Forms know names, hashes and sizes only. After a reload, the bytes are gone from here;
 * what the server still has needs no second choice.
 */
export class PersonFiles {
  readonly #files = new Map<string, File>();
  /** The server's answer about files whose bytes aren't here. */
  readonly #server = new Map<string, "server" | "lost">();
  readonly #asked = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** Counts changes. */
  readonly version = (): number => this.#version;

  /** Calls a listener after each change. Returns a function that ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Takes files, with the hashes of their bytes as they are now. Empty, too large and refused ones,
   * and those with the bytes of another one, are named in `message`; the others are added.
   *
   * @param known the files that the form has
   */
  async add(
    files: readonly File[],
    { limits, known = [] }: { limits: Limits; known?: readonly PersonFile[] },
  ): Promise<AddedFiles> {
    const added = new Map<string, PersonFile>();
    const replaced: string[] = [];
    const skipped: SkippedFile[] = [];
    for (const file of files) {
      const refused = fitFiles({ existing: [], files: [file], limits }).skipped;
      const hash = refused.length > 0 ? null : await fileHashOf(file).catch(() => null);
      if (hash === null) {
        const unreadable = { name: file.name, cause: "file", problem: "can't be read" } as const;
        skipped.push(refused[0] ?? unreadable);
        continue;
      }
      const name = nameOf(file);
      for (const before of known)
        if (before.name === name && before.hash !== hash && !(await this.#isReadable(before.hash)))
          replaced.push(before.hash);
      this.#files.set(hash, file);
      const same = added.get(hash) ?? known.find((before) => before.hash === hash);
      if (same !== undefined && same.name !== name) {
        const problem = `has the same content as ${same.name}`;
        skipped.push({ name: file.name, cause: "file", problem });
      }
      if (!added.has(hash)) added.set(hash, { hash, name, size: file.size });
    }
    this.#changed();
    return {
      added: [...added.values()],
      replaced,
      message: additionalSkipMessage(skipped, limits),
    };
  }

  /** The file with these bytes; null if they aren't here. */
  readonly fileOf = (hash: string): File | null => this.#files.get(hash) ?? null;

  /** Where the bytes of a file are. */
  readonly placeOf = (hash: string): Place =>
    this.#files.has(hash) ? "here" : (this.#server.get(hash) ?? "unknown");

  /** Asks the server once about files whose bytes aren't here. A failure leaves them unknown. */
  readonly look = async (files: readonly PersonFile[]): Promise<void> => {
    const unknown = files.filter(
      ({ hash }) => this.placeOf(hash) === "unknown" && !this.#asked.has(hash),
    );
    if (unknown.length === 0) return;
    for (const { hash } of unknown) this.#asked.add(hash);
    const asked = unknown.slice(0, MAX_FILES_OF_ROWS).map(({ hash, size }) => ({ hash, size }));
    const known = await call(findFiles, { files: asked }).then(
      (answer) => new Set(answer.known),
      () => null,
    );
    if (known === null) {
      // A refusal or a lost line: the next look asks again, and sending does in any case.
      for (const { hash } of asked) this.#asked.delete(hash);
      return;
    }
    for (const { hash } of asked) this.#server.set(hash, known.has(hash) ? "server" : "lost");
    this.#changed();
  };

  /** Files as they are uploaded, each with its bytes, if they are here. */
  readonly toUpload = (files: readonly PersonFile[]): AddedFile[] =>
    files.map(({ hash, name, size }) => ({
      hash,
      file: this.#files.get(hash) ?? { name: withoutFolders(name), size },
    }));

  /** Whether the bytes of a file are here, and as they were. */
  async #isReadable(hash: string): Promise<boolean> {
    const file = this.#files.get(hash);
    if (file === undefined) return this.#server.get(hash) === "server";
    return (await fileHashOf(file).catch(() => null)) === hash;
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** After its folders, if a folder was chosen; in composed letters (NFC). */
function nameOf(file: File): string {
  return (file.webkitRelativePath || file.name).normalize("NFC");
}
