import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findJava, javaFolder, javaOfTheCli, javasIn } from "./java.ts";

/** njre's `install`: chooses the build for this system, and compares its SHA-256 before it unpacks it. */
type Install = (version: number, options: { type: "jre"; installPath: string }) => Promise<string>;

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
    if (existsSync(unpacked)) await rm(unpacked, { recursive: true, force: true });
  }
}

const njreInstall: Install = async (version, options) => (await import("njre")).default.install(version, options);
