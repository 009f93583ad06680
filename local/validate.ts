/**
 * `npm run validate`: the quick check before a commit: the linter, the compiler, and the tests that concern what has changed since the last
 * commit (on a clean tree: what the last commit changed). It needs no emulator; `npm test` has the rest.
 */
import { spawnSync } from "node:child_process";
import { runScript } from "./checks/runScript.ts";
import { runVitest } from "./checks/runVitest.ts";
import { runRounds } from "./checks/steps.ts";
import { exitCodeOf, summaryOf } from "./checks/summary.ts";
import { placesFor, root } from "./places.ts";

const begin = Date.now();
const { logs } = placesFor(0);
const clean = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).stdout === "";
const changed = `--changed=${clean ? "HEAD~1" : "HEAD"}`;
/** The one file of these projects that starts the whole product. */
const options = [changed, "--exclude=local/start.test.ts"];

const ended = await runRounds(
  [
    [
      { name: "lint", run: () => runScript("lint", logs, ["--reporter=github", "--max-diagnostics=100"]) },
      { name: "typecheck", run: () => runScript("typecheck", logs) },
    ],
    [
      {
        name: "tests of the change",
        run: () => runVitest({ projects: ["unit", "page", "local"], logs, options, mayBeEmpty: true }),
      },
    ],
  ],
  (line) => console.log(line),
);
console.log(summaryOf(ended, (Date.now() - begin) / 1000));
process.exit(exitCodeOf(ended));
