import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

export const firebaseCli = join(root, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");

/** Where one stack keeps its files, which git ignores. */
export type Places = ReturnType<typeof placesFor>;

/** A shifted stack has a folder of its own, so that two stacks never share a file. */
export function placesFor(shift: number) {
  const base = join(root, ".local", ...(shift === 0 ? [] : [`shift-${shift}`]));
  return {
    base,
    logs: join(base, "logs"),
    state: join(base, "state"),
    /** The page with the addresses of this stack; never the deployed one. */
    dist: join(base, "dist"),
    /** The extension with the addresses of this stack; without a shift, in the folder of its own build. */
    extension: shift === 0 ? join(root, "extension", "dist") : join(base, "extension"),
    /** The marks of the builds (builds.ts). */
    marks: join(base, "marks"),
    /** The files of failed stories: trace, screenshot, mailbox. */
    failures: join(base, "failures"),
    scratch: join(base, "scratch"),
    firebaseConfig: join(root, shift === 0 ? "firebase.local.json" : `firebase.local-${shift}.json`),
  };
}

/** Claims the kept data of the standard places for this process. Returns false if another running process has it. */
export function claimKeptData({ base } = placesFor(0)): boolean {
  const path = join(base, "start.pid");
  if (existsSync(path) && isRunning(Number(readFileSync(path, "utf8")))) return false;
  mkdirSync(base, { recursive: true });
  writeFileSync(path, String(process.pid));
  process.once("exit", () => rmSync(path, { force: true }));
  return true;
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Creates or empties a folder. */
export function emptyFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
}
