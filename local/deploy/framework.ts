import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serverEnvironment } from "../environment.ts";
import { project } from "../firebaseConfig.ts";
import type { Ports } from "../ports.ts";
import { PartFailed, runStep } from "../processes.ts";
import type { PartPlan } from "../stack.ts";

/** A deployed function. */
const functionNames = ["api", "sendWorker", "sweep"] as const;

/** The fields of a function's own description that we read. */
interface Endpoint {
  taskQueueTrigger?: { retryConfig?: object; rateLimits?: object };
}

/** Where the functions are to be loaded. */
export interface LoadRequest {
  node: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  logs: string;
}

/**
 * Loads every file of the bundle on this Node, those too that a function imports only when it needs them. Throws when one cannot be loaded
 * or when the functions are not the three. Gives what each says of itself.
 */
export async function loadAll({ node, folder, env, logs }: LoadRequest): Promise<Record<string, Endpoint>> {
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
  await runStep({ name: "Loading the functions", command: node, args, env, log: join(logs, "deploy-load.log") });
  const endpoints: Record<string, Endpoint> = JSON.parse(readFileSync(result, "utf8"));
  const found = Object.keys(endpoints).sort().join(", ");
  if (found !== [...functionNames].sort().join(", "))
    throw new PartFailed(`The bundle exports other functions: ${found}.`);
  return endpoints;
}

type FunctionName = (typeof functionNames)[number];

/** Where each function listens: the Functions emulator's place, and two ports that nothing else has. */
export function functionPorts({ functions }: Ports): Record<FunctionName, number> {
  return { api: functions, sendWorker: functions + 2, sweep: functions + 3 };
}

/**
 * A function's environment: as in the cloud (nothing of this process's own environment), with the emulators in place of Google's services.
 * The worker alone takes itself for an emulator's: Cloud Tasks would show it a token, which its emulator has not.
 */
export function functionEnvironment(ports: Ports, target: FunctionName): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot } = process.env;
  return {
    ...{ PATH, HOME, SystemRoot, TZ: "UTC", NODE_ENV: "production" },
    ...serverEnvironment(ports),
    CLOUD_TASKS_EMULATOR_HOST: `127.0.0.1:${ports.tasks}`,
    FIREBASE_CONFIG: JSON.stringify({ projectId: project, storageBucket: `${project}.firebasestorage.app` }),
    EXTENSION_ID: "",
    FUNCTION_TARGET: target,
    FUNCTION_SIGNATURE_TYPE: "http",
    ...(target === "sendWorker" ? { FUNCTIONS_EMULATOR: "true" } : {}),
  };
}

/** Megabytes of the heap: what Node takes of an instance of the API, whose memory is 1 GiB (`functions/src/index.ts`). */
const HEAP = 512;

/** Each function in a process of its own, on this Node and under the framework that is deployed with it. */
export function frameworkPlans(node: string, folder: string, ports: Ports, logs: string): PartPlan[] {
  const framework = join(folder, "node_modules", "@google-cloud", "functions-framework", "build", "src", "main.js");
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
      stop: "SIGTERM" as const,
    };
  });
}
