/**
 * Plain JavaScript, so that it runs before anything is installed: `node local/run.mjs start`
 * installs the npm packages if some are missing (such as tsx) and continues in start.ts.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * A package in a lockfile.
 * @typedef {{ version?: string, link?: boolean, optional?: boolean }} Locked
 */

/** @param {string} path @returns {Record<string, Locked>} */
function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/**
 * The packages that node_modules lacks in the version of the lockfile, except optional ones
 * (binaries of other systems).
 * @param {string} folder
 */
export function missingPackages(folder) {
  const installed = packagesOf(join(folder, "node_modules", ".package-lock.json"));
  return Object.entries(packagesOf(join(folder, "package-lock.json")))
    .filter(([path, wanted]) => path.includes("node_modules/") && !wanted.link && !wanted.optional)
    .filter(([path, wanted]) => installed[path]?.version !== wanted.version)
    .map(([path]) => path);
}

/** Installs the npm packages if some are missing. Prints npm's output and exits if that fails. */
function ensureInstalled() {
  const [missing, ...others] = missingPackages(root);
  if (missing === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  console.log(`Installing the npm packages (${missing}${more}): this takes a minute or two.`);
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const windows = process.platform === "win32"; // there, npm is a script that needs a shell
  const npm = spawnSync("npm", args, { cwd: root, encoding: "utf8", shell: windows });
  if (npm.status === 0) return;
  console.error(
    `${npm.error ?? npm.stdout + npm.stderr}\nThe npm packages could not be installed.`,
  );
  process.exit(1);
}

/** Makes git run .githooks before a commit, unless the clone has other hooks. */
function ensureGitHooks() {
  if (process.env.CI || !existsSync(join(root, ".git"))) return;
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (git("config", "core.hooksPath").stdout === "")
    git("config", "--local", "core.hooksPath", ".githooks");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command = "start"] = process.argv.splice(2, 1);
  ensureInstalled();
  if (command === "start" || command === "test") ensureGitHooks();
  const { register } = await import("tsx/esm/api");
  register();
  await import(pathToFileURL(join(root, "local", `${command}.ts`)).href).catch(async (error) => {
    const { printFailure } = await import("./stack.ts");
    printFailure(error);
    process.exit(1);
  });
}
