/**
 * The one plain script: `node local/run.mjs start` installs the npm packages if some are missing (such as tsx) and continues in start.ts.
 * Everything else here is TypeScript.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

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

/** Installs the npm packages when some are missing; ends this process with npm's own words when that fails. */
function ensureInstalled() {
  if (missingPackages(root).length === 0) return;
  console.log("Installing the npm packages: this takes a minute or two.");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const windows = process.platform === "win32"; // npm is a script there, which only a shell starts
  const npm = spawnSync("npm", args, { cwd: root, encoding: "utf8", shell: windows });
  if (npm.status === 0) return;
  console.error(`${npm.error ?? npm.stdout + npm.stderr}\nThe npm packages could not be installed.`);
  process.exit(1);
}

/** Lets git run .githooks before a commit, where the clone has no hooks of its own. */
function ensureGitHooks() {
  if (process.env.CI || !existsSync(join(root, ".git"))) return;
  const git = (/** @type {string[]} */ ...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (git("config", "core.hooksPath").stdout === "") git("config", "--local", "core.hooksPath", ".githooks");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command = "start"] = process.argv.splice(2, 1);
  ensureInstalled();
  if (command === "start" || command === "test") ensureGitHooks();
  const { register } = await import("tsx/esm/api");
  register();
  await import(pathToFileURL(join(root, "local", `${command}.ts`)).href).catch(async (error) => {
    const { explain } = await import("./stack.ts");
    explain(error);
    process.exit(1);
  });
}
