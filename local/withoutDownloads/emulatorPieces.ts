import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { project } from "../firebaseConfig.ts";
import { type Places, root } from "../places.ts";
import type { Ports } from "../ports.ts";
import { tsx } from "../processes.ts";
import type { PartPlan } from "../stack.ts";
import type { StoredState } from "../storedState.ts";

/** The folders of `StoredState` that the pieces export to. */
export const pieceFolders = ["firestore", "storage"];

/** What the pieces need. Without `kept` they begin empty and keep nothing. */
export interface PieceOptions {
  java: string;
  jar: string;
  ports: Ports;
  places: Places;
  kept?: StoredState;
}

/** Firestore and Storage where the Firebase CLI cannot run them; each saves its data before it stops. */
export function emulatorPieces(options: PieceOptions): PartPlan[] {
  return [firestorePlan(options), storagePlan(options)];
}

/** It lives for minutes: what Java spends on better code and on collecting side by side, it never gets back. */
const SHORT_LIVED = ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** The official Firestore emulator, run from its jar. */
function firestorePlan({ java, jar, ports, places: { logs }, kept }: PieceOptions): PartPlan {
  const machine = [...SHORT_LIVED, "-Duser.language=en", "-cp", jar];
  const main = [...machine, "com.google.cloud.datastore.emulator.firestore.CloudFirestore"];
  const address = `http://127.0.0.1:${ports.firestore}`;
  const options = ["--host", "127.0.0.1", "--port", String(ports.firestore), "--rules", join(root, "firestore.rules")];
  const earlier = kept?.earlier("firestore");
  const seed = earlier ? ["--seed_from_export", join(earlier, "firestore.overall_export_metadata")] : [];
  const beforeStop = async (state: StoredState) =>
    post(`${address}/emulator/v1/projects/${project}:export`, {
      database: `projects/${project}/databases/(default)`,
      export_directory: dirname(state.later("firestore")),
      export_name: "firestore",
    });
  return {
    name: "The Firestore emulator",
    command: java,
    args: [...main, ...options, ...seed],
    log: join(logs, "firestore.log"),
    ready: { url: `${address}/`, status: 200 },
    stop: "SIGTERM",
    ...(kept && { beforeStop: () => beforeStop(kept) }),
  };
}

/** firebase-tools' Storage emulator in a process of its own. */
function storagePlan({ ports, places: { logs, scratch }, kept }: PieceOptions): PartPlan {
  const address = `http://127.0.0.1:${ports.storage}`;
  const earlier = kept?.earlier("storage");
  const env = {
    ...process.env,
    PORT: String(ports.storage),
    PROJECT: project,
    RULES: join(root, "storage.rules"),
    TMPDIR: scratch,
    ...(earlier ? { IMPORT: earlier } : {}),
  };
  const beforeStop = async (state: StoredState) => {
    const path = state.later("storage");
    await mkdir(path, { recursive: true });
    await post(`${address}/internal/export`, { path, initiatedBy: "exit" });
  };
  return {
    name: "The Storage emulator",
    command: process.execPath,
    args: [...tsx, join(import.meta.dirname, "storageEmulator.ts")],
    env,
    log: join(logs, "storage.log"),
    ready: { url: `${address}/b`, status: 200 },
    stop: "SIGTERM",
    ...(kept && { beforeStop: () => beforeStop(kept) }),
  };
}

/** Asks an emulator to export, while it still runs. */
async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
