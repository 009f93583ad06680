import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const root = join(import.meta.dirname, "..");

/** The text of one of our files, by its path from the root. */
export const read = (path: string) => readFileSync(join(root, path), "utf8");

const LEFT_BY_A_RUN = /^firebase\.local-.*\.json$|-debug\.log$|^dist\..*zip$/;

/** The paths of all our files from the root: nothing that is installed, built or left by a run. */
export const files = filesIn(root);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return LEFT_BY_A_RUN.test(entry.name) ? [] : [relative(root, path)];
    const isForeign = ["node_modules", "dist", ".git", ".local"].includes(entry.name);
    return entry.isDirectory() && !isForeign ? filesIn(path) : [];
  });
}
