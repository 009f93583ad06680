/**
 * `npm run fuzz`: the property tests at their full size, the engine's simulation of 200 sends, sends that take ten days, 5,000 that
 * are due at once, every route with all kinds of requests, the bundled API with the forms that cost it most, the readers with the
 * texts that cost them most, and the page's tests in any order on a React that is late, from random seeds again and again.
 * `--minutes N` (5) is how long; `--seed S` runs that seed once, to repeat a finding; `--step NAME` runs that step alone.
 */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildFunctions } from "./builds.ts";
import { functionEnvironment } from "./deploy/rehearsal.ts";
import { readOptions } from "./options.ts";
import { placesFor, root } from "./places.ts";
import { chooseShift, portsFor } from "./ports.ts";
import { launch, PartFailed, tsx } from "./processes.ts";
import { runOnce } from "./stack.ts";
import { emulatorParts, startEmulators } from "./stacks.ts";

const RUNS = 1_000;
/** A step that takes this long will not end. */
const STEP_TAKES_AT_MOST_MS = 20 * 60_000;
/** Each of 2,100 forms has the instance to itself, so that its cost is its own. */
const FORMS_TAKE_AT_MOST_MS = 2 * STEP_TAKES_AT_MOST_MS;
const shift = await chooseShift(8000, emulatorParts);
const places = placesFor(shift);
const { logs } = places;
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

interface Step {
  name: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Whether what it prints is shown even if it passes. */
  measures?: boolean;
  atMostMs?: number;
}

function options(): { minutes: number; seed: number | null; step: string | null } {
  const known = { minutes: "string", seed: "string", step: "string" } as const;
  const values = readOptions("npm run fuzz", process.argv.slice(2), known);
  const seed = values.seed === undefined ? null : Number(values.seed);
  const minutes = Number(values.minutes ?? (seed === null ? 5 : 0));
  const step = values.step === undefined ? null : String(values.step);
  if (step !== null && !steps(0).some(({ name }) => name === step)) {
    throw new PartFailed(
      `npm run fuzz has the steps ${steps(0)
        .map(({ name }) => `"${name}"`)
        .join(", ")}.`,
    );
  }
  if (Number.isSafeInteger(seed ?? 0) && minutes >= 0) return { minutes, seed, step };
  throw new PartFailed("npm run fuzz takes -- --minutes N and --seed S, both whole numbers.");
}

/** Every test file that draws from fast-check: none can be forgotten. */
function propertyTests() {
  return ["core/src", "functions/src", "extension/src", "web/src", "local", "test"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes("node_modules"))
    .filter((file) => readFileSync(join(root, file), "utf8").includes('from "fast-check"'));
}

function steps(seed: number): Step[] {
  const patient = ["--reporter", "dot", "--testTimeout", String(STEP_TAKES_AT_MOST_MS), "--hideSkippedTests"];
  const tests = (projects: string[], ...words: string[]) => [
    ...[vitest, "run", ...projects.flatMap((name) => ["--project", name]), ...patient, ...words],
  ];
  const emulator = (name: string) => tests(["emulator"], join("functions", "test", `${name}.extra.emulator.test.ts`));
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

/** Runs one step from a seed. Shows what it prints if it fails or measures something. */
async function passes({ name, args, env: own, measures, atMostMs }: Step, seed: number): Promise<boolean> {
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
  const part = await launch({ name, args, env, log });
  const late = setTimeout(() => void part.stop("SIGTERM", 0), atMostMs ?? STEP_TAKES_AT_MOST_MS);
  if (!part.gone.aborted) await once(part.gone, "abort");
  clearTimeout(late);
  const passed = part.exitCode() === 0;
  const seconds = Math.round((Date.now() - begin) / 1000);
  console.log(`${passed ? "ok    " : "failed"} ${name}, seed ${seed} (${seconds} s)`);
  if (passed && measures) console.log(readFileSync(log, "utf8"));
  if (!passed)
    console.error(`${readFileSync(log, "utf8")}\nTo repeat it: npm run fuzz -- --seed ${seed} --step "${name}"\n`);
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
    for (const step of steps(seed).filter(({ name }) => only === null || name === only)) {
      if (round > 1 && Date.now() >= end) break;
      if (!(await passes(step, seed))) failed.add(seed);
    }
    seed = (seed + 1) % 2 ** 31;
  }
  return () => {
    if (failed.size === 0) console.log("Nothing was found.");
  };
});
