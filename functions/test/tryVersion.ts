/**
 * `npm run versions -- COMMIT`: an earlier version and this one each finish in the emulators what the other has stored
 * (`versions.emulator.test.ts`). It needs the repository's history and npm. `--record` keeps what
 * the earlier version stored for the tests.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const USAGE = `Use it like this: npm run versions -- COMMIT [--record]
  COMMIT    the commit that is deployed, in this repository
  --record  keeps what it stored for the tests`;
const test = "functions/test/versions.emulator.test.ts";
const fixture = "functions/test/fixtures/versions.json";
const here = join(import.meta.dirname, "..", "..");
const { version, record } = asked();
const there = mkdtempSync(join(realpathSync(tmpdir()), "sendwright-version-"));
process.once("exit", () => rmSync(there, { recursive: true, force: true }));

/**
 * What the command line says, with the short name of its commit. Ends this process with the usage
 * if there is none.
 */
function asked(): { version: string; record: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { record: { type: "boolean" } },
      allowPositionals: true,
    });
    const [commit = "", ...more] = positionals;
    if (more.length > 0) throw new Error("There is more than one commit.");
    const args = [
      "rev-parse",
      "--quiet",
      "--verify",
      "--short=8",
      "--end-of-options",
      `${commit}^{commit}`,
    ];
    const version = execFileSync("git", args, {
      cwd: here,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return { version: version.trim(), record: values.record === true };
  } catch {
    console.error(USAGE);
    process.exit(1);
  }
}

function run(cwd: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  execFileSync(command, args, { cwd, stdio: "inherit", env: { ...process.env, ...env } });
}

/** Runs the test that these variables name with a version's code. */
function check(version: string, env: NodeJS.ProcessEnv): void {
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  run(version, process.execPath, [vitest, "run", "--project", "emulator", test], env);
}

const placeOf = (name: string) => join(there, `.versions-${name}`);
const [archive, older, newer] = [
  placeOf("tar"),
  placeOf("older.json"),
  placeOf("newer.json"),
] as const;

console.log(`Installing version ${version} in ${there}.`);
run(here, "git", ["archive", "--output", archive, version]);
run(there, "tar", ["-xf", archive]);
run(there, "npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]);
mkdirSync(join(there, fixture, ".."), { recursive: true });
for (const path of [test, fixture, "functions/test/versionWorld.ts"])
  copyFileSync(join(here, path), join(there, path));

check(there, { SENDWRIGHT_RECORD: older, SENDWRIGHT_VERSION: version });
check(here, { SENDWRIGHT_RECORD: newer });
console.log(`This version finishes what ${version} stored.`);
check(here, { SENDWRIGHT_RECORDED: older });
console.log(`${version} finishes what this version stored.`);
check(there, { SENDWRIGHT_RECORDED: newer });
if (record) copyFileSync(older, join(here, fixture));
