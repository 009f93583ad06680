import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildExtension, buildFunctions, buildPage } from "./builds.ts";
import { googleBase, serverEnvironment, writeFirebaseConfig } from "./environment.ts";
import { ensureEmulators } from "./machine/emulators.ts";
import {
  bundlePlan,
  cliPlan,
  firestorePlan,
  googlePlan,
  type StackContext,
  storagePlan,
  vitePlan,
} from "./parts.ts";
import { emptyFolder, placesFor } from "./places.ts";
import { type PortName, portsFor } from "./ports.ts";
import type { Stack } from "./stack.ts";
import { openStoredState } from "./storedState.ts";

const ownGoogle = !process.env.GOOGLE_LOCAL_BASE;

/** The parts of `startEmulators`. */
export const emulatorParts = (
  ["auth", "firestore", "storage", "hub", "logging", "google"] as const
).filter((part) => ownGoogle || part !== "google");

/** The parts of `startWholeStack`. */
export const wholeStackParts: readonly PortName[] = [
  ...emulatorParts,
  "app",
  "functions",
  "eventarc",
  "tasks",
];

/**
 * Finds the emulators, and writes the configuration of a stack. `dev`: something else serves the
 * app's address.
 */
async function prepared({ ports, places }: StackContext, dev: boolean) {
  const found = await ensureEmulators(places.logs);
  emptyFolder(places.scratch);
  writeFirebaseConfig(places.firebaseConfig, ports, {
    google: googleBase(ports),
    dist: places.dist,
    dev,
  });
  return found;
}

/**
 * Starts Firestore, Auth, Storage and the local Google, empty and in memory, for the server's
 * tests. `hosting`: also Hosting, at its own port, so that the app's is free.
 */
export async function startEmulators(
  stack: Stack,
  shift: number,
  { hosting = false } = {},
): Promise<void> {
  const at: StackContext = { ports: portsFor(shift), places: placesFor(shift) };
  const found = await prepared(at, hosting);
  const only = hosting ? ["auth", "hosting"] : ["auth"];
  const ready = {
    url: `http://127.0.0.1:${hosting ? at.ports.hosting : at.ports.auth}/`,
    status: 200,
  };
  await stack.start([
    firestorePlan(found, at),
    storagePlan(found, at),
    cliPlan({ only, java: found.java, env: process.env, ready }, at),
    ...(ownGoogle ? [googlePlan(at)] : []),
  ]);
}

export interface StackOptions {
  shift: number;
  /** Whether page and functions follow every change of their sources. */
  dev: boolean;
  /** Whether to begin with no data and build everything. */
  fresh: boolean;
  /** The folder of the kept data; the shift's own unless given. */
  state?: string;
}

/** Builds and starts the whole product. Call `keepState` when all parts have stopped. */
export async function startWholeStack(
  stack: Stack,
  { shift, dev, fresh, state = placesFor(shift).state }: StackOptions,
) {
  const [ports, places] = [portsFor(shift), placesFor(shift)];
  for (const folder of fresh ? [state, places.marks] : [])
    await rm(folder, { recursive: true, force: true });
  const kept = await openStoredState(state);
  const at: StackContext = { ports, places, kept };
  const found = await prepared(at, dev);
  const app = `http://127.0.0.1:${ports.app}`;
  const servers = stack.start([
    firestorePlan(found, at),
    storagePlan(found, at),
    ...(ownGoogle ? [googlePlan(at, join(state, "google"))] : []),
  ]);
  // The CLI loads the bundle as it starts. A stack stops its last part first, and the CLI calls the
  // servers above: so it starts after them.
  const functions = buildFunctions(places).then(() => {
    const env = { ...process.env, ...serverEnvironment(ports) };
    const ready = { url: `${app}/api/config`, status: 401 };
    const cli = cliPlan(
      { only: ["auth", "functions", "hosting", "tasks"], java: found.java, env, ready },
      at,
    );
    return stack.start(dev ? [cli, vitePlan(at), bundlePlan(at)] : [cli]);
  });
  const page = (dev ? buildExtension : buildPage)({ ports, ...places });
  await Promise.all([servers, functions, page]);
  return { app, google: googleBase(ports), keepState: () => kept.keep() };
}
