import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { prepareFunctionsUpload } from "firebase-tools/lib/deploy/functions/prepareFunctionsUpload.js";
import { root } from "../places.ts";
import { PartFailed, runStep } from "../processes.ts";

/**
 * The only files that the folder may contain: the bundle, a manifest, a lock, and the setting that
 * no install script runs.
 */
const EXPECTED = /^(lib\/[\w-]+\.js|package\.json|package-lock\.json|\.npmrc)$/;

/**
 * Packs the functions with the Firebase CLI's own code and unpacks what it would upload into a new
 * folder. Returns its path. The folder lies outside of the repository: otherwise Node would find
 * missing packages in the repository's node_modules.
 */
export async function unpackedUpload(
  logs: string,
  source = join(root, config().source),
): Promise<string> {
  const { pathToSource } = await prepareFunctionsUpload(root, source, config(), [], undefined, {
    exportType: "tar.gz",
  });
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "sendwright-functions-"));
  const args = ["-xzf", pathToSource, "-C", folder];
  await runStep({
    name: "Unpacking the functions",
    command: "tar",
    args,
    log: join(logs, "deploy-unpack.log"),
  });
  rmSync(pathToSource);
  return folder;
}

/** The functions' part of firebase.json. */
function config(): { source: string; ignore: string[] } {
  return JSON.parse(readFileSync(join(root, "firebase.json"), "utf8")).functions[0];
}

/** The files in a folder that must not be uploaded, and the names of missing ones. */
export function unexpectedFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const missing = ["lib/index.js", "package.json", "package-lock.json", ".npmrc"].filter(
    (file) => !files.includes(file),
  );
  return [
    ...files.filter((file) => !EXPECTED.test(file)),
    ...missing.map((file) => `${file} (missing)`),
  ];
}

/** Throws unless the folder contains all deployed files and nothing else. */
export function refuseUnexpectedFiles(folder: string): void {
  const unexpected = unexpectedFiles(folder);
  if (unexpected.length > 0)
    throw new PartFailed(`The upload is not what it should be: ${unexpected.join(", ")}.`);
}

/** Installs from the folder's own lock, as Google's cloud does. */
export async function install(folder: string, logs: string): Promise<void> {
  const above = foldersAbove(folder).find((each) => existsSync(join(each, "node_modules")));
  if (above)
    throw new PartFailed(
      `${above} has node_modules, which would hide what is missing: set TMPDIR elsewhere.`,
    );
  const options = ["--ignore-scripts", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund"];
  const args = ["--prefix", folder, "ci", ...options];
  await runStep({
    name: "npm ci of the functions",
    command: "npm",
    args,
    log: join(logs, "deploy-install.log"),
  });
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}

/**
 * What Hosting's list of releases shows for a deployment: the commit, and whether files that git
 * knows were changed since. A copy without git has no commit.
 */
export function deployedVersion(folder = root): string {
  const { status, stdout } = spawnSync(
    "git",
    ["describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  return status === 0 ? `commit ${stdout.trim()}` : "a copy without git";
}
