import { cliPlan, firestorePlan, googlePlan, storagePlan } from "./emulatorParts.mjs";
import { googleBase } from "./environment.mjs";
import { writeFirebaseConfig } from "./firebaseConfig.mjs";
import { findFirestore } from "./java.mjs";
import { emptyFolder, placesFor } from "./places.mjs";
import { portsFor } from "./ports.mjs";
import { requireFreePorts } from "./stack.mjs";

/**
 * Firestore, Auth, Storage and the local Google, empty and in memory: what the server's own tests need.
 * @param {import("./stack.mjs").Stack} stack where the parts run
 * @param {number} shift
 * @throws {import("./processes.mjs").PartFailed}
 */
export async function startEmulators(stack, shift) {
  const ports = portsFor(shift);
  const { logs, firebaseConfig, dist, scratch } = placesFor(shift);
  const { auth, firestore, storage, google, hub, logging } = ports;
  const ownGoogle = !process.env.GOOGLE_LOCAL_BASE;
  await requireFreePorts([auth, firestore, storage, hub, logging, ...(ownGoogle ? [google] : [])]);
  emptyFolder(scratch);
  writeFirebaseConfig(firebaseConfig, ports, { google: googleBase(ports), dist, dev: false });
  const ready = { url: `http://127.0.0.1:${auth}/`, status: 200 };
  await stack.start([
    firestorePlan({ ...findFirestore(), ports, logs }),
    storagePlan({ ports, logs, scratch }),
    cliPlan({ only: ["auth"], config: firebaseConfig, env: process.env, logs, scratch, ready }),
    ...(ownGoogle ? [googlePlan({ ports, logs })] : []),
  ]);
}
