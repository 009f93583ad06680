/** `npm run typecheck`: the compiler on every program, a line each; all of them run, then the exit code tells. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./places.mjs";

/** The contract has a compiler configuration of its own: it must do without Node's types, and without the page's. */
const programs = ["functions/src/contract", "functions", "web", "extension", "local", "e2e", "test"];

const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
let failed = false;
for (const program of programs) {
  const begin = Date.now();
  const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, program)], { stdio: "inherit" });
  failed ||= status !== 0;
  console.log(`${status === 0 ? "ok    " : "failed"} ${program} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
}
process.exit(failed ? 1 : 0);
