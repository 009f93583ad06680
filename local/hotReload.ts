import { join } from "node:path";
import { pageEnvironment, vite } from "./builds.ts";
import { type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import type { PartPlan } from "./stack.ts";

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
