import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extensionId, googleBase, googleClient, localTokenKey } from "./environment.ts";
import { project } from "./firebaseConfig.ts";
import { type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { runStep } from "./processes.ts";
import { makeUnlessUnchanged } from "./unchanged.ts";

/** What builds need to know of their stack. Each is done only where something has changed since it was done last. */
type Stack = Places & { ports: Ports };

/** What the local page is built with: the addresses of its stack, and the extension that it offers for download. */
export function pageEnvironment(ports: Ports, extension: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SENDWRIGHT_EXTENSION_DIST: extension,
    VITE_GOOGLE_CLIENT_ID: googleClient.id,
    VITE_GIS_SRC: `${googleBase(ports)}/gsi/client`,
    VITE_AUTH_EMULATOR: `http://127.0.0.1:${ports.auth}`,
    VITE_EXTENSION_ID: extensionId(),
  };
}

/** The script that runs Vite. */
export const vite = join(root, "node_modules", "vite", "bin", "vite.js");

/** Builds the page for this stack, after the extension, which it serves as a zip. */
export async function buildPage(stack: Stack): Promise<void> {
  await buildExtension(stack);
  const { ports, dist, extension } = stack;
  const args = [vite, "build", join(root, "web"), "--outDir", dist, "--emptyOutDir", "--logLevel", "warn"];
  await build("web", args, [dist], pageEnvironment(ports, extension), stack);
}

/** Bundles the functions, and writes the parameters and secrets that the Functions emulator would otherwise ask for. */
export async function buildFunctions(places: Places): Promise<void> {
  const folder = join(root, "functions");
  const dist = join(folder, "dist");
  const parameters = `GOOGLE_CLIENT_ID=${googleClient.id}\nEXTENSION_ID=${extensionId()}\n`;
  writeFileSync(join(folder, `.env.${project}`), parameters);
  const secrets = `GOOGLE_CLIENT_SECRET=${googleClient.secret}\nTOKEN_ENCRYPTION_KEY=${localTokenKey()}\n`;
  // The emulator reads secrets from the folder that would be deployed, parameters from the one above it (firebase.json: configDir).
  mkdirSync(dist, { recursive: true });
  const secretFile = join(dist, ".secret.local");
  // Another stack may be reading it.
  const isSame = existsSync(secretFile) && readFileSync(secretFile, "utf8") === secrets;
  if (!isSame) writeFileSync(secretFile, secrets, { mode: 0o600 });
  await build("functions", [join(folder, "build.mjs")], [dist], process.env, places);
}

/** Builds the extension for this stack: its addresses are in it. */
export async function buildExtension({ ports, extension, ...places }: Stack): Promise<void> {
  const env = {
    ...process.env,
    SENDWRIGHT_ORIGIN: `http://127.0.0.1:${ports.app}`,
    SENDWRIGHT_TOKEN_SERVICE: `http://127.0.0.1:${ports.auth}/securetoken.googleapis.com`,
    SENDWRIGHT_EXTENSION_DIST: extension,
  };
  const writes = [extension, `${extension}.unpacked.zip`, `${extension}.zip`];
  await build("extension", [join(root, "extension", "build.mjs")], writes, env, places);
}

/** One list for all builds: the contract and the core are in each of them, and the page's parts in the extension too. */
export const sources: readonly string[] = [
  ...["functions", "web", "extension", "package.json", "tsconfig.base.json"],
  ...["package-lock.json", join("node_modules", ".package-lock.json")],
].map((path) => join(root, path));

/** The variables that a bundler or one of our build scripts reads. */
const SETTING = /^(VITE_|SENDWRIGHT_|NODE_)/;

/** What decides about a build beside its sources. */
export function settingsOf(args: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(env).filter((name) => SETTING.test(name));
  return [process.version, ...args, ...names.sort().map((name) => `${name}=${env[name]}`)];
}

async function build(
  part: string,
  args: string[],
  writes: string[],
  env: NodeJS.ProcessEnv,
  { logs, marks }: Pick<Places, "logs" | "marks">,
): Promise<void> {
  const making = { settings: settingsOf(args, env), reads: sources, writes, mark: join(marks, part) };
  const step = {
    name: `The build of ${part}`,
    command: process.execPath,
    args,
    env,
    log: join(logs, `build-${part}.log`),
  };
  await makeUnlessUnchanged(making, () => runStep(step));
}
