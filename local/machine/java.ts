import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../places.ts";

/** The Firestore emulator runs on Java 11. */
export const oldestJava = 11;
/** The Firebase CLI itself starts it only on Java 21. */
export const javaOfTheCli = 21;

/** Where a Java that was fetched for this clone lies. */
export const javaFolder = join(root, ".local", "java");

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
export function javasIn(folder: string): string[] {
  const jre = join(folder, "jre");
  if (!existsSync(jre)) return [];
  return readdirSync(jre)
    .flatMap((release) => [join(jre, release, "bin"), join(jre, release, "Contents", "Home", "bin")])
    .map((bin) => join(bin, process.platform === "win32" ? "java.exe" : "java"))
    .filter((command) => existsSync(command));
}
