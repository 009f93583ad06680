import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildExtension, buildFunctions, buildPage } from "./builds.ts";
import { googleBase, serverEnvironment, writeFirebaseConfig } from "./environment.ts";
import { ensureEmulators } from "./machine/emulators.ts";
import { bundlePlan, cliPlan, emulatorPieces, googlePlan, pieceFolders, StoredState, vitePlan } from "./parts.ts";
import { emptyFolder, placesFor } from "./places.ts";
import { type Part, portsFor } from "./ports.ts";
import type { Stack } from "./stack.ts";

const ownGoogle = !process.env.GOOGLE_LOCAL_BASE;

/** The parts of `startEmulators`. */
export const emulatorParts = (["auth", "firestore", "storage", "hub", "logging", "google"] as const).filter(
  (part) => ownGoogle || part !== "google",
);

/** The parts of `startWholeStack`. */
export const wholeStackParts: readonly Part[] = [...emulatorParts, "app", "functions", "eventarc", "tasks"];

/**
 * Firestore, Auth, Storage and the local Google, empty and in memory: what the server's own tests need. `hosting`: Hosting too, at its
 * own port, so that the app's is free.
 */
export async function startEmulators(stack: Stack, shift: number, { hosting = false } = {}): Promise<void> {
  const ports = portsFor(shift);
  const places = placesFor(shift);
  const { logs, firebaseConfig: config, dist, scratch } = places;
  const found = await ensureEmulators(logs);
  emptyFolder(scratch);
  writeFirebaseConfig(config, ports, { google: googleBase(ports), dist, dev: hosting });
  const only = ["auth", ...(hosting ? ["hosting"] : []), ...(found.cliRunsAll ? ["firestore"] : [])];
  const ready = { url: `http://127.0.0.1:${hosting ? ports.hosting : ports.auth}/`, status: 200 };
  await stack.start([
    ...emulatorPieces({ found, ports, places }),
    cliPlan({ only, java: found.java, config, env: process.env, logs, scratch, ready }),
    ...(ownGoogle ? [googlePlan({ ports, logs })] : []),
  ]);
}

/**
 * How the whole product is to run. `dev`: page and functions follow every change of their sources; `fresh`: begin empty; `state`: the folder
 * of the kept data, the shift's own unless given.
 */
export type Wanted = { shift: number; dev: boolean; fresh: boolean; state?: string };

/** Builds and starts the whole product: page, functions, emulators and the local Google. Call `keepState` when all parts have stopped. */
export async function startWholeStack(stack: Stack, { shift, dev, fresh, state = placesFor(shift).state }: Wanted) {
  const ports = portsFor(shift);
  const places = placesFor(shift);
  const { logs, marks, dist, scratch, firebaseConfig: config } = places;
  const google = googleBase(ports);
  const found = await ensureEmulators(logs);

  for (const folder of fresh ? [state, marks] : []) await rm(folder, { recursive: true, force: true });
  const cliFolder = found.cliRunsAll ? "cli-all" : "cli";
  const kept = new StoredState(state, [cliFolder, ...pieceFolders(found)]);
  emptyFolder(scratch);
  writeFirebaseConfig(config, ports, { google, dist, dev });

  const only = ["auth", "functions", "hosting", "tasks", ...(found.cliRunsAll ? ["firestore"] : [])];
  const app = `http://127.0.0.1:${ports.app}`;
  const env = { ...process.env, ...serverEnvironment(ports) };
  const ready = { url: `${app}/api/config`, status: 401 };
  const data = { earlier: kept.earlier(cliFolder), later: kept.later(cliFolder) };
  const servers = stack.start([
    ...emulatorPieces({ found, ports, places, kept }),
    ...(ownGoogle ? [googlePlan({ ports, logs, state: join(state, "google") })] : []),
  ]);
  // The CLI loads the bundle as it starts. It is stopped before the servers above, which it calls: so it is started after them.
  const functions = buildFunctions(places).then(() =>
    stack.start([
      cliPlan({ only, java: found.java, config, env, logs, scratch, ready, ...data }),
      ...(dev ? [vitePlan({ ports, ...places }), bundlePlan(logs)] : []),
    ]),
  );
  const page = dev ? buildExtension({ ports, ...places }) : buildPage({ ports, ...places });
  await Promise.all([servers, functions, page]);
  return { app, google, keepState: () => kept.keep() };
}
