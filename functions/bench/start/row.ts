import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../../../bench/row.ts";

const root = process.cwd();
const lib = join(root, "functions", "dist", "lib");
const node = process.env.SENDWRIGHT_BENCH_NODE ?? process.execPath;

/** The file of what is imported with a function's first call. */
function chunk(name: string): string {
  const file = readdirSync(lib).find((each) => each.startsWith(`${name}-`) && each.endsWith(".js"));
  if (!file) throw new Error(`The bundle has no ${name}.`);
  return join(lib, file);
}

/** Imports files one after the other in a new process; returns the processor's milliseconds until they are there. */
function imports(target: string, files: readonly string[]): number {
  const imported = files.map((file) => `await import(${JSON.stringify(file)});`).join(" ");
  const script = `const begin = process.cpuUsage(); ${imported} const { user, system } = process.cpuUsage(begin); console.log((user + system) / 1000); process.exit(0);`;
  const env = { ...process.env, FUNCTION_TARGET: target };
  const run = spawnSync(node, ["--input-type=module", "-e", script], { cwd: root, env, encoding: "utf8" });
  const ms = Number(run.stdout.trim().split("\n").at(-1));
  if (run.status !== 0 || !ms) throw new Error(`${target} could not be imported: ${run.stderr}`);
  return ms;
}

const index = join(lib, "index.js");
const floor = {
  what: "firebase-admin (app, firestore) and firebase-functions alone",
  measure: () => imports("floor", [join(root, "functions", "bench", "start", "floor.mjs")]),
};
const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();

const API =
  "Profile: above the floor are sanitize-html 100 ms, Express 75, google-auth-library 55, zod 45, html-to-text 35, MailComposer 35, yazl and busboy 20, all bundled into fewer files than they have as packages. To reach 1.2: the handlers of previews, sends and templates imported with their first call. The page's first three calls (configuration, templates, sends) would then wait for them one by one, so a person would gain nothing.";
const WORKER =
  "Above the floor are what makes a mail (html-to-text, MailComposer, sanitize-html) and google-auth-library, which a slice needs at once. A worker is started by a task, and nobody waits for it in front of a page.";

function row(name: string, what: string, files: readonly string[], target: string, note: string): Row {
  return {
    name,
    unit: "ms of CPU",
    floor,
    ours: { what: `${what} (Node ${version})`, measure: () => imports(target, files) },
    reach: { atMost: 1.2 },
    note,
  };
}

export const rows: Row[] = [
  row(
    "start-index",
    "importing what every function begins with",
    [index],
    "api",
    "It does not even begin Firestore before the first call.",
  ),
  row("start-api", "and with the API's first call", [index, chunk("app")], "api", API),
  row(
    "start-worker",
    "and with the worker's first slice",
    [index, chunk("worker"), chunk("engine")],
    "sendWorker",
    WORKER,
  ),
  row("start-sweep", "and with the first sweep", [index, chunk("sweep"), chunk("engine")], "sweep", WORKER),
];
