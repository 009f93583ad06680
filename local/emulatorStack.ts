import { cliPlan, googlePlan } from "./emulatorParts.ts";
import { googleBase } from "./environment.ts";
import { writeFirebaseConfig } from "./firebaseConfig.ts";
import { ensureEmulators } from "./machine/emulators.ts";
import { emptyFolder, placesFor } from "./places.ts";
import { portsFor } from "./ports.ts";
import { requireFreePorts, type Stack } from "./stack.ts";
import { emulatorPieces } from "./withoutDownloads/emulatorPieces.ts";

/**
 * Firestore, Auth, Storage and the local Google, empty and in memory: what the server's own tests need. `hosting`: Hosting too, at its
 * own port, so that the app's is free.
 */
export async function startEmulators(stack: Stack, shift: number, { hosting = false } = {}): Promise<void> {
  const ports = portsFor(shift);
  const places = placesFor(shift);
  const { logs, firebaseConfig: config, dist, scratch } = places;
  const { auth, firestore, storage, google, hub, logging } = ports;
  const found = await ensureEmulators(logs);
  const ownGoogle = !process.env.GOOGLE_LOCAL_BASE;
  const more = [...(ownGoogle ? [google] : []), ...(hosting ? [ports.hosting] : [])];
  await requireFreePorts([auth, firestore, storage, hub, logging, ...more]);
  emptyFolder(scratch);
  writeFirebaseConfig(config, ports, { google: googleBase(ports), dist, dev: hosting });
  const only = ["auth", ...(hosting ? ["hosting"] : []), ...(found.cliRunsAll ? ["firestore", "storage"] : [])];
  const ready = { url: `http://127.0.0.1:${hosting ? ports.hosting : auth}/`, status: 200 };
  await stack.start([
    ...(found.cliRunsAll ? [] : emulatorPieces({ ...found, ports, places })),
    cliPlan({ only, java: found.java, config, env: process.env, logs, scratch, ready }),
    ...(ownGoogle ? [googlePlan({ ports, logs })] : []),
  ]);
}
