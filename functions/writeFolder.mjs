import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** What another build, beside this one, is just writing. */
const NEXT = ".next";

/**
 * Makes a folder hold these files and no others (none in folders below it). A file that is the same
 * is not touched, any other takes the place of the one before at once: a stack that runs what lies
 * there never misses one.
 * @param {string} folder
 * @param {readonly { path: string, contents: string | Uint8Array }[]} files
 */
export async function writeFolder(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of files) await writeWhole(path, contents);
  const names = new Set(files.map(({ path }) => relative(folder, path)));
  for (const name of await readdir(folder)) {
    if (!names.has(name) && !name.endsWith(NEXT))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Writes a file, unless it is the same.
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
export async function writeWhole(path, contents) {
  const before = await readFile(path).catch(() => null);
  if (before?.equals(Buffer.from(contents))) return;
  const next = `${path}.${process.pid}${NEXT}`;
  await writeFile(next, contents);
  await rename(next, path);
}
