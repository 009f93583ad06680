import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageEnvironment, vite } from "./builds.ts";
import { project } from "./environment.ts";
import type { FoundEmulators } from "./machine/emulators.ts";
import { emptyFolder, firebaseCli, type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { PartFailed, tsx } from "./processes.ts";
import type { PartPlan } from "./stack.ts";

/**
 * The parts whose data we keep. The local Google writes its own folder, and the sweep finds the
 * work of lost tasks again.
 */
const STORED = ["cli", "firestore", "storage"] as const;
type Stored = (typeof STORED)[number];

/**
 * The emulators' data between two starts. Each part exports into a folder of `emulators.next` when
 * it stops. If all have, it replaces `emulators`.
 */
export class StoredState {
  readonly #last: string;
  readonly #next: string;

  constructor(folder: string) {
    this.#last = join(folder, "emulators");
    this.#next = join(folder, "emulators.next");
    emptyFolder(this.#next);
  }

  /** The folder to import from, if there is one. */
  earlier = (part: Stored) => (isWhole(this.#last) ? join(this.#last, part) : undefined);

  /** The folder to export to. */
  later = (part: Stored) => join(this.#next, part);

  /** Keeps this run's data. Throws if it isn't complete. */
  async keep(): Promise<void> {
    if (!isWhole(this.#next)) {
      throw new PartFailed(
        "The emulators' data could not be kept: the next start begins with the data before.",
      );
    }
    await rm(this.#last, { recursive: true, force: true });
    await rename(this.#next, this.#last);
  }
}

const isWhole = (folder: string) => STORED.every((part) => existsSync(join(folder, part)));

/** Where a stack runs. Without `kept`, its emulators begin empty and keep nothing. */
export interface StackContext {
  ports: Ports;
  places: Places;
  kept?: StoredState;
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`;

/**
 * For a process that lives for minutes: less work on better code, and no threads that collect
 * garbage.
 */
const SHORT_LIVED = [
  "-XX:+IgnoreUnrecognizedVMOptions",
  "-XX:TieredStopAtLevel=1",
  "-XX:+UseSerialGC",
];

/**
 * The official Firestore emulator. The Firebase CLI would start the same jar, but only on Java 21.
 */
export function firestorePlan(
  { java, jar }: FoundEmulators,
  { ports, places: { logs }, kept }: StackContext,
): PartPlan {
  const address = addressOf(ports.firestore);
  const earlier = kept?.earlier("firestore");
  return {
    name: "The Firestore emulator",
    command: java,
    args: [
      ...[...SHORT_LIVED, "-Duser.language=en", "-cp", jar],
      "com.google.cloud.datastore.emulator.firestore.CloudFirestore",
      ...[
        "--host",
        "127.0.0.1",
        "--port",
        String(ports.firestore),
        "--rules",
        join(root, "firestore.rules"),
      ],
      ...(earlier
        ? ["--seed_from_export", join(earlier, "firestore.overall_export_metadata")]
        : []),
    ],
    log: join(logs, "firestore.log"),
    ready: { url: `${address}/`, status: 200 },
    ...(kept && {
      beforeStop: () =>
        post(`${address}/emulator/v1/projects/${project}:export`, {
          database: `projects/${project}/databases/(default)`,
          export_name: "firestore",
          export_directory: dirname(kept.later("firestore")),
        }),
    }),
  };
}

/** The Firebase CLI's Storage emulator in a process of its own (`ownEmulator.ts`). */
export function storagePlan(
  { java, readsRules }: FoundEmulators,
  { ports, places, kept }: StackContext,
): PartPlan {
  const address = addressOf(ports.storage);
  const path = kept?.later("storage");
  return {
    name: "The Storage emulator",
    args: [...tsx, join(import.meta.dirname, "ownEmulator.ts"), "storage"],
    env: {
      ...process.env,
      PORT: String(ports.storage),
      PROJECT: project,
      RULES: join(root, "storage.rules"),
      RULES_RUNTIME: readsRules ? "java" : undefined,
      IMPORT: kept?.earlier("storage"),
      PATH: pathWith(java),
      TMPDIR: places.scratch,
    },
    log: join(places.logs, "storage.log"),
    ready: { url: `${address}/b`, status: 200 },
    ...(path && {
      beforeStop: async () => {
        await mkdir(path, { recursive: true });
        await post(`${address}/internal/export`, { path, initiatedBy: "exit" });
      },
    }),
  };
}

/** Sends a request to an emulator, or to one of our functions. */
export async function post(url: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!answer.ok) throw new PartFailed(`${url} answered ${answer.status}: ${await answer.text()}`);
}

/** A search path on which `java`, as the Firebase CLI calls it, is this one. */
function pathWith(java: string): string | undefined {
  const { PATH } = process.env;
  return java.includes("/") ? `${dirname(java)}${delimiter}${PATH ?? ""}` : PATH;
}

/** The Firebase CLI with some of its emulators. */
export function cliPlan(
  {
    only,
    java,
    env,
    ready,
  }: { only: string[]; java: string; env: NodeJS.ProcessEnv; ready: PartPlan["ready"] },
  { places: { firebaseConfig, logs, scratch }, kept }: StackContext,
): PartPlan {
  const earlier = kept?.earlier("cli");
  return {
    name: "The Firebase CLI",
    args: [
      ...["--import", pathToFileURL(join(import.meta.dirname, "lazySchemas.mjs")).href],
      ...[
        firebaseCli,
        "emulators:start",
        "--project",
        project,
        "--config",
        firebaseConfig,
        "--only",
        only.join(","),
      ],
      ...(earlier ? ["--import", earlier] : []),
      ...(kept ? ["--export-on-exit", kept.later("cli")] : []),
    ],
    env: {
      // By default, the CLI gives up on functions that take 10 s to start.
      FUNCTIONS_DISCOVERY_TIMEOUT: "120",
      ...env,
      PATH: pathWith(java),
      CI: "1",
      NO_UPDATE_NOTIFIER: "1",
      // The CLI looks here for a hub of the same project, and must not find that of another stack.
      TMPDIR: scratch,
    },
    log: join(logs, "firebase.log"),
    ready,
    stop: "SIGINT",
    hopeless: /Failed to load function definition/,
    noise: /(Rewriting|"GET) \/api\/config/, // from our own questions whether it is ready
  };
}

/** The local Google. Without `state`, a folder, it forgets everything at the end. */
export function googlePlan({ ports, places: { logs } }: StackContext, state?: string): PartPlan {
  const own = { PORT: String(ports.google), SENDWRIGHT_URL: addressOf(ports.app) };
  return {
    name: "The local Google",
    args: [...tsx, join(root, "local", "google", "main.ts")],
    env: { ...process.env, ...own, ...(state ? { GOOGLE_LOCAL_STATE: state } : {}) },
    log: join(logs, "google.log"),
    ready: { url: `${addressOf(ports.google)}/mail.json`, status: 200 },
  };
}

/**
 * Vite at the app's address: the page with hot reload. It passes `/api` and `/__` on to Hosting.
 */
export function vitePlan({ ports, places: { logs, extension } }: StackContext): PartPlan {
  return {
    name: "The page's server",
    args: [
      vite,
      join(root, "web"),
      "--port",
      String(ports.app),
      "--strictPort",
      "--logLevel",
      "warn",
    ],
    env: { ...pageEnvironment(ports, extension), SENDWRIGHT_HOSTING: addressOf(ports.hosting) },
    log: join(logs, "vite.log"),
    ready: { url: `${addressOf(ports.app)}/`, status: 200 },
  };
}

/** esbuild in watch mode. The Functions emulator loads each new bundle by itself. */
export function bundlePlan({ places: { logs } }: StackContext): PartPlan {
  return {
    name: "The functions' bundler",
    args: [join(root, "functions", "build.mjs"), "--watch"],
    log: join(logs, "build-functions.log"),
  };
}
