import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = process.cwd();
/** The folder of the API's bundle. */
export const BUNDLE = join(root, "functions", "dist");
const framework = join(
  root,
  "node_modules",
  "@google-cloud",
  "functions-framework",
  "build",
  "src",
  "main.js",
);
/**
 * Megabytes of an instance of the API (`functions/src/index.ts`), and of the heap that Node takes
 * of it.
 */
export const MEMORY = 1_024;
const HEAP = MEMORY / 2;
/**
 * Asks the process for its cost so far. Its `maxRSS` would include this process, which forked it;
 * where the system doesn't tell the peak, the present memory has to do. At "rest" it drops its
 * garbage and its peak first, so that the next peak is that of the next request.
 */
const MEASURED = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeFileSync } from "node:fs";
  const peak = () => {
    try {
      return Number(/^VmHWM:\\s*(\\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
    } catch {
      return process.memoryUsage().rss / 1024;
    }
  };
  const rest = () => {
    globalThis.gc();
    try {
      writeFileSync("/proc/self/clear_refs", "5");
    } catch {}
  };
  process.on("disconnect", () => process.exit());
  process.on("message", (asked) => {
    if (asked === "rest") rest();
    process.send({ cpu: process.cpuUsage(), peak: peak() });
  });
`)}`;

interface Cost {
  /** Milliseconds of the processor. */
  cpu: number;
  /** Megabytes: the most it had since it last rested. */
  peak: number;
}

/**
 * The bundled API in a process of its own, under the framework that runs it in the cloud and with
 * an instance's memory.
 */
export interface BundledApi {
  url: string;
  /** Throws when the process has ended. */
  cost(): Promise<Cost>;
  /** Drops what earlier requests have left in memory. Throws when the process has ended. */
  rest(): Promise<Cost>;
  stop(): void;
}

/** Binds a program to one processor, as many as an instance has. Only Linux has this command. */
const PINNED =
  spawnSync("taskset", ["--version"]).status === 0 ? ["taskset", "--cpu-list", "0"] : [];
/** How a row names a pinned API. */
export const ONE_PROCESSOR = "on the bundled API with one processor (on Linux; elsewhere with all)";

/**
 * Starts the bundle in a folder; the emulators' addresses are in the environment. If it is pinned,
 * it has one processor, where the system can do that.
 */
export async function startBundledApi(
  folder: string,
  { isPinned = false } = {},
): Promise<BundledApi> {
  const port = await freePort();
  const target = { FUNCTION_TARGET: "api", FUNCTION_SIGNATURE_TYPE: "http" };
  const env = { ...process.env, ...target, FUNCTION_SOURCE: folder, PORT: String(port) };
  const node = [
    process.execPath,
    "--import",
    MEASURED,
    "--expose-gc",
    `--max-old-space-size=${HEAP}`,
    framework,
  ];
  const [command = "", ...args] = isPinned ? [...PINNED, ...node] : node;
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}/robots.txt`))) {
    if (child.exitCode !== null) throw new Error("The bundled API has not started.");
    await sleep(100);
  }
  const cost = () => asked(child, "cost");
  const rest = () => asked(child, "rest");
  const stop = () => {
    process.off("exit", kill);
    kill();
  };
  return { url, cost, rest, stop };
}

async function asked(child: ChildProcess, question: "cost" | "rest"): Promise<Cost> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = () => new Error("The bundled API has ended.");
  if (!child.connected) throw ended();
  child.send(question);
  try {
    const [{ cpu, peak }] = await Promise.race([
      once(child, "message", { signal }),
      once(child, "exit", { signal }).then(() => Promise.reject(ended())),
    ]);
    return { cpu: (cpu.user + cpu.system) / 1_000, peak: peak / 1_024 };
  } finally {
    heard.abort();
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
