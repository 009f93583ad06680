import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

export const firebaseCli = join(
  root,
  "node_modules",
  "firebase-tools",
  "lib",
  "bin",
  "firebase.js",
);

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
    /**
     * The extension with the addresses of this stack; without a shift, in the folder of its own
     * build.
     */
    extension: shift === 0 ? join(root, "extension", "dist") : join(base, "extension"),
    /** The marks of the builds (builds.ts). */
    marks: join(base, "marks"),
    /** The files of failed stories: trace, screenshot, mailbox. */
    failures: join(base, "failures"),
    scratch: join(base, "scratch"),
    firebaseConfig: join(
      root,
      shift === 0 ? "firebase.local.json" : `firebase.local-${shift}.json`,
    ),
  };
}

/**
 * Claims the kept data of the standard places for this process. Returns false if another running
 * process has it.
 */
export function claimKeptData({ base } = placesFor(0)): boolean {
  const path = join(base, "start.pid");
  if (existsSync(path) && isRunning(readFileSync(path, "utf8"))) return false;
  mkdirSync(base, { recursive: true });
  writeFileSync(path, `${process.pid} ${beginOf(process.pid)}`);
  process.once("exit", () => rmSync(path, { force: true }));
  return true;
}

/**
 * Whether the process that wrote a claim runs: after a crash or a restart, its number may be
 * another one's.
 */
function isRunning(claim: string): boolean {
  const [number = "", ...begin] = claim.split(" ");
  const pid = Number(number);
  try {
    if (!(pid > 0 && process.kill(pid, 0))) return false;
  } catch {
    return false;
  }
  // Earlier versions wrote only the number.
  return begin.length === 0 || begin.join(" ") === beginOf(pid);
}

/** When a process began, as the system writes it; "" where it doesn't say. */
function beginOf(pid: number): string {
  const status = `/proc/${pid}/stat`;
  if (!existsSync(status))
    return spawnSync("ps", ["-o", "lstart=", "-p", `${pid}`], { encoding: "utf8" }).stdout ?? "";
  // The name, in parentheses, may have spaces; 19 fields after it is the time since the system
  // began.
  return readFileSync(status, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
}

/** Creates or empties a folder. */
export function emptyFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
}
