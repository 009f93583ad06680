import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** All that is ever written into a state folder. */
const KEPT = ["mail", "drafts", "grants.json", "signing-key.pem"];

/** Small named files that outlive a restart, or, without a folder, live in memory only. */
export interface StateFolder {
  read(name: string): Promise<Buffer | null>;
  /** Whole or not at all: a reader never sees half a file. */
  write(name: string, content: Buffer | string): Promise<void>;
  remove(name: string): Promise<void>;
  /** The names in a sub-folder. */
  list(folder: string): Promise<string[]>;
}

/** Opens a folder, which is made when it is missing, or memory only when the path is null. */
export function openStateFolder(path: string | null): StateFolder {
  return path === null ? inMemory() : onDisk(path);
}

function inMemory(): StateFolder {
  const files = new Map<string, Buffer>();
  return {
    read: (name) => Promise.resolve(files.get(name) ?? null),
    write: (name, content) => Promise.resolve(void files.set(name, Buffer.from(content))),
    remove: (name) => Promise.resolve(void files.delete(name)),
    list: (folder) =>
      Promise.resolve(
        [...files.keys()].filter((name) => dirname(name) === folder).map((n) => n.slice(folder.length + 1)),
      ),
  };
}

function onDisk(root: string): StateFolder {
  return {
    read: (name) => readFile(join(root, name)).catch(nullWhenMissing),
    async write(name, content) {
      const target = join(root, name);
      const draft = join(root, "drafts", randomUUID());
      await mkdir(dirname(target), { recursive: true });
      await mkdir(dirname(draft), { recursive: true });
      await writeFile(draft, content, { mode: 0o600 });
      await rename(draft, target);
    },
    remove: (name) => rm(join(root, name), { force: true }),
    list: async (folder) => (await readdir(join(root, folder)).catch(nullWhenMissing)) ?? [],
  };
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/** Deletes what the local Google keeps in a state folder, and nothing else. */
export async function clearState(path: string): Promise<void> {
  await Promise.all(KEPT.map((name) => rm(join(path, name), { recursive: true, force: true })));
}
