import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pageEnvironment, vite } from "./builds.ts";
import { project } from "./environment.ts";
import type { FoundEmulators } from "./machine/emulators.ts";
import { emptyFolder, firebaseCli, type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { PartFailed, tsx } from "./processes.ts";
import type { PartPlan } from "./stack.ts";

/**
 * The emulators' data between two starts: each part exports into a folder of `next` while it stops, and `next` takes the place of `last`
 * only when all of them have. (The local Google writes its own folder as it goes; the task queue is not kept, the sweep finds its work again.)
 */
export class StoredState {
  readonly #last: string;
  readonly #next: string;
  readonly #parts: string[];

  /** `parts`: the folders that make it whole. It is ready for the exports of this run. */
  constructor(folder: string, parts: string[]) {
    this.#last = join(folder, "emulators");
    this.#next = join(folder, "emulators.next");
    this.#parts = parts;
    emptyFolder(this.#next);
  }

  /** The folder that a part begins with; none on a fresh start. */
  earlier = (part: string) => (this.#isWhole(this.#last) ? join(this.#last, part) : undefined);

  later = (part: string) => join(this.#next, part);

  #isWhole(folder: string): boolean {
    return this.#parts.every((part) => existsSync(join(folder, part)));
  }

  /** Keeps the export if it is complete. */
  async keep(): Promise<void> {
    if (!this.#isWhole(this.#next)) {
      throw new PartFailed("The emulators' data could not be kept: the next start begins with what was kept before.");
    }
    await rm(this.#last, { recursive: true, force: true });
    await rename(this.#next, this.#last);
  }
}

/** What the pieces need. Without `kept` they begin empty and keep nothing. */
export interface PieceOptions {
  found: FoundEmulators;
  ports: Ports;
  places: Places;
  kept?: StoredState;
}

/** The pieces beside the Firebase CLI: Storage, and Firestore where the CLI can't run it. */
export function pieceFolders(found: FoundEmulators): string[] {
  return found.cliRunsAll ? ["storage"] : ["firestore", "storage"];
}

/** Each piece saves its data before it stops. */
export function emulatorPieces({ found, ...options }: PieceOptions): PartPlan[] {
  const storage = storagePlan({ found, ...options });
  return found.cliRunsAll ? [storage] : [firestorePlan({ ...found, ...options }), storage];
}

/** It lives for minutes: what Java spends on better code and on collecting side by side, it never gets back. */
const SHORT_LIVED = ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

type FirestoreOptions = Omit<PieceOptions, "found"> & { java: string; jar: string };

function firestorePlan({ java, jar, ports, places: { logs }, kept }: FirestoreOptions): PartPlan {
  const machine = [...SHORT_LIVED, "-Duser.language=en", "-cp", jar];
  const main = [...machine, "com.google.cloud.datastore.emulator.firestore.CloudFirestore"];
  const address = `http://127.0.0.1:${ports.firestore}`;
  const options = ["--host", "127.0.0.1", "--port", String(ports.firestore), "--rules", join(root, "firestore.rules")];
  const earlier = kept?.earlier("firestore");
  const seed = earlier ? ["--seed_from_export", join(earlier, "firestore.overall_export_metadata")] : [];
  const exported = { database: `projects/${project}/databases/(default)`, export_name: "firestore" };
  const beforeStop = async (state: StoredState) =>
    post(`${address}/emulator/v1/projects/${project}:export`, {
      ...exported,
      export_directory: dirname(state.later("firestore")),
    });
  return {
    name: "The Firestore emulator",
    command: java,
    args: [...main, ...options, ...seed],
    log: join(logs, "firestore.log"),
    ready: { url: `${address}/`, status: 200 },
    ...(kept && { beforeStop: () => beforeStop(kept) }),
  };
}

/** firebase-tools' Storage emulator in a process of its own. */
function storagePlan({ found, ports, places: { logs, scratch }, kept }: PieceOptions): PartPlan {
  const address = `http://127.0.0.1:${ports.storage}`;
  const earlier = kept?.earlier("storage");
  const given = { PORT: String(ports.storage), PROJECT: project, RULES: join(root, "storage.rules"), IMPORT: earlier };
  const rules = found.cliRunsAll ? { RULES_RUNTIME: "java", PATH: pathWith(found.java, process.env) } : {};
  const env = { ...process.env, ...given, ...rules, TMPDIR: scratch };
  const beforeStop = async (state: StoredState) => {
    const path = state.later("storage");
    await mkdir(path, { recursive: true });
    await post(`${address}/internal/export`, { path, initiatedBy: "exit" });
  };
  return {
    name: "The Storage emulator",
    args: [...tsx, join(import.meta.dirname, "ownEmulator.ts"), "storage"],
    env,
    log: join(logs, "storage.log"),
    ready: { url: `${address}/b`, status: 200 },
    ...(kept && { beforeStop: () => beforeStop(kept) }),
  };
}

/** Asks an emulator, or one of our functions, for something. */
export async function post(url: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!answer.ok) throw new PartFailed(`${url} answered ${answer.status}: ${await answer.text()}`);
}

/** A search path on which `java`, which firebase-tools calls by name, is this one. */
function pathWith(java: string, { PATH }: NodeJS.ProcessEnv): string | undefined {
  return java.includes("/") ? `${dirname(java)}${delimiter}${PATH ?? ""}` : PATH;
}

export interface CliOptions {
  only: string[];
  java: string;
  config: string;
  env: NodeJS.ProcessEnv;
  logs: string;
  scratch: string;
  ready: PartPlan["ready"];
  /** The folders to import from, and to export to when it stops. */
  earlier?: string | undefined;
  later?: string | undefined;
}

/** The Firebase CLI with its emulators. */
export function cliPlan({ only, java, config, env, logs, scratch, ready, earlier, later }: CliOptions): PartPlan {
  const args = [firebaseCli, "emulators:start", "--project", project, "--config", config, "--only", only.join(",")];
  if (earlier) args.push("--import", earlier);
  if (later) args.push("--export-on-exit", later);
  // In its temporary folder, the CLI looks for a running hub of the same project: stacks side by side must
  // not find each other's.
  // The CLI gives a process of functions 10 s to tell what it holds: less than a busy machine takes to start one.
  const patient = { FUNCTIONS_DISCOVERY_TIMEOUT: "120" };
  const own = { ...patient, ...env, PATH: pathWith(java, env), CI: "1", NO_UPDATE_NOTIFIER: "1", TMPDIR: scratch };
  return {
    name: "The Firebase CLI",
    args,
    env: own,
    log: join(logs, "firebase.log"),
    ready,
    stop: "SIGINT",
    hopeless: /Failed to load function definition/,
    noise: /(Rewriting|"GET) \/api\/config/, // our own asking whether it is ready
  };
}

/** The local Google. `state`: its folder; without one it forgets everything at the end. */
export function googlePlan({ ports, logs, state }: { ports: Ports; logs: string; state?: string }): PartPlan {
  const own = { PORT: String(ports.google), SENDWRIGHT_URL: `http://127.0.0.1:${ports.app}` };
  const env = { ...process.env, ...own, ...(state ? { GOOGLE_LOCAL_STATE: state } : {}) };
  return {
    name: "The local Google",
    args: [...tsx, join(root, "local", "google", "main.ts")],
    env,
    log: join(logs, "google.log"),
    ready: { url: `http://127.0.0.1:${ports.google}/mail.json`, status: 200 },
  };
}

/** Vite's server at the app's address: the page with hot reload, `/api` and `/__` handed on to Hosting. */
export function vitePlan({ ports, logs, extension }: Pick<Places, "logs" | "extension"> & { ports: Ports }): PartPlan {
  const options = ["--port", String(ports.app), "--strictPort", "--logLevel", "warn"];
  return {
    name: "The page's server",
    args: [vite, join(root, "web"), ...options],
    env: { ...pageEnvironment(ports, extension), SENDWRIGHT_HOSTING: `http://127.0.0.1:${ports.hosting}` },
    log: join(logs, "vite.log"),
    ready: { url: `http://127.0.0.1:${ports.app}/`, status: 200 },
  };
}

/** esbuild in watch mode; the Functions emulator loads each new bundle by itself. */
export function bundlePlan(logs: string): PartPlan {
  return {
    name: "The functions' bundler",
    args: [join(root, "functions", "build.mjs"), "--watch"],
    log: join(logs, "build-functions.log"),
  };
}
