import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extensionId, googleBase, googleClient, localTokenKey } from "./environment.ts";
import { project } from "./firebaseConfig.ts";
import { type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { runStep } from "./processes.ts";
import { makeUnlessUnchanged } from "./unchanged.ts";

/** What a build needs to know of its stack. Each is done only where something has changed since it was done last. */
type Built = Pick<Places, "logs" | "marks">;

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
export async function buildPage(places: Built & Pick<Places, "dist" | "extension"> & { ports: Ports }) {
  await buildExtension(places);
  const { ports, dist, extension, ...built } = places;
  const args = [vite, "build", join(root, "web"), "--outDir", dist, "--emptyOutDir", "--logLevel", "warn"];
  await build("web", {
    name: "The page's build",
    args,
    writes: [dist],
    env: pageEnvironment(ports, extension),
    ...built,
  });
}

/** Bundles the functions, and writes the parameters and secrets that the Functions emulator would otherwise ask for. */
export async function buildFunctions(built: Built): Promise<void> {
  const folder = join(root, "functions");
  const dist = join(folder, "dist");
  writeFileSync(
    join(folder, `.env.${project}`),
    `GOOGLE_CLIENT_ID=${googleClient.id}\nEXTENSION_ID=${extensionId()}\n`,
  );
  const secrets = `GOOGLE_CLIENT_SECRET=${googleClient.secret}\nTOKEN_ENCRYPTION_KEY=${localTokenKey()}\n`;
  // The emulator reads secrets from the folder that would be deployed, parameters from the one above it (firebase.json: configDir).
  mkdirSync(dist, { recursive: true });
  const secretFile = join(dist, ".secret.local");
  // Another stack may be reading it.
  const isSame = existsSync(secretFile) && readFileSync(secretFile, "utf8") === secrets;
  if (!isSame) writeFileSync(secretFile, secrets, { mode: 0o600 });
  const args = [join(folder, "build.mjs")];
  await build("functions", { name: "The functions' build", args, writes: [dist], env: process.env, ...built });
}

/** Builds the extension for this stack: its addresses are in it. */
export async function buildExtension({
  ports,
  extension,
  ...built
}: Built & Pick<Places, "extension"> & { ports: Ports }) {
  const env = {
    ...process.env,
    SENDWRIGHT_ORIGIN: `http://127.0.0.1:${ports.app}`,
    SENDWRIGHT_TOKEN_SERVICE: `http://127.0.0.1:${ports.auth}/securetoken.googleapis.com`,
    SENDWRIGHT_EXTENSION_DIST: extension,
  };
  const args = [join(root, "extension", "build.mjs")];
  const writes = [extension, `${extension}.unpacked.zip`, `${extension}.zip`];
  await build("extension", { name: "The extension's build", args, writes, env, ...built });
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

interface Step extends Built {
  name: string;
  args: string[];
  writes: string[];
  env: NodeJS.ProcessEnv;
}

async function build(part: string, { name, args, writes, env, logs, marks }: Step): Promise<void> {
  const log = join(logs, `build-${part}.log`);
  const making = { settings: settingsOf(args, env), reads: sources, writes, mark: join(marks, part) };
  await makeUnlessUnchanged(making, () => runStep({ name, command: process.execPath, args, env, log }));
}
