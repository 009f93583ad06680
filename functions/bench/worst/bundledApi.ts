import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = process.cwd();
const framework = join(root, "node_modules", "@google-cloud", "functions-framework", "build", "src", "main.js");
/** Megabytes of an instance of the API (`functions/src/index.ts`), and of the heap that Node takes of it. */
const MEMORY = 1_024;
const HEAP = MEMORY / 2;
/**
 * Has the process say what it has cost so far. Its `maxRSS` would include this process, of which it was forked; where
 * the system doesn't tell the peak, the present memory has to do.
 */
const MEASURED = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from "node:fs";
  const peak = () => {
    try {
      return Number(/^VmHWM:\\s*(\\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
    } catch {
      return process.memoryUsage().rss / 1024;
    }
  };
  process.on("message", () => process.send({ cpu: process.cpuUsage(), peak: peak() }));
`)}`;

interface Cost {
  /** Milliseconds of the processor. */
  cpu: number;
  /** Megabytes: the most it ever had. */
  peak: number;
}

/** The bundled API in a process of its own, under the framework that runs it in the cloud and with an instance's memory. */
export interface BundledApi {
  url: string;
  /** Throws when the process has ended. */
  cost(): Promise<Cost>;
  /** Whether the process lives and has stayed within an instance's memory. */
  survives(): Promise<boolean>;
  stop(): void;
}

/** Starts the bundle in a folder; the emulators' addresses are in the environment. */
export async function startBundledApi(folder: string): Promise<BundledApi> {
  const port = await freePort();
  const env = { ...process.env, FUNCTION_SOURCE: folder, PORT: String(port) };
  const args = ["--import", MEASURED, `--max-old-space-size=${HEAP}`, framework];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  process.once("exit", () => child.kill("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}/robots.txt`))) {
    if (child.exitCode !== null) throw new Error("The bundled API has not started.");
    await sleep(100);
  }
  const cost = () => costOf(child);
  const survives = () =>
    cost().then(
      ({ peak }) => peak < MEMORY,
      () => false,
    );
  return { url, cost, survives, stop: () => void child.kill("SIGKILL") };
}

async function costOf(child: ChildProcess): Promise<Cost> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = () => new Error("The bundled API has ended.");
  if (!child.connected) throw ended();
  child.send("cost");
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
