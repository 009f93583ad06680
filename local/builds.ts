import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extensionId, googleBase, googleClient, localTokenKey } from "./environment.ts";
import { project } from "./firebaseConfig.ts";
import { root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { runStep } from "./processes.ts";

/** The addresses that the local page is built with. */
export function pageEnvironment(ports: Ports): NodeJS.ProcessEnv {
  return {
    ...process.env,
    VITE_GOOGLE_CLIENT_ID: googleClient.id,
    VITE_GIS_SRC: `${googleBase(ports)}/gsi/client`,
    VITE_AUTH_EMULATOR: `http://127.0.0.1:${ports.auth}`,
    VITE_EXTENSION_ID: extensionId(),
  };
}

/** The script that runs Vite. */
export const vite = join(root, "node_modules", "vite", "bin", "vite.js");

/** Builds the page for this stack. */
export async function buildPage({ ports, dist, logs }: { ports: Ports; dist: string; logs: string }): Promise<void> {
  const args = [vite, "build", join(root, "web"), "--outDir", dist, "--emptyOutDir", "--logLevel", "warn"];
  await build("The page's build", args, join(logs, "build-web.log"), pageEnvironment(ports));
}

/** Bundles the functions, and writes the parameters and secrets that the Functions emulator would otherwise ask for. */
export async function buildFunctions(logs: string): Promise<void> {
  const folder = join(root, "functions");
  writeFileSync(
    join(folder, `.env.${project}`),
    `GOOGLE_CLIENT_ID=${googleClient.id}\nEXTENSION_ID=${extensionId()}\n`,
  );
  const secrets = `GOOGLE_CLIENT_SECRET=${googleClient.secret}\nTOKEN_ENCRYPTION_KEY=${localTokenKey()}\n`;
  // The emulator reads secrets from the folder that would be deployed, parameters from the one above it (firebase.json: configDir).
  mkdirSync(join(folder, "dist"), { recursive: true });
  writeFileSync(join(folder, "dist", ".secret.local"), secrets, { mode: 0o600 });
  await build("The functions' build", [join(folder, "build.mjs")], join(logs, "build-functions.log"));
}

/** Builds the extension for this stack: its addresses are in it. */
export async function buildExtension({ ports, extension, logs }: { ports: Ports; extension: string; logs: string }) {
  const env = {
    ...process.env,
    SENDWRIGHT_ORIGIN: `http://127.0.0.1:${ports.app}`,
    SENDWRIGHT_TOKEN_SERVICE: `http://127.0.0.1:${ports.auth}/securetoken.googleapis.com`,
    SENDWRIGHT_EXTENSION_DIST: extension,
  };
  const args = [join(root, "extension", "build.mjs")];
  await build("The extension's build", args, join(logs, "build-extension.log"), env);
}

async function build(name: string, args: string[], log: string, env = process.env): Promise<void> {
  await runStep({ name, command: process.execPath, args, env, log });
}
