import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { extensionId, googleBase, googleClient, localTokenKey } from "./environment.mjs";
import { project } from "./firebaseConfig.mjs";
import { root } from "./places.mjs";
import { runStep } from "./processes.mjs";

/** @typedef {import("./ports.mjs").Ports} Ports */

/** The addresses that the local page is built with. @param {Ports} ports */
export function pageEnvironment(ports) {
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

/**
 * Builds the page for this stack.
 * @param {{ ports: Ports, dist: string, logs: string }} options
 */
export async function buildPage({ ports, dist, logs }) {
  const args = [vite, "build", join(root, "web"), "--outDir", dist, "--emptyOutDir", "--logLevel", "warn"];
  const env = pageEnvironment(ports);
  await runStep({ name: "The page's build", command: process.execPath, args, env, log: join(logs, "build-web.log") });
}

/**
 * Bundles the functions, and writes the parameters and secrets that the Functions emulator would otherwise ask for.
 * @param {{ logs: string }} options
 */
export async function buildFunctions({ logs }) {
  const folder = join(root, "functions");
  writeFileSync(
    join(folder, `.env.${project}`),
    `GOOGLE_CLIENT_ID=${googleClient.id}\nEXTENSION_ID=${extensionId()}\n`,
  );
  const secrets = `GOOGLE_CLIENT_SECRET=${googleClient.secret}\nTOKEN_ENCRYPTION_KEY=${localTokenKey()}\n`;
  writeFileSync(join(folder, ".secret.local"), secrets, { mode: 0o600 });
  const args = [join(folder, "build.mjs")];
  await runStep({
    name: "The functions' build",
    command: process.execPath,
    args,
    log: join(logs, "build-functions.log"),
  });
}

/**
 * Builds the extension for this stack: its addresses are in it.
 * @param {{ ports: Ports, extension: string, logs: string }} options
 */
export async function buildExtension({ ports, extension, logs }) {
  const args = [join(root, "extension", "build.mjs")];
  const env = {
    ...process.env,
    SENDWRIGHT_ORIGIN: `http://127.0.0.1:${ports.app}`,
    SENDWRIGHT_TOKEN_SERVICE: `http://127.0.0.1:${ports.auth}/securetoken.googleapis.com`,
    SENDWRIGHT_EXTENSION_DIST: extension,
  };
  await runStep({
    name: "The extension's build",
    command: process.execPath,
    args,
    env,
    log: join(logs, "build-extension.log"),
  });
}
