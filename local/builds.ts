import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { extensionId, googleBase, googleClient, localTokenKey, project } from "./environment.ts";
import { type Places, root } from "./places.ts";
import type { Ports } from "./ports.ts";
import { runStep } from "./processes.ts";

export interface Making {
  /** Everything else that the result depends on: commands, addresses, versions. */
  settings: readonly string[];
  /** The files that it is made of, and folders with all that is in them. */
  reads: readonly string[];
  writes: readonly string[];
  mark: string;
}

/** Built files, as in .gitignore, and installed ones, which the lock describes. */
const NOT_SOURCE = /^(node_modules|dist)$|\.zip$/;

/**
 * Builds unless the existing result came from the same bytes and settings. The mark is one hash over everything
 * read and written: a change on either side, a missing file, half a file or half a mark
 * gives another hash, and everything is built again.
 */
export async function makeUnlessUnchanged(making: Making, make: () => Promise<void>): Promise<void> {
  const { mark } = making;
  const before = hashOfSources(making);
  if (existsSync(mark) && readFileSync(mark, "utf8") === hashOfBoth(before, making)) return;
  await make();
  // If a source changed in the meantime, we can't know which version was read.
  if (hashOfSources(making) !== before) return;
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, hashOfBoth(before, making));
}

function hashOfSources({ settings, reads }: Making): string {
  return hashOf(
    [JSON.stringify(settings)],
    reads.flatMap((path) => filesOf(path, (name) => !NOT_SOURCE.test(name))),
  );
}

function hashOfBoth(sources: string, { writes }: Making): string {
  return hashOf(
    [sources],
    writes.flatMap((path) => filesOf(path, () => true)),
  );
}

/** Every file at or below a path, in the same order each time; none where nothing is. */
function filesOf(path: string, isWanted: (name: string) => boolean): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter(isWanted).sort();
  return names.flatMap((name) => filesOf(join(path, name), isWanted));
}

/** Of texts, and of files with their paths; each with its length before it, so that no two lists are one text. */
function hashOf(texts: readonly string[], paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of [...texts, ...paths.flatMap((path) => [path, readFileSync(path)])])
    hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest("hex");
}

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
  const step = { name: `The build of ${part}`, args, env, log: join(logs, `build-${part}.log`) };
  await makeUnlessUnchanged(making, () => runStep(step));
}
