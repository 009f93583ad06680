import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "./places.ts";
import { PartFailed } from "./processes.ts";

/**
 * The emulators' data between two starts: each part exports into a folder of `next` while it stops, and `next` takes the place of `last`
 * only when all of them have. (The local Google writes its own folder as it goes; the task queue is not kept, the sweep finds its work again.)
 */
export class StoredState {
  readonly #last: string;
  readonly #next: string;
  readonly #parts: string[];

  /** `parts`: the folders that make it whole. It is ready for the exports of this run. */
  constructor(folder: string, parts: string[]) {
    this.#last = join(folder, "emulators");
    this.#next = join(folder, "emulators.next");
    this.#parts = parts;
    emptyFolder(this.#next);
  }

  /** The folder that a part begins with; none on a fresh start. */
  earlier = (part: string) => (this.#isWhole(this.#last) ? join(this.#last, part) : undefined);

  /** The folder that a part exports to. */
  later = (part: string) => join(this.#next, part);

  #isWhole(folder: string): boolean {
    return this.#parts.every((part) => existsSync(join(folder, part)));
  }

  /** Keeps the export if it is complete. */
  async keep(): Promise<void> {
    if (!this.#isWhole(this.#next)) {
      throw new PartFailed("The emulators' data could not be kept: the next start begins with what was kept before.");
    }
    await rm(this.#last, { recursive: true, force: true });
    await rename(this.#next, this.#last);
  }
}
