import { mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageEnvironment, vite } from "./builds.ts";
import { project } from "./environment.ts";
import type { FoundEmulators } from "./machine/emulators.ts";
import { firebaseCli, type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { post } from "./post.ts";
import { tsx } from "./processes.ts";
import type { PartPlan } from "./stack.ts";
import type { StoredState } from "./storedState.ts";

/** Where a stack runs. Without `kept`, its emulators begin empty and keep nothing. */
export interface StackContext {
  ports: Ports;
  places: Places;
  kept?: StoredState;
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`;

/** For a Java process that runs for minutes: starts fast, and uses one thread to free memory. */
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
      ...SHORT_LIVED,
      "-Duser.language=en",
      "-cp",
      jar,
      "com.google.cloud.datastore.emulator.firestore.CloudFirestore",
      "--host",
      "127.0.0.1",
      "--port",
      String(ports.firestore),
      "--rules",
      join(root, "firestore.rules"),
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
      "--import",
      pathToFileURL(join(import.meta.dirname, "lazySchemas.mjs")).href,
      firebaseCli,
      "emulators:start",
      "--project",
      project,
      "--config",
      firebaseConfig,
      "--only",
      only.join(","),
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

/** esbuild in watch mode. The Functions emulator loads each new bundle. */
export function bundlePlan({ places: { logs } }: StackContext): PartPlan {
  return {
    name: "The functions' bundler",
    args: [join(root, "functions", "build.mjs"), "--watch"],
    log: join(logs, "build-functions.log"),
  };
}
