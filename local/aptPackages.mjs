import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findFirestoreJar, findJava } from "./java.mjs";
import { PartFailed, runStep } from "./processes.mjs";

const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The Chromium of this machine: CHROMIUM_PATH, or where systems put it; null without one. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...browsers].find((path) => path && existsSync(path)) ?? null;
}

/** What the tests need of the system, how to see that it is there, and the Debian package that brings it. */
const needs = [
  { name: "Java 11 or newer", found: () => findJava() !== null, package: "default-jre-headless" },
  {
    name: "the Firestore emulator",
    found: () => findFirestoreJar() !== null,
    package: "google-cloud-cli-firestore-emulator",
  },
  { name: "Chromium", found: () => findChromium() !== null, package: "chromium" },
];

/**
 * Installs through apt what the tests need and the machine lacks: as root on Debian, otherwise it says what to do.
 * @param {string} logs
 * @throws {PartFailed}
 */
export async function ensureSystemPackages(logs) {
  const missing = needs.filter((need) => !need.found());
  if (missing.length === 0) return;
  const packages = missing.map((need) => need.package);
  const command = `apt install ${packages.join(" ")}`;
  const root = process.getuid?.() === 0;
  if (!root || spawnSync("apt-get", ["--version"]).status !== 0) {
    const what = missing.map((need) => need.name).join(", ");
    throw new PartFailed(`The tests need ${what}: install what is missing (on Debian: ${command}) and try again.`);
  }
  console.log(`Installing ${packages.join(", ")} through apt.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const log = join(logs, "apt.log");
  await runStep({ name: "apt-get update", command: "apt-get", args: ["-q", "update"], env, log });
  const args = ["-q", "install", "-y", "--no-install-recommends", ...packages];
  await runStep({ name: command, command: "apt-get", args, env, log });
}
