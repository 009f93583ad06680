import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { extensionId, googleBase, googleClient, localTokenKey, project } from "./environment.ts";
import { type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { runStep } from "./processes.ts";

export interface Build {
  /** The inputs besides files: commands, addresses, versions. */
  settings: readonly string[];
  /** Files and folders. */
  reads: readonly string[];
  writes: readonly string[];
  /** The file with the hash of the last result. */
  mark: string;
}

/** Installed files, which the lock describes, and built ones. */
const NOT_SOURCE = /^(node_modules|dist)$|\.zip$/;

/**
 * Builds, unless the existing result came from the same files and settings. The mark is one hash of
 * everything that was read and written, so any change, a missing file or an incomplete one leads to
 * a new build.
 */
export async function makeUnlessUnchanged(
  { settings, reads, writes, mark }: Build,
  make: () => Promise<void>,
): Promise<void> {
  const sources = () => hashOf(JSON.stringify(settings), reads, (name) => !NOT_SOURCE.test(name));
  const before = sources();
  const both = () => hashOf(before, writes, () => true);
  if (existsSync(mark) && readFileSync(mark, "utf8") === both()) return;
  await make();
  // If a source changed in the meantime, we can't know which version was read.
  if (sources() !== before) return;
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, both());
}

/**
 * A hash of a text and of files with their paths. The lengths in it make sure that different lists
 * differ.
 */
function hashOf(
  text: string,
  paths: readonly string[],
  isWanted: (name: string) => boolean,
): string {
  const hash = createHash("sha256");
  const files = paths.flatMap((path) => filesBelow(path, isWanted));
  for (const part of [text, ...files.flatMap((path) => [path, readFileSync(path)])])
    hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest("hex");
}

/** Every file at or below a path that may not exist, always in the same order. */
function filesBelow(path: string, isWanted: (name: string) => boolean): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter(isWanted).sort();
  return names.flatMap((name) => filesBelow(join(path, name), isWanted));
}

type StackPlaces = Places & { ports: Ports };

/**
 * The settings of the local page: the addresses of its stack, and the extension that it offers for
 * download.
 */
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

export const vite = join(root, "node_modules", "vite", "bin", "vite.js");

/** Builds the page for this stack, after the extension, which it serves as a zip. */
export async function buildPage(stack: StackPlaces): Promise<void> {
  await buildExtension(stack);
  const { ports, dist, extension } = stack;
  const args = [
    vite,
    "build",
    join(root, "web"),
    "--outDir",
    dist,
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ];
  await build("web", args, [dist], pageEnvironment(ports, extension), stack);
}

/**
 * Bundles the functions, and writes the parameters and secrets that the Functions emulator would
 * otherwise ask for.
 */
export async function buildFunctions(places: Places): Promise<void> {
  const folder = join(root, "functions");
  const dist = join(folder, "dist");
  const parameters = `GOOGLE_CLIENT_ID=${googleClient.id}\nEXTENSION_ID=${extensionId()}\n`;
  writeFileSync(join(folder, `.env.${project}`), parameters);
  const secrets = `GOOGLE_CLIENT_SECRET=${googleClient.secret}\nTOKEN_ENCRYPTION_KEY=${localTokenKey()}\n`;
  // The emulator reads secrets from the folder that would be deployed, and parameters from the one
  // above it (configDir in firebase.json).
  mkdirSync(dist, { recursive: true });
  const secretFile = join(dist, ".secret.local");
  // Another stack may be reading it.
  const isSame = existsSync(secretFile) && readFileSync(secretFile, "utf8") === secrets;
  if (!isSame) writeFileSync(secretFile, secrets, { mode: 0o600 });
  await build("functions", [join(folder, "build.mjs")], [dist], process.env, places);
}

/** Builds the extension with the addresses of this stack. */
export async function buildExtension({ ports, extension, ...places }: StackPlaces): Promise<void> {
  const env = {
    ...process.env,
    SENDWRIGHT_ORIGIN: `http://127.0.0.1:${ports.app}`,
    SENDWRIGHT_TOKEN_SERVICE: `http://127.0.0.1:${ports.auth}/securetoken.googleapis.com`,
    SENDWRIGHT_EXTENSION_DIST: extension,
  };
  const writes = [extension, `${extension}.unpacked.zip`, `${extension}.zip`];
  await build("extension", [join(root, "extension", "build.mjs")], writes, env, places);
}

/**
 * The sources of all builds: the contract and the core are in each, and parts of the page are in
 * the extension.
 */
export const sources: readonly string[] = [
  ...["functions", "web", "extension", "package.json", "tsconfig.base.json"],
  ...["package-lock.json", join("node_modules", ".package-lock.json")],
].map((path) => join(root, path));

/** The variables that bundlers and our build scripts read. */
const SETTING = /^(VITE_|SENDWRIGHT_|NODE_)/;

/** A build's inputs besides its sources. */
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
  const making = {
    settings: settingsOf(args, env),
    reads: sources,
    writes,
    mark: join(marks, part),
  };
  const step = { name: `The build of ${part}`, args, env, log: join(logs, `build-${part}.log`) };
  await makeUnlessUnchanged(making, () => runStep(step));
}
