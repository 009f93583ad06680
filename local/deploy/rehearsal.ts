import { readdirSync, readFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildPage } from "../builds.ts";
import { googleBase, project, serverEnvironment } from "../environment.ts";
import { browser } from "../machine/browser.ts";
import { ensure } from "../machine/ensure.ts";
import { placesFor, root } from "../places.ts";
import { type PortName, type Ports, portsFor } from "../ports.ts";
import { post } from "../post.ts";
import { PartFailed, runStep, tsx } from "../processes.ts";
import { runStories } from "../runners.ts";
import type { PartPlan, Stack } from "../stack.ts";
import { startEmulators, wholeStackParts } from "../stacks.ts";
import { type DeployedFunction, functionNames, workerNames } from "./access.ts";

/** The fields of a function's own description that we read. */
interface DeployedEndpoint {
  taskQueueTrigger?: { retryConfig?: object; rateLimits?: object };
}

/**
 * Loads every file of the bundle on this Node, including those that a function imports only when it
 * needs them. Throws when one cannot be loaded or if the functions aren't ours. Returns each
 * function's description.
 */
export async function loadAll(node: string, folder: string, env: NodeJS.ProcessEnv, logs: string) {
  const lib = join(folder, "lib");
  const urls = readdirSync(lib).map((file) => pathToFileURL(join(lib, file)).href);
  const result = join(logs, "deploy-functions.json");
  const script = `
    for (const url of ${JSON.stringify(urls)}) await import(url);
    const functions = Object.entries(await import(${JSON.stringify(pathToFileURL(join(lib, "index.js")).href)}));
    const endpoints = functions.filter(([, each]) => each?.__endpoint).map(([name, each]) => [name, each.__endpoint]);
    const { writeFileSync } = await import("node:fs");
    writeFileSync(${JSON.stringify(result)}, JSON.stringify(Object.fromEntries(endpoints)));
    process.exit(0);`;
  const args = ["--input-type=module", "-e", script];
  await runStep({
    name: "Loading the functions",
    command: node,
    args,
    env,
    log: join(logs, "deploy-load.log"),
  });
  const endpoints: Record<string, DeployedEndpoint> = JSON.parse(readFileSync(result, "utf8"));
  const found = Object.keys(endpoints).sort().join(", ");
  if (found !== [...functionNames].sort().join(", "))
    throw new PartFailed(`The bundle exports other functions: ${found}.`);
  return endpoints;
}

/** The parts that the rehearsal runs. */
export const rehearsedParts: readonly PortName[] = [
  ...wholeStackParts,
  "hosting",
  "sendWorker",
  "exportWorker",
  "sweep",
];

/** Where each function listens: the API in the Functions emulator's place. */
export function functionPorts({
  functions,
  sendWorker,
  exportWorker,
  sweep,
}: Ports): Record<DeployedFunction, number> {
  return { api: functions, sendWorker, exportWorker, sweep };
}

/**
 * A function's environment: as in the cloud (nothing of this process's own environment), with the
 * emulators in place of Google's services. Only the workers run as in an emulator: Cloud Tasks
 * would show them a token, which its emulator lacks.
 */
export function functionEnvironment(ports: Ports, target: DeployedFunction): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot } = process.env;
  return {
    PATH,
    HOME,
    SystemRoot,
    TZ: "UTC",
    NODE_ENV: "production",
    ...serverEnvironment(ports),
    CLOUD_TASKS_EMULATOR_HOST: `127.0.0.1:${ports.tasks}`,
    FIREBASE_CONFIG: JSON.stringify({
      projectId: project,
      storageBucket: `${project}.firebasestorage.app`,
    }),
    EXTENSION_ID: "",
    FUNCTION_TARGET: target,
    FUNCTION_SIGNATURE_TYPE: "http",
    ...(workerNames.some((name) => name === target) ? { FUNCTIONS_EMULATOR: "true" } : {}),
  };
}

/**
 * Megabytes of the heap: what Node takes of an instance of the API, whose memory is 1 GiB
 * (`functions/src/index.ts`).
 */
const HEAP = 512;

/**
 * Each function in a process of its own, on this Node and under the framework that is deployed with
 * it.
 */
export function frameworkPlans(
  node: string,
  folder: string,
  ports: Ports,
  logs: string,
): PartPlan[] {
  const framework = join(
    folder,
    "node_modules",
    "@google-cloud",
    "functions-framework",
    "build",
    "src",
    "main.js",
  );
  return functionNames.map((target) => {
    const port = functionPorts(ports)[target];
    return {
      name: `The function ${target}`,
      command: node,
      args: [`--max-old-space-size=${HEAP}`, framework],
      env: { ...functionEnvironment(ports, target), FUNCTION_SOURCE: folder, PORT: String(port) },
      log: join(logs, `deploy-${target}.log`),
      // The framework answers this one itself: no function is called.
      ready: { url: `http://127.0.0.1:${port}/robots.txt`, status: 404 },
    };
  });
}

/**
 * Serves the app's address: Hosting's rewrite of `/api/**` to the function, and everything else
 * from its emulator.
 */
export interface AppProxy {
  /** How many calls of the API have gone through. */
  calls(): number;
  close(): Promise<void>;
}

export async function startAppProxy(
  port: number,
  to: { api: number; hosting: number },
): Promise<AppProxy> {
  let calls = 0;
  const server = createServer((incoming, outgoing) => {
    const isCall = incoming.url?.startsWith("/api/") ?? false;
    if (isCall) calls += 1;
    passOn(incoming, outgoing, isCall ? to.api : to.hosting);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { calls: () => calls, close: () => closed(server) };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { url: path, method, headers, socket } = incoming;
  const hops = [headers["x-forwarded-for"], socket.remoteAddress].filter(
    (hop) => hop !== undefined,
  );
  const more = { "x-forwarded-host": headers.host, "x-forwarded-for": hops.join(", ") };
  const options = { host: "127.0.0.1", port, path, method, headers: { ...headers, ...more } };
  const onward = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.once("error", () => outgoing.destroy());
  });
  onward.once("error", () =>
    outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(),
  );
  outgoing.once("close", () => onward.destroy());
  incoming.pipe(onward);
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** The subject of a rehearsal: an installed folder of functions, on this Node. */
export interface Rehearsal {
  node: string;
  folder: string;
  shift: number;
  say: (line: string) => void;
}

/**
 * The main send, from the sign-in to the twelve emails, and a form that would take all memory of an
 * instance.
 */
const story = { projects: ["side by side"], files: ["foundation", "hostileForm"] };

/**
 * Runs the functions as the cloud does, beside the emulators, and plays the main story against
 * them. No other copy of them runs: there is no Functions emulator. Throws what failed.
 */
export async function rehearse(
  stack: Stack,
  { node, folder, shift, say }: Rehearsal,
): Promise<void> {
  const ports = portsFor(shift);
  const places = placesFor(shift);
  const { logs } = places;
  const CHROMIUM_PATH = await ensure(browser, logs);

  say("Loading every file of the functions.");
  const loaded = await loadAll(node, folder, functionEnvironment(ports, "api"), logs);

  say("Starting the emulators, and the functions under Google's Functions Framework.");
  await buildPage({ ports, ...places });
  await startEmulators(stack, shift, { hosting: true });
  await stack.start([tasksPlan(ports, logs), ...frameworkPlans(node, folder, ports, logs)]);
  for (const worker of workerNames)
    await makeQueue(ports, worker, loaded[worker]?.taskQueueTrigger ?? {});
  const proxy = await startAppProxy(ports.app, {
    api: functionPorts(ports).api,
    hosting: ports.hosting,
  });
  try {
    await sweepOnce(ports);
    say(
      "Playing the main story against them: sign in, write a template, send it to twelve people, read the twelve mails; and sending a form that would take all memory.",
    );
    const env = {
      ...process.env,
      CHROMIUM_PATH,
      SENDWRIGHT_URL: `http://127.0.0.1:${ports.app}`,
      SENDWRIGHT_GOOGLE: googleBase(ports),
    };
    const begin = Date.now();
    const outcome = await runStories(places, env, story);
    const seconds = (Date.now() - begin) / 1000;
    if (outcome.failed > 0) throw new PartFailed("The story failed.", outcome.report);
    await sweepOnce(ports);
    say(`It passed: ${seconds.toFixed(0)} s, ${proxy.calls()} calls of the API.`);
  } finally {
    await proxy.close();
  }
}

function tasksPlan({ tasks }: Ports, logs: string): PartPlan {
  return {
    name: "The Cloud Tasks emulator",
    args: [...tsx, join(root, "local", "ownEmulator.ts"), "tasks"],
    env: { ...process.env, PORT: String(tasks) },
    log: join(logs, "tasks.log"),
    ready: { url: `http://127.0.0.1:${tasks}/queueStats`, status: 200 },
  };
}

/** Makes a worker's queue with the limits that the worker itself asks for, as a deployment does. */
async function makeQueue(ports: Ports, worker: DeployedFunction, limits: object): Promise<void> {
  const defaultUri = `http://127.0.0.1:${functionPorts(ports)[worker]}/`;
  const url = `http://127.0.0.1:${ports.tasks}/projects/${project}/locations/us-central1/queues/${worker}`;
  await post(url, { ...limits, defaultUri });
}

/** One round of the sweep, as Cloud Scheduler asks for it. */
async function sweepOnce(ports: Ports): Promise<void> {
  await post(`http://127.0.0.1:${functionPorts(ports).sweep}/`, {});
}
