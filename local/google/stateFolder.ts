import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Everything that is written into a state folder. */
const KEPT = ["mail", "drafts", "grants.json", "signing-key.pem"];

export type StateFolder = ReturnType<typeof openStateFolder>;

/** Small named files that outlive a restart, in a folder that is made when it is missing. */
export function openStateFolder(root: string) {
  return {
    read: (name: string): Promise<Buffer | null> =>
      readFile(join(root, name)).catch(nullWhenMissing),

    /** Writes a file atomically: a reader never sees half of one. */
    async write(name: string, content: Buffer | string): Promise<void> {
      const target = join(root, name);
      const draft = join(root, "drafts", randomUUID());
      await mkdir(dirname(target), { recursive: true });
      await mkdir(dirname(draft), { recursive: true });
      await writeFile(draft, content, { mode: 0o600 });
      await rename(draft, target);
    },

    remove: (name: string): Promise<void> => rm(join(root, name), { force: true }),

    list: async (folder: string): Promise<string[]> =>
      (await readdir(join(root, folder)).catch(nullWhenMissing)) ?? [],
  };
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/** Deletes the data of the local Google from a state folder, and nothing else. */
export async function clearState(path: string): Promise<void> {
  await Promise.all(KEPT.map((name) => rm(join(path, name), { recursive: true, force: true })));
}
