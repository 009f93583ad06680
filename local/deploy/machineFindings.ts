import { spawnSync } from "node:child_process";
import { findBrowser } from "../machine/browser.ts";
import { cliRunsEverything } from "../machine/downloads.ts";
import { findJava } from "../machine/java.ts";
import { installCommand } from "../machine/missing.ts";
import { findFirestoreJar } from "../withoutDownloads/findJar.ts";
import { type DeployFinding, unless } from "./finding.ts";
import { canFetch, findNode22, howToHaveNode22 } from "./node22.ts";

/** Looks at what this machine has for `npm start`, `npm test` and `npm run deploy`. */
export async function machineFindings(): Promise<DeployFinding[]> {
  const java = findJava();
  const npm = spawnSync("npm", ["--version"], { encoding: "utf8", shell: process.platform === "win32" }).stdout ?? "";
  const emulators = cliRunsEverything(java?.major ?? 0) || findFirestoreJar() !== null;
  const { platform, versions } = process;
  return [
    unless(isNode(versions.node), `Node 20.19 or newer: ${versions.node}`, "install Node 22 (https://nodejs.org)"),
    unless(Number.parseInt(npm, 10) >= 10, `npm 10 or newer: ${npm.trim()}`, "npm install -g npm@11"),
    unless(java !== null, `Java 11 or newer${java ? `: ${java.major}` : ""}`, brought("java", "npm start")),
    unless(emulators, "the emulators of Firestore and Storage", brought("emulators", "npm start")),
    unless((await findBrowser()) !== null, "a browser for the stories", brought("browser", "npm test")),
    unless(findNode22() !== null || canFetch(), "Node 22, or a way to it, for npm run deploy", howToHaveNode22),
  ];

  function brought(need: "java" | "emulators" | "browser", by: string): string {
    return `${by} brings it; or ${installCommand(need, platform)}`;
  }
}

/** Whether this version of Node runs the product's scripts. */
export function isNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}
