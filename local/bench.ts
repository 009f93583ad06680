/**
 * `npm run bench`: measures figures that have a goal, prints them, keeps them in .local/figures.json and writes
 * docs/figures.md. Never fails because of a figure. Can run beside `npm start`, `npm test` and `npm
 * run emulators`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { figuresPage, lineOf, timesOf, valuesOn } from "../bench/figures.ts";
import type { BenchMessage, MeasuredRow } from "../bench/measure.ts";
import { isAsked } from "../bench/measure.ts";
import { serverEnvironment } from "./environment.ts";
import { browser, shell } from "./machine/browser.ts";
import { ensure, install } from "./machine/ensure.ts";
import { readOptions } from "./options.ts";
import { placesFor, root } from "./places.ts";
import { chooseShift, portsFor } from "./ports.ts";
import { PartFailed, tsx } from "./processes.ts";
import type { Stack } from "./stack.ts";
import { runOnce } from "./stack.ts";
import { startWholeStack, wholeStackParts } from "./stacks.ts";

/**
 * The modules that export `rows`, whose names begin like theirs, in the order of docs/figures.md.
 */
const kinds = {
  typing: "e2e/bench/page/typingRow.ts",
  scrolling: "e2e/bench/page/scrollingRow.ts",
  story: "e2e/bench/page/storyRow.ts",
  loading: "e2e/bench/page/loadingRow.ts",
  uploading: "e2e/bench/page/uploadingRow.ts",
  start: "functions/bench/start/startRow.ts",
  engine: "functions/bench/engine/engineRow.ts",
  suppressions: "functions/bench/suppressions/suppressionsRow.ts",
  files: "functions/bench/files/filesRow.ts",
  memory: "functions/bench/memory/memoryRow.ts",
  list: "functions/bench/list/listRow.ts",
  pairing: "functions/bench/list/pairingRow.ts",
  joined: "functions/bench/list/joinedRow.ts",
  workbook: "functions/bench/list/workbookRow.ts",
  calls: "functions/bench/calls/callsRow.ts",
  waiting: "functions/bench/waiting/waitingRow.ts",
  crowd: "functions/bench/crowd/crowdRow.ts",
  search: "functions/bench/search/searchRow.ts",
} as const;
type BenchKind = keyof typeof kinds;
const names = Object.keys(kinds) as BenchKind[];
/** The kinds that don't need the running product. */
const alone: readonly BenchKind[] = ["list", "pairing", "joined", "workbook"];

/** The most that a round may take. On a quiet machine, the longest takes two minutes. */
const ROUND_MINUTES = 10;

const shift = await chooseShift(6000, wholeStackParts);
const { logs } = placesFor(shift);
const kept = join(root, ".local", "figures.json");
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${process.platform}.`;

await runOnce(shift, async (stack) => {
  const known = { only: "string", write: "boolean", compare: "boolean" } as const;
  const asked = readOptions("npm run bench", process.argv.slice(2), known);
  const only = String(asked.only ?? "");
  const wanted = names.filter((kind) => isAsked(kind, only) || only.startsWith(`${kind}-`));
  if (wanted.length === 0)
    throw new PartFailed(`There is no such row: the kinds are ${names.join(", ")}.`);
  console.log(machine);
  let since = performance.now();
  const seconds = new Map<string, number>();
  /** The time since the last part is this one's. */
  const lap = (part: string) => {
    seconds.set(part, (performance.now() - since) / 1_000);
    since = performance.now();
  };
  const env = wanted.every((kind) => alone.includes(kind)) ? {} : await startProduct(stack);
  lap("(the product)");
  const before = valuesOn(
    spawnSync("git", ["show", "HEAD:docs/figures.md"], { cwd: root, encoding: "utf8" }).stdout,
  );
  const take = (row: MeasuredRow) => {
    keep(row);
    lap(row.name);
    console.log(lineOf(row, asked.compare ? before : undefined));
  };
  const failures: string[] = [];
  for (const kind of wanted) {
    const failure = await measure(
      kind,
      { ...process.env, ...env, SENDWRIGHT_BENCH_ONLY: only },
      take,
    );
    if (!failure) continue;
    failures.push(failure);
    console.error(failure);
    lap(`(${kind}, failed)`);
  }
  console.log(timesOf(seconds));
  return () => {
    if (asked.write || only === "")
      writeFileSync(join(root, "docs", "figures.md"), figuresPage(read(), machine, before));
    if (failures.length > 0) throw new PartFailed(failures.join("\n"));
  };
});

async function startProduct(stack: Stack): Promise<NodeJS.ProcessEnv> {
  const whole = await ensure(browser, logs);
  const CHROMIUM_PATH = (await install(shell, logs)) ?? whole;
  const { app, google } = await startWholeStack(stack, { shift, dev: false, fresh: true });
  return {
    ...serverEnvironment(portsFor(shift)),
    CHROMIUM_PATH,
    SENDWRIGHT_URL: app,
    SENDWRIGHT_GOOGLE: google,
  };
}

/**
 * Measures a kind in a process of its own. Keeps each row at once, in case the run is stopped.
 * Returns a sentence if one of its rows can't be measured: the other kinds still can.
 */
async function measure(
  kind: BenchKind,
  env: NodeJS.ProcessEnv,
  take: (row: MeasuredRow) => void,
): Promise<string | undefined> {
  const path = (name: string) => JSON.stringify(join(root, name));
  const text = `import { rows } from ${path(kinds[kind])}; import { run } from ${path("bench/measure.ts")}; await run(rows);`;
  const program = kinds[kind].startsWith("functions/")
    ? [bundled(kind, text)]
    : [...tsx, "--input-type=module", "-e", text];
  const args = ["--expose-gc", ...program];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let at = "before the first round";
  const end = () => child.kill("SIGKILL");
  const limit = setTimeout(end, ROUND_MINUTES * 60_000);
  child.on("message", (message: BenchMessage) => {
    limit.refresh();
    if ("value" in message) take(message);
    else at = `in round ${message.round} of ${message.row}`;
  });
  const [code, signal] = await once(child, "exit");
  clearTimeout(limit);
  if (signal === "SIGKILL")
    return `${kind} was stopped ${at}, which took more than ${ROUND_MINUTES} minutes.`;
  return code === 0 ? undefined : `${kind} could not be measured: it failed ${at}.`;
}

/** Bundles a module as the functions are. Returns its path. */
function bundled(kind: BenchKind, text: string): string {
  const path = join(root, ".local", "bench", `${kind}.mjs`);
  const { status } = spawnSync(
    process.execPath,
    [join(root, "functions", "bench", "bundle.mjs"), path, text],
    {
      stdio: "inherit",
    },
  );
  if (status !== 0) throw new PartFailed(`${kind} could not be bundled.`);
  return path;
}

/** The kept rows, in the order of the kinds. */
function read(): MeasuredRow[] {
  const rows: MeasuredRow[] = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : [];
  return names.flatMap((kind) => rows.filter(({ name }) => isAsked(name, kind)));
}

function keep(row: MeasuredRow): void {
  const others = read().filter(({ name }) => name !== row.name);
  mkdirSync(join(root, ".local"), { recursive: true });
  writeFileSync(kept, `${JSON.stringify([...others, row], null, 2)}\n`);
}
