import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../places.ts";
import { apt, type Need } from "./ensure.ts";

/** The Firestore emulator runs on Java 11. */
const oldestJava = 11;
/** The Firebase CLI itself starts it only on Java 21. */
export const javaOfTheCli = 21;

/** Where a Java that was fetched for this clone lies. */
const javaFolder = join(root, ".local", "java");

/** The major version in what `java -version` prints; 0 when it holds none. */
export function javaMajor(text: string): number {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return Number((first === "1" ? second : first) ?? 0);
}

/** A Java command and its major version. */
export interface Java {
  command: string;
  major: number;
}

/** The Java of this machine, 11 or newer: in JAVA_HOME, on the path, or fetched by us (into `fetched`). */
export function findJava(env = process.env, fetched = javaFolder): Java | null {
  const candidates = [...(env.JAVA_HOME ? [join(env.JAVA_HOME, "bin", "java")] : []), "java", ...javasIn(fetched)];
  for (const command of candidates) {
    const { stderr, stdout } = spawnSync(command, ["-version"], { encoding: "utf8", env });
    const major = javaMajor(`${stderr}${stdout}`);
    if (major >= oldestJava) return { command, major };
  }
  return null;
}

/** The commands in a folder that Temurin was unpacked into: a Mac's lies deeper. */
function javasIn(folder: string): string[] {
  const jre = join(folder, "jre");
  if (!existsSync(jre)) return [];
  return readdirSync(jre)
    .flatMap((release) => [join(jre, release, "bin"), join(jre, release, "Contents", "Home", "bin")])
    .map((bin) => join(bin, process.platform === "win32" ? "java.exe" : "java"))
    .filter((command) => existsSync(command));
}

/** njre's `install`: chooses the build for this system, and compares its SHA-256 before it unpacks it. */
type Install = (version: number, options: { type: "jre"; installPath: string }) => Promise<string>;
const njreInstall: Install = async (version, options) => (await import("njre")).default.install(version, options);

/**
 * Fetches a Temurin 21 JRE into the ignored folder. It is unpacked beside its place and moved there only when it runs, so that a download
 * that breaks off leaves nothing that could be taken for a whole one.
 */
export async function fetchTemurin(folder = javaFolder, install: Install = njreInstall): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  try {
    await install(javaOfTheCli, { type: "jre", installPath: join(unpacked, "jre") });
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
  ways: [
    apt("default-jre-headless"),
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
