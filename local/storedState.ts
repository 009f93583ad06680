import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "./places.ts";
import { PartFailed } from "./processes.ts";

/**
 * The parts whose data we keep. The local Google writes its own folder, and the sweep finds the
 * work of lost tasks again.
 */
const STORED = ["cli", "firestore", "storage"] as const;
type Stored = (typeof STORED)[number];

/** The emulators' data between two starts. */
export interface StoredState {
  /** The folder to import from, if there is one. */
  earlier: (part: Stored) => string | undefined;
  /** The folder that a part exports to when it stops. */
  later: (part: Stored) => string;
  /** Keeps this run's data. Throws if not all parts have exported. */
  keep: () => Promise<void>;
}

/** Finds the data of the run before, and empties the folder for this run's. */
export async function openStoredState(folder: string): Promise<StoredState> {
  const last = join(folder, "emulators");
  const next = join(folder, "emulators.next");
  const replaced = join(folder, "emulators.replaced");
  // A process that was killed while it replaced the data left only the data before.
  if (!existsSync(last) && existsSync(replaced)) await rename(replaced, last);
  emptyFolder(next);
  return {
    earlier: (part) => (isWhole(last) ? join(last, part) : undefined),
    later: (part) => join(next, part),
    keep: async () => {
      if (!isWhole(next))
        throw new PartFailed(
          "The emulators' data could not be kept: the next start begins with the data before.",
        );
      await rm(replaced, { recursive: true, force: true });
      if (existsSync(last)) await rename(last, replaced);
      await rename(next, last);
      await rm(replaced, { recursive: true, force: true });
    },
  };
}

const isWhole = (folder: string) => STORED.every((part) => existsSync(join(folder, part)));
