import { join } from "node:path";
import { serverEnvironment } from "../environment.ts";
import { project } from "../firebaseConfig.ts";
import type { Ports } from "../ports.ts";
import type { PartPlan } from "../stack.ts";
import { functionNames } from "./loaded.ts";

type FunctionName = (typeof functionNames)[number];

/** Where each function listens: the Functions emulator's place, and two ports that nothing else has. */
export function functionPorts({ functions }: Ports): Record<FunctionName, number> {
  return { api: functions, sendWorker: functions + 2, sweep: functions + 3 };
}

/**
 * What a function is told: as in the cloud (nothing of this process's own environment), with the emulators in place of Google's services.
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
