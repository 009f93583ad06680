import { join } from "node:path";
import { buildPage } from "../builds.ts";
import { runStories } from "../checks/runners.ts";
import { googleBase } from "../environment.ts";
import { project } from "../firebaseConfig.ts";
import { browser } from "../machine/browser.ts";
import { ensure } from "../machine/ensure.ts";
import { placesFor } from "../places.ts";
import { type Ports, portsFor } from "../ports.ts";
import { PartFailed, tsx } from "../processes.ts";
import { type PartPlan, requireFreePorts, type Stack } from "../stack.ts";
import { startEmulators } from "../stacks.ts";
import { startAppProxy } from "./appProxy.ts";
import { frameworkPlans, functionEnvironment, functionPorts, loadAll } from "./framework.ts";

/** The object of a rehearsal: an installed folder of functions, on this Node. */
export interface Rehearsal {
  node: string;
  folder: string;
  shift: number;
  say: (line: string) => void;
}

/** The main send, from the sign-in to the twelve emails, and a form that would take all memory of an instance. */
const story = { projects: ["side by side"], files: ["foundation", "hostileForm"] };

/**
 * Runs the functions as the cloud does, beside the emulators, and plays the main story against them. No other copy of them runs: there
 * is no Functions emulator. Throws what failed.
 */
export async function rehearse(stack: Stack, { node, folder, shift, say }: Rehearsal): Promise<void> {
  const ports = portsFor(shift);
  const places = placesFor(shift);
  const { logs } = places;
  await requireFreePorts([ports.app, ports.tasks, ...Object.values(functionPorts(ports))]);
  const CHROMIUM_PATH = await ensure(browser, logs);

  say("Loading every file of the functions.");
  const loading = { node, folder, env: functionEnvironment(ports, "api"), logs };
  const { sendWorker } = await loadAll(loading);

  say("Starting the emulators, and the functions under Google's Functions Framework.");
  await buildPage({ ports, ...places });
  await startEmulators(stack, shift, { hosting: true });
  await stack.start([tasksPlan(ports, logs), ...frameworkPlans(node, folder, ports, logs)]);
  await makeQueue(ports, sendWorker?.taskQueueTrigger ?? {});
  const proxy = await startAppProxy(ports.app, { api: functionPorts(ports).api, hosting: ports.hosting });
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
    command: process.execPath,
    args: [...tsx, join(import.meta.dirname, "tasksEmulator.ts")],
    env: { ...process.env, PORT: String(tasks) },
    log: join(logs, "tasks.log"),
    ready: { url: `http://127.0.0.1:${tasks}/queueStats`, status: 200 },
    stop: "SIGTERM",
  };
}

/** Makes the worker's queue with the limits that the worker itself asks for, as a deployment does. */
async function makeQueue(ports: Ports, limits: object): Promise<void> {
  const defaultUri = `http://127.0.0.1:${functionPorts(ports).sendWorker}/`;
  const url = `http://127.0.0.1:${ports.tasks}/projects/${project}/locations/us-central1/queues/sendWorker`;
  await post(url, { ...limits, defaultUri });
}

/** One round of the sweep, as Cloud Scheduler asks for it. */
async function sweepOnce(ports: Ports): Promise<void> {
  await post(`http://127.0.0.1:${functionPorts(ports).sweep}/`, {});
}

async function post(url: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new PartFailed(`${url} answered ${answer.status}: ${await answer.text()}`);
}
