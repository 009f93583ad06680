/**
 * `npm run fuzz`: searches for new faults from random seeds, again and again: `steps` lists what it runs. `--minutes N`
 * (5) says how long; it completes the first round in any case. `--seed S` repeats one round,
 * `--step NAME` runs one step.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildFunctions } from "./builds.ts";
import { functionEnvironment } from "./deploy/rehearsal.ts";
import { readOptions } from "./options.ts";
import { placesFor, root } from "./places.ts";
import { chooseShift, portsFor } from "./ports.ts";
import { PartFailed, runStep, tsx } from "./processes.ts";
import { runOnce } from "./stack.ts";
import { emulatorParts, startEmulators } from "./stacks.ts";

const RUNS = 1_000;
/** A step that takes longer will not end. */
const STEP_TAKES_AT_MOST_MS = 20 * 60_000;
/** 2,100 forms, one after the other, so that each one's cost is its own. */
const FORMS_TAKE_AT_MOST_MS = 2 * STEP_TAKES_AT_MOST_MS;
const shift = await chooseShift(8000, emulatorParts);
const places = placesFor(shift);
const { logs } = places;
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

interface Step {
  name: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Whether to show its output even if it passes. */
  measures?: boolean;
  atMostMs?: number;
}

function options() {
  const known = { minutes: "string", seed: "string", step: "string" } as const;
  const { minutes, seed, step } = readOptions("npm run fuzz", process.argv.slice(2), known);
  const names = steps(0).map(({ name }) => name);
  if (step !== undefined && !names.includes(String(step)))
    throw new PartFailed(`npm run fuzz has the steps "${names.join('", "')}".`);
  const asked = {
    seed: seed === undefined ? null : Number(seed),
    minutes: Number(minutes ?? (seed === undefined ? 5 : 0)),
  };
  if (!Number.isSafeInteger(asked.seed ?? 0) || !(asked.minutes >= 0))
    throw new PartFailed("npm run fuzz takes -- --minutes N and --seed S, both whole numbers.");
  return { ...asked, step };
}

/** Every test file that uses fast-check. */
function propertyTests() {
  return ["core/src", "functions/src", "extension/src", "web/src", "local", "test"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((file) =>
        join(folder, String(file)),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules"))
    .filter((file) => readFileSync(join(root, file), "utf8").includes('from "fast-check"'));
}

function steps(seed: number): Step[] {
  const patient = [
    "--reporter",
    "dot",
    "--testTimeout",
    String(STEP_TAKES_AT_MOST_MS),
    "--hideSkippedTests",
  ];
  const tests = (projects: string[], ...words: string[]) => [
    ...[vitest, "run", ...projects.flatMap((name) => ["--project", name]), ...patient, ...words],
  ];
  const emulator = (name: string) =>
    tests(["emulator"], join("functions", "test", `${name}.extra.emulator.test.ts`));
  const worst = (name: string) => [...tsx, join("functions", "test", "worst", `${name}.ts`)];
  const shuffled = ["--sequence.shuffle.tests", "--sequence.seed", String(seed)];
  const late = { SENDWRIGHT_LATE_EFFECTS: "1", SENDWRIGHT_FUZZ_RUNS: String(RUNS / 10) };
  return [
    { name: "properties", args: tests(["unit", "page", "local"], ...propertyTests()) },
    { name: "late page", args: tests(["page"], ...shuffled), env: late },
    { name: "worst texts", args: worst("search") },
    {
      name: "hostile forms",
      args: worst("forms"),
      atMostMs: FORMS_TAKE_AT_MOST_MS,
      measures: true,
      env: functionEnvironment(portsFor(shift), "api"),
    },
    { name: "200 sends", args: emulator("sendsProperty") },
    { name: "ten days", args: emulator("sendsLong") },
    { name: "5,000 due at once", args: emulator("sendsSweep") },
    { name: "every route", args: emulator("fuzz") },
  ];
}

/** Runs one step from a seed. Shows its output if it fails or measures something. */
async function passes(
  { name, args, env: own, measures, atMostMs = STEP_TAKES_AT_MOST_MS }: Step,
  seed: number,
) {
  const begin = Date.now();
  const env = {
    ...process.env,
    NO_COLOR: "1",
    SENDWRIGHT_FUZZ_SEED: String(seed),
    SENDWRIGHT_FUZZ_RUNS: String(RUNS),
    SENDWRIGHT_TEST_STACK: String(shift),
    ...own,
  };
  const log = join(logs, `fuzz-${name.replaceAll(" ", "-")}.log`);
  const passed = await runStep({ name, args, env, log }, atMostMs).then(
    () => true,
    () => false,
  );
  const seconds = Math.round((Date.now() - begin) / 1000);
  console.log(`${passed ? "ok    " : "failed"} ${name}, seed ${seed} (${seconds} s)`);
  if (!passed || measures) console.log(readFileSync(log, "utf8"));
  if (!passed) console.error(`To repeat it: npm run fuzz -- --seed ${seed} --step "${name}"\n`);
  return passed;
}

const failed = new Set<number>();
// Findings count even if Ctrl-C ends the search.
process.once("exit", () => {
  if (failed.size === 0) return;
  console.log(`Found with seed ${[...failed].join(", ")}.`);
  process.exitCode = 1;
});

await runOnce(shift, async (stack) => {
  const { minutes, seed: first, step: only } = options();
  const end = Date.now() + minutes * 60_000;
  await buildFunctions(places);
  await startEmulators(stack, shift);
  let seed = first ?? Math.floor(Math.random() * 2 ** 31);
  // The first round is whole, however short the time is.
  for (let round = 1; round === 1 || Date.now() < end; round++) {
    for (const step of steps(seed).filter(({ name }) => only === undefined || name === only)) {
      if (round > 1 && Date.now() >= end) break;
      if (!(await passes(step, seed))) failed.add(seed);
    }
    seed = (seed + 1) % 2 ** 31;
  }
  return () => {
    if (failed.size === 0) console.log("Nothing was found.");
  };
});
