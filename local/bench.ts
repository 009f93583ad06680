/**
 * `npm run bench`: the figures of docs/figures.md, measured and printed; it judges nothing. Its ports are others than those of
 * `npm start`, `npm test` and `npm run emulators`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { startEmulators } from "./emulatorStack.ts";
import { serverEnvironment } from "./environment.ts";
import { bringEmulators } from "./machine/bring.ts";
import { placesFor, root } from "./places.ts";
import { portShift, portsFor } from "./ports.ts";
import { Stack } from "./stack.ts";

const shift = portShift(process.env.SENDWRIGHT_PORT_SHIFT ?? "6000");
const ROUNDS = 5;

const figure = (name: string, value: string) => console.log(`  ${name.padEnd(58)} ${value}`);
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** The sending engine, against the emulators. */
async function engine(): Promise<void> {
  const stack = new Stack();
  try {
    await startEmulators(stack, shift);
    const env = { ...process.env, ...serverEnvironment(portsFor(shift)) };
    const args = ["--import", "tsx", join(root, "functions", "bench", "main.ts")];
    const [code] = await once(spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" }), "exit");
    if (code !== 0) throw new Error("The engine's figures could not be measured.");
  } finally {
    await stack.stop({ saving: false });
  }
}

/** From `npm start` to its ready line, and from Ctrl-C to the end. */
async function start(): Promise<void> {
  console.log("\nnpm start");
  const cases: [string, string[]][] = [
    ["empty (--fresh)", ["--fresh"]],
    ["with the last start's data", []],
  ];
  for (const [name, options] of cases) {
    const begin = performance.now();
    const env = { ...process.env, SENDWRIGHT_PORT_SHIFT: String(shift) };
    const args = [join(root, "local", "run.mjs"), "start", ...options];
    const product = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
    let ready = 0;
    product.stdout.on("data", (text) => {
      if (!ready && String(text).includes("Sendwright is ready")) {
        ready = performance.now();
        product.kill("SIGINT");
      }
    });
    await once(product, "exit");
    if (!ready) throw new Error("npm start did not become ready.");
    figure(name, `ready after ${seconds(ready - begin)} s, stopped after ${seconds(performance.now() - ready)} s more`);
  }
}

/** How long Node takes to import the functions' bundle, as built by the start above. */
function imports(): void {
  const lib = join(root, "functions", "dist", "lib");
  const chunk = (name: string) => {
    const file = readdirSync(lib).find((each) => each.startsWith(`${name}-`) && each.endsWith(".js"));
    if (!file) throw new Error(`The bundle has no ${name}.`);
    return file;
  };
  const cases: [string, string[]][] = [
    ["every function: index.js", ["index.js"]],
    ["and the first call of the API", ["index.js", chunk("app")]],
    ["and the first slice of the worker", ["index.js", chunk("worker"), chunk("engine")]],
    ["and the first sweep", ["index.js", chunk("sweep"), chunk("engine")]],
  ];
  const times = cases.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [i, [, files]] of cases.entries()) {
      const imported = files.map((file) => `await import(${JSON.stringify(join(lib, file))});`).join(" ");
      const script = `const begin = performance.now(); ${imported} console.log(performance.now() - begin)`;
      const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
      times[i]?.push(Number(run.stdout.trim().split("\n").at(-1)));
    }
  }
  console.log(`\nImporting the functions' bundle (Node ${process.versions.node}, median of ${ROUNDS} processes each)`);
  for (const [i, [name]] of cases.entries()) figure(name, `${median(times[i] ?? []).toFixed(0)} ms`);
}

/** What the landing page loads before it can be used. */
function landingPage(): void {
  const { dist } = placesFor(shift);
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const paths = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => String(path));
  console.log("\nThe landing page (gzip)");
  const size = (kind: RegExp) =>
    paths
      .filter((path) => kind.test(path))
      .reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);
  figure("scripts", `${(size(/\.js$/) / 1_000).toFixed(1)} kB`);
  figure("styles", `${(size(/\.css$/) / 1_000).toFixed(1)} kB`);
  figure("the page itself", `${(gzipSync(html).length / 1_000).toFixed(1)} kB`);
}

const busy = loadavg().map((load) => load.toFixed(1));
console.log(`${cpus().length} cores; load average ${busy.join(", ")} (1, 5, 15 minutes) before this began`);
await bringEmulators(placesFor(shift).logs);
await engine();
await start();
imports();
landingPage();
rmSync(placesFor(shift).base, { recursive: true, force: true });
rmSync(placesFor(shift).firebaseConfig, { force: true });
process.exit(0);
