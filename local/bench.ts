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
import { startEmulators } from "./emulatorStack.mjs";
import { serverEnvironment } from "./environment.mjs";
import { ensureInstalled } from "./install.mjs";
import { placesFor, root } from "./places.mjs";
import { portShift, portsFor } from "./ports.mjs";
import { Stack } from "./stack.mjs";

const shift = portShift(process.env.SENDWRIGHT_PORT_SHIFT ?? "6000");
const ROUNDS = 5;

/** @param {string} name @param {string} value */
const figure = (name, value) => console.log(`  ${name.padEnd(58)} ${value}`);
/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The sending engine, against the emulators. */
async function engine() {
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
async function start() {
  console.log("\nnpm start");
  for (const [name, options] of /** @type {const} */ ([
    ["empty (--fresh)", ["--fresh"]],
    ["with the last start's data", []],
  ])) {
    const begin = performance.now();
    const env = { ...process.env, SENDWRIGHT_PORT_SHIFT: String(shift) };
    const args = [join(root, "local", "start.mjs"), ...options];
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
    const seconds = (/** @type {number} */ ms) => (ms / 1_000).toFixed(1);
    figure(name, `ready after ${seconds(ready - begin)} s, stopped after ${seconds(performance.now() - ready)} s more`);
  }
}

/** How long Node takes to import the functions' bundle, as built by the start above. */
function imports() {
  const lib = join(root, "functions", "lib");
  const chunk = (/** @type {string} */ name) => {
    const file = readdirSync(lib).find((each) => each.startsWith(`${name}-`) && each.endsWith(".js"));
    if (!file) throw new Error(`The bundle has no ${name}.`);
    return file;
  };
  const cases = /** @type {const} */ ([
    ["every function: index.js", ["index.js"]],
    ["and the first call of the API", ["index.js", chunk("app")]],
    ["and the first slice of the worker", ["index.js", chunk("worker"), chunk("engine")]],
    ["and the first sweep", ["index.js", chunk("sweep"), chunk("engine")]],
  ]);
  const times = cases.map(() => /** @type {number[]} */ ([]));
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
function landingPage() {
  const { dist } = placesFor(shift);
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const paths = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => String(path));
  console.log("\nThe landing page (gzip)");
  const size = (/** @type {RegExp} */ kind) =>
    paths
      .filter((path) => kind.test(path))
      .reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);
  figure("scripts", `${(size(/\.js$/) / 1_000).toFixed(1)} kB`);
  figure("styles", `${(size(/\.css$/) / 1_000).toFixed(1)} kB`);
  figure("the page itself", `${(gzipSync(html).length / 1_000).toFixed(1)} kB`);
}

const busy = loadavg().map((load) => load.toFixed(1));
console.log(`${cpus().length} cores; load average ${busy.join(", ")} (1, 5, 15 minutes) before this began`);
await ensureInstalled(placesFor(shift).logs);
await engine();
await start();
imports();
landingPage();
rmSync(placesFor(shift).base, { recursive: true, force: true });
rmSync(placesFor(shift).firebaseConfig, { force: true });
process.exit(0);
