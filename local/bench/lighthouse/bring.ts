import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, root } from "../../places.ts";
import { runStep } from "../../processes.ts";

/**
 * Lighthouse is no part of the lock file: it needs Node 22, brings 85 packages with it, and nothing but one row of the bench
 * wants it. Its own packages are what npm finds for it on the day.
 */
const version = "13.5.0";
const folder = join(root, ".local", "lighthouse");
const own = join(folder, "node_modules", "lighthouse");

/** The script that runs Lighthouse, fetched when it is not there yet. */
export async function bringLighthouse(logs: string): Promise<string> {
  if (versionOf(own) !== version) {
    console.log(`Installing Lighthouse ${version} (180 MB) into .local/lighthouse.`);
    emptyFolder(folder);
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    mkdirSync(logs, { recursive: true });
    const quietly = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact"];
    const args = ["install", "--prefix", folder, ...quietly, `lighthouse@${version}`];
    await runStep({ name: "npm install of Lighthouse", command: "npm", args, log: join(logs, "lighthouse.log") }).catch(
      (error: unknown) => {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      },
    );
  }
  return join(own, "cli", "index.js");
}

function versionOf(path: string): string | null {
  const file = join(path, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : null;
}
