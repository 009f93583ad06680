import { spawnSync } from "node:child_process";
import { browser } from "../machine/browser.ts";
import { emulators } from "../machine/emulators.ts";
import { installCommand, type Need } from "../machine/ensure.ts";
import { java } from "../machine/java.ts";
import { type DeployFinding, unless } from "./finding.ts";
import { node22 } from "./node22.ts";

/** Looks at what this machine has for `npm start`, `npm test` and `npm run deploy`. */
export async function machineFindings(): Promise<DeployFinding[]> {
  const npm = spawnSync("npm", ["--version"], { encoding: "utf8", shell: process.platform === "win32" }).stdout ?? "";
  const { node } = process.versions;
  return [
    unless(isNode(node), `Node 20.19 or newer: ${node}`, "install Node 22 (https://nodejs.org)"),
    unless(Number.parseInt(npm, 10) >= 10, `npm 10 or newer: ${npm.trim()}`, "npm install -g npm@11"),
    await found(java, "npm start"),
    await found(emulators, "npm start"),
    await found(browser, "npm test"),
    await found(node22, "npm run deploy"),
  ];
}

async function found(need: Need<unknown>, by: string): Promise<DeployFinding> {
  const mend = `${by} brings it where it can; or ${installCommand(need, process.platform)}`;
  return unless((await need.find()) !== null, need.name, mend);
}

/** Whether this version of Node runs the product's scripts. */
export function isNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}
