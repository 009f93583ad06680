import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildExtension, buildFunctions, buildPage } from "./builds.mjs";
import { cliPlan, firestorePlan, googlePlan, storagePlan } from "./emulatorParts.mjs";
import { googleBase, serverEnvironment } from "./environment.mjs";
import { writeFirebaseConfig } from "./firebaseConfig.mjs";
import { bundlePlan, vitePlan } from "./hotReload.mjs";
import { findEmulators } from "./java.mjs";
import { emptyFolder, placesFor } from "./places.mjs";
import { portsFor } from "./ports.mjs";
import { requireFreePorts } from "./stack.mjs";
import { StoredState } from "./storedState.mjs";

/**
 * @typedef {object} Wanted
 * @property {number} shift of all ports
 * @property {boolean} dev page and functions follow every change of their sources
 * @property {boolean} fresh begin empty
 */

/**
 * Builds and starts the whole product: page, functions, emulators and the local Google.
 * @param {import("./stack.mjs").Stack} stack where the parts run
 * @param {Wanted} wanted
 * @returns {Promise<{ app: string, google: string, keepState: () => Promise<void> }>} the addresses; and what to do when all parts have stopped
 * @throws {PartFailed}
 */
export async function startWholeStack(stack, { shift, dev, fresh }) {
  const ports = portsFor(shift);
  const places = placesFor(shift);
  const { logs, state, dist, extension, scratch, firebaseConfig } = places;
  const google = googleBase(ports);
  const ownGoogle = !process.env.GOOGLE_LOCAL_BASE;
  const found = findEmulators();
  const notOurs = [...(ownGoogle ? [] : [ports.google]), ...(dev ? [] : [ports.hosting])];
  await requireFreePorts(Object.values(ports).filter((port) => !notOurs.includes(port)));

  if (fresh) await rm(state, { recursive: true, force: true });
  const kept = new StoredState(state, ports, found.cliRunsAll);
  kept.prepare();
  emptyFolder(scratch);
  writeFirebaseConfig(firebaseConfig, ports, { google, dist, dev });

  const servers = stack.start([
    ...(found.cliRunsAll ? [] : pieces({ ...found, ports, places, kept })),
    ...(ownGoogle ? [googlePlan({ ports, logs, state: join(state, "google") })] : []),
  ]);
  const builds = Promise.all([
    buildFunctions({ logs }),
    buildExtension({ ports, extension, logs }),
    dev || buildPage({ ports, dist, logs }),
  ]);
  await Promise.all([servers, builds]);

  const only = ["auth", "functions", "hosting", "tasks", ...(found.cliRunsAll ? ["firestore", "storage"] : [])];
  const app = `http://127.0.0.1:${ports.app}`;
  const env = { ...process.env, ...serverEnvironment(ports) };
  const ready = { url: `${app}/api/config`, status: 401 };
  await stack.start([
    cliPlan({
      only,
      config: firebaseConfig,
      env,
      logs,
      scratch,
      ready,
      earlier: kept.earlier.cli,
      later: kept.cliFolder,
    }),
    ...(dev ? [vitePlan({ ports, logs }), bundlePlan({ logs })] : []),
  ]);
  return { app, google, keepState: () => kept.keep() };
}

/**
 * Firestore and Storage where the Firebase CLI cannot run them; each saves its data before it stops.
 * @param {{ java: string, jar: string, ports: import("./ports.mjs").Ports, places: ReturnType<typeof placesFor>, kept: StoredState }} options
 * @returns {import("./stack.mjs").PartPlan[]}
 */
function pieces({ java, jar, ports, places: { logs, scratch }, kept }) {
  const { firestore, storage } = kept.earlier;
  return [
    { ...firestorePlan({ java, jar, ports, logs, earlier: firestore }), beforeStop: () => kept.exportFirestore() },
    { ...storagePlan({ ports, logs, scratch, earlier: storage }), beforeStop: () => kept.exportStorage() },
  ];
}
