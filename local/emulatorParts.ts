import { join } from "node:path";
import { project } from "./firebaseConfig.mjs";
import { root } from "./places.mjs";

/** @typedef {import("./ports.mjs").Ports} Ports */
/** @typedef {import("./stack.mjs").PartPlan} PartPlan */

/**
 * The official Firestore emulator, run from its jar.
 * @param {{ java: string, jar: string, ports: Ports, logs: string, earlier?: string | undefined }} options `earlier`: an export to begin with
 * @returns {PartPlan}
 */
export function firestorePlan({ java, jar, ports, logs, earlier }) {
  const main = ["-Duser.language=en", "-cp", jar, "com.google.cloud.datastore.emulator.firestore.CloudFirestore"];
  const options = ["--host", "127.0.0.1", "--port", String(ports.firestore), "--rules", join(root, "firestore.rules")];
  const seed = earlier ? ["--seed_from_export", earlier] : [];
  return {
    name: "The Firestore emulator",
    command: java,
    args: [...main, ...options, ...seed],
    log: join(logs, "firestore.log"),
    ready: { url: `http://127.0.0.1:${ports.firestore}/`, status: 200 },
    stop: "SIGTERM",
  };
}

/**
 * firebase-tools' Storage emulator in a process of its own.
 * @param {{ ports: Ports, logs: string, scratch: string, earlier?: string | undefined }} options `scratch`: where it keeps its files meanwhile
 * @returns {PartPlan}
 */
export function storagePlan({ ports, logs, scratch, earlier }) {
  const env = {
    ...process.env,
    PORT: String(ports.storage),
    PROJECT: project,
    RULES: join(root, "storage.rules"),
    TMPDIR: scratch,
    ...(earlier ? { IMPORT: earlier } : {}),
  };
  const args = [join(root, "local", "storageEmulator.mjs")];
  return {
    name: "The Storage emulator",
    command: process.execPath,
    args,
    env,
    log: join(logs, "storage.log"),
    ready: { url: `http://127.0.0.1:${ports.storage}/b`, status: 200 },
    stop: "SIGTERM",
  };
}

/**
 * The Firebase CLI with the emulators that need no Java.
 * @param {{
 *   only: string[], config: string, env: NodeJS.ProcessEnv, logs: string, scratch: string, ready: PartPlan["ready"],
 *   earlier?: string | undefined, later?: string | undefined,
 * }} options `earlier` and `later`: the folder to import from, and the one to export to when it stops
 * @returns {PartPlan}
 */
export function cliPlan({ only, config, env, logs, scratch, ready, earlier, later }) {
  const cli = join(root, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");
  const args = [cli, "emulators:start", "--project", project, "--config", config, "--only", only.join(",")];
  if (earlier) args.push("--import", earlier);
  if (later) args.push("--export-on-exit", later);
  // In its temporary folder the CLI looks for a running hub of the same project: stacks side by side must not find each other's.
  const own = { ...env, CI: "1", NO_UPDATE_NOTIFIER: "1", TMPDIR: scratch };
  return {
    name: "The Firebase CLI",
    command: process.execPath,
    args,
    env: own,
    log: join(logs, "firebase.log"),
    ready,
    stop: "SIGINT",
  };
}

/**
 * The local Google.
 * @param {{ ports: Ports, logs: string, state?: string | undefined }} options `state`: its folder; absent = memory only
 * @returns {PartPlan}
 */
export function googlePlan({ ports, logs, state }) {
  const env = { ...process.env, PORT: String(ports.google), ...(state ? { GOOGLE_LOCAL_STATE: state } : {}) };
  const args = ["--import", "tsx", join(root, "local", "google", "main.ts")];
  return {
    name: "The local Google",
    command: process.execPath,
    args,
    env,
    log: join(logs, "google.log"),
    ready: { url: `http://127.0.0.1:${ports.google}/mail.json`, status: 200 },
    stop: "SIGTERM",
  };
}
