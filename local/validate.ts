/**
 * `npm run validate`: the check before you hand in a change: the linter, unused code, the compiler, and the tests affected by changes since the last
 * commit (on a clean tree: what the last commit changed). It needs no emulator; `npm test` has the rest.
 */
import { spawnSync } from "node:child_process";
import { runScript, runVitest } from "./checks/runners.ts";
import { exitCodeOf, runSteps, summaryOf } from "./checks/steps.ts";
import { placesFor, root } from "./places.ts";

const { logs } = placesFor(0);
const clean = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).stdout === "";
const options = [`--changed=${clean ? "HEAD~1" : "HEAD"}`, "--passWithNoTests"];

const steps = [
  { name: "lint", run: () => runScript("lint", logs) },
  { name: "unused", run: () => runScript("unused", logs) },
  { name: "typecheck", run: () => runScript("typecheck", logs) },
  {
    name: "tests of the change",
    run: () => runVitest({ projects: ["unit", "page", "local"], logs, options }),
  },
];
const ended = await runSteps(steps, (line) => console.log(line));
console.log(summaryOf(ended));
process.exit(exitCodeOf(ended));
