import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

export const firebaseCli = join(root, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");

/** Where one stack keeps what git ignores. */
export type Places = ReturnType<typeof placesFor>;

/** The places of one stack. A shifted stack has a folder of its own, so that two never share a file. */
export function placesFor(shift: number) {
  const base = join(root, ".local", ...(shift === 0 ? [] : [`shift-${shift}`]));
  return {
    base,
    logs: join(base, "logs"),
    state: join(base, "state"),
    /** The page built for this stack: its addresses are in it, so it is never the one that is deployed. */
    dist: join(base, "dist"),
    /** The extension built for this stack; that of the standard ports lies where its own build puts it. */
    extension: shift === 0 ? join(root, "extension", "dist") : join(base, "extension"),
    /** What the builds of this stack were made of. */
    marks: join(base, "marks"),
    /** What failed stories leave: trace, screenshot, mailbox. */
    failures: join(base, "failures"),
    scratch: join(base, "scratch"),
    firebaseConfig: join(root, shift === 0 ? "firebase.local.json" : `firebase.local-${shift}.json`),
  };
}

/** Claims the kept data of the standard places for this process; false while another one that runs has claimed it. */
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

/** Makes a folder that is there and empty. */
export function emptyFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
}
