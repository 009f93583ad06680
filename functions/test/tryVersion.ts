/**
 * `npm run versions -- COMMIT`: an earlier version and this one each finish in the emulators what the other has stored
 * (`versions.emulator.test.ts`). It needs the repository's history and npm. `--record` keeps what the earlier version
 * stored for the tests.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ options: { record: { type: "boolean" } }, allowPositionals: true });
const test = "functions/test/versions.emulator.test.ts";
const fixture = "functions/test/fixtures/versions.json";
const here = join(import.meta.dirname, "..", "..");
const there = mkdtempSync(join(realpathSync(tmpdir()), "sendwright-version-"));
process.once("exit", () => rmSync(there, { recursive: true, force: true }));

function run(cwd: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  execFileSync(command, args, { cwd, stdio: "inherit", env: { ...process.env, ...env } });
}

/** Runs the test that these variables name with a version's code. */
function check(version: string, env: NodeJS.ProcessEnv): void {
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  run(version, process.execPath, [vitest, "run", "--project", "emulator", test], env);
}

const version = execFileSync("git", ["rev-parse", "--short=8", `${positionals[0] ?? ""}^{commit}`], {
  cwd: here,
  encoding: "utf8",
}).trim();
const placeOf = (name: string) => join(there, `.versions-${name}`);
const [archive, older, newer] = [placeOf("tar"), placeOf("older.json"), placeOf("newer.json")] as const;

console.log(`Installing version ${version} in ${there}.`);
run(here, "git", ["archive", "--output", archive, version]);
run(there, "tar", ["-xf", archive]);
run(there, "npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]);
mkdirSync(join(there, fixture, ".."), { recursive: true });
for (const path of [test, fixture, "functions/test/versionWorld.ts"]) copyFileSync(join(here, path), join(there, path));

check(there, { SENDWRIGHT_RECORD: older, SENDWRIGHT_VERSION: version });
check(here, { SENDWRIGHT_RECORD: newer });
console.log(`This version finishes what ${version} stored.`);
check(here, { SENDWRIGHT_RECORDED: older });
console.log(`${version} finishes what this version stored.`);
check(there, { SENDWRIGHT_RECORDED: newer });
if (values.record) copyFileSync(older, join(here, fixture));
