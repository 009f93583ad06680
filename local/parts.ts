import { delimiter, dirname, join } from "node:path";
import { pageEnvironment, vite } from "./builds.ts";
import { project } from "./firebaseConfig.ts";
import { type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { tsx } from "./processes.ts";
import type { PartPlan } from "./stack.ts";

/** What the Firebase CLI is to run. */
export interface CliOptions {
  only: string[];
  /** The Java that its emulators run on. */
  java: string;
  config: string;
  env: NodeJS.ProcessEnv;
  logs: string;
  scratch: string;
  ready: PartPlan["ready"];
  /** The folder to import from. */
  earlier?: string | undefined;
  /** The folder to export to when it stops. */
  later?: string | undefined;
}

/** The Firebase CLI with its emulators. */
export function cliPlan({ only, java, config, env, logs, scratch, ready, earlier, later }: CliOptions): PartPlan {
  const cli = join(root, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");
  const args = [cli, "emulators:start", "--project", project, "--config", config, "--only", only.join(",")];
  if (earlier) args.push("--import", earlier);
  if (later) args.push("--export-on-exit", later);
  // The CLI calls `java` by name. And in its temporary folder it looks for a running hub of the same project: stacks side by side must
  // not find each other's.
  const path = java.includes("/") ? `${dirname(java)}${delimiter}${env.PATH ?? ""}` : env.PATH;
  // The CLI gives a process of functions 10 s to tell what it holds: less than a busy machine takes to start one.
  const patient = { FUNCTIONS_DISCOVERY_TIMEOUT: "120" };
  const own = { ...patient, ...env, PATH: path, CI: "1", NO_UPDATE_NOTIFIER: "1", TMPDIR: scratch };
  return {
    name: "The Firebase CLI",
    command: process.execPath,
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
  const env = { ...process.env, PORT: String(ports.google), ...(state ? { GOOGLE_LOCAL_STATE: state } : {}) };
  return {
    name: "The local Google",
    command: process.execPath,
    args: [...tsx, join(root, "local", "google", "main.ts")],
    env,
    log: join(logs, "google.log"),
    ready: { url: `http://127.0.0.1:${ports.google}/mail.json`, status: 200 },
    stop: "SIGTERM",
  };
}

/** Vite's server at the app's address: the page with hot reload, `/api` and `/__` handed on to Hosting. */
export function vitePlan({ ports, logs, extension }: Pick<Places, "logs" | "extension"> & { ports: Ports }): PartPlan {
  const options = ["--port", String(ports.app), "--strictPort", "--logLevel", "warn"];
  return {
    name: "The page's server",
    command: process.execPath,
    args: [vite, join(root, "web"), ...options],
    env: { ...pageEnvironment(ports, extension), SENDWRIGHT_HOSTING: `http://127.0.0.1:${ports.hosting}` },
    log: join(logs, "vite.log"),
    ready: { url: `http://127.0.0.1:${ports.app}/`, status: 200 },
    stop: "SIGTERM",
  };
}

/** esbuild in watch mode; the Functions emulator loads each new bundle by itself. */
export function bundlePlan(logs: string): PartPlan {
  return {
    name: "The functions' bundler",
    command: process.execPath,
    args: [join(root, "functions", "build.mjs"), "--watch"],
    log: join(logs, "build-functions.log"),
    stop: "SIGTERM",
  };
}
