import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.mjs";
import { runStep } from "./processes.mjs";

/**
 * What `packages` of a lockfile says of one package.
 * @typedef {{ version?: string, link?: boolean, optional?: boolean }} Locked
 */

/** @param {string} path @returns {Record<string, Locked>} */
function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/**
 * The packages that the lockfile wants and node_modules does not hold in that version; optional ones (another platform's binaries) do not count.
 * @param {string} folder
 */
export function missingPackages(folder) {
  const installed = packagesOf(join(folder, "node_modules", ".package-lock.json"));
  return Object.entries(packagesOf(join(folder, "package-lock.json")))
    .filter(([path, wanted]) => path.includes("node_modules/") && !wanted.link && !wanted.optional)
    .filter(([path, wanted]) => installed[path]?.version !== wanted.version)
    .map(([path]) => path);
}

/**
 * Installs the npm packages when some are missing.
 * @param {string} logs folder for npm's output
 */
export async function ensureInstalled(logs) {
  if (missingPackages(root).length === 0) return;
  console.log("Installing the npm packages: this takes a minute or two.");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  await runStep({ name: "npm ci", command: "npm", args, log: join(logs, "install.log") });
}
