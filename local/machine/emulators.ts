import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { firebaseCli, root } from "../places.ts";
import { runStep } from "../processes.ts";
import { apt, ensure, type Need } from "./ensure.ts";
import { findJava, java, javaOfTheCli } from "./runtimes.ts";

interface Download {
  downloadPathRelativeToCacheDir: string;
  expectedSize: number;
  remoteUrl: string;
}

const list = join(root, "node_modules", "firebase-tools", "lib", "emulator", "downloadableEmulatorInfo.json");
const { firestore, storage }: { firestore: Download; storage: Download } = JSON.parse(readFileSync(list, "utf8"));

function downloadFolder(env: NodeJS.ProcessEnv, home: string): string {
  return env.FIREBASE_EMULATORS_PATH || join(home, ".cache", "firebase", "emulators");
}

/** Whether a downloaded file is there to its last byte, as far as firebase-tools says how many it has. */
function isWhole(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return false;
  const known = [firestore, storage].find((each) => each.downloadPathRelativeToCacheDir === basename(path));
  return known ? size === known.expectedSize : size > 0;
}

/** Whether both jars that the Firebase CLI needs are there. */
export function hasDownloads(env = process.env, home = homedir()): boolean {
  const folder = downloadFolder(env, home);
  return [firestore, storage].every((each) => isWhole(join(folder, each.downloadPathRelativeToCacheDir)));
}

/**
 * The jar of the official Firestore emulator: named by FIRESTORE_EMULATOR_BINARY_PATH, in the Google Cloud SDK (`debianRoot` is where
 * Debian's package puts it), or downloaded by firebase-tools.
 */
export function findFirestoreJar(
  env = process.env,
  home = homedir(),
  debianRoot = "/usr/lib/google-cloud-sdk",
): string | null {
  const named = env.FIRESTORE_EMULATOR_BINARY_PATH;
  if (named) return existsSync(named) ? named : null;
  const inSdk = (sdk: string) => join(sdk, "platform", "cloud-firestore-emulator", "cloud-firestore-emulator.jar");
  if (existsSync(inSdk(debianRoot))) return inSdk(debianRoot);
  const downloaded = newestJar(downloadFolder(env, home));
  if (downloaded) return downloaded;
  const sdk = gcloudRoot(env); // asked last: gcloud takes a second to answer
  return sdk && existsSync(inSdk(sdk)) ? inSdk(sdk) : null;
}

/** The newest whole Firestore jar among firebase-tools' downloads, from any version of firebase-tools. */
function newestJar(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const jars = readdirSync(folder)
    .filter((name) => name.startsWith("cloud-firestore-emulator-v") && name.endsWith(".jar"))
    .map((name) => join(folder, name))
    .filter(isWhole);
  return jars.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1) ?? null;
}

/** The root folder that gcloud names; null where there is no gcloud. */
function gcloudRoot(env: NodeJS.ProcessEnv): string | null {
  const asked = spawnSync("gcloud", ["info", "--format=value(installation.sdk_root)"], { encoding: "utf8", env });
  return asked.stdout?.trim() || null;
}

/** How this machine runs Firestore and Storage: `cliRunsAll` where the Firebase CLI can, else the jar for our own. */
export type FoundEmulators = { cliRunsAll: true; java: string } | { cliRunsAll: false; java: string; jar: string };

/** The emulators on this machine's Java: the Firebase CLI's own with Java 21 and both downloads, else any jar of Firestore's. */
function findEmulators(): FoundEmulators | null {
  const found = findJava();
  if (!found) return null;
  if (found.major >= javaOfTheCli && hasDownloads()) return { cliRunsAll: true, java: found.command };
  const jar = findFirestoreJar();
  return jar === null ? null : { cliRunsAll: false, java: found.command, jar };
}

const setUp = "npx firebase setup:emulators:firestore";

export const emulators: Need<FoundEmulators> = {
  name: "The emulators of Firestore and Storage",
  why: "Sendwright's local stack needs the Firestore emulator",
  find: findEmulators,
  ways: [
    apt("google-cloud-cli-firestore-emulator"),
    {
      isOpen: downloadsAnswer,
      say: "Downloading the emulators of Firestore and Storage (190 MB) through the Firebase CLI.",
      async go(logs) {
        for (const emulator of ["firestore", "storage"]) {
          const name = `firebase setup:emulators:${emulator}`;
          const args = [firebaseCli, `setup:emulators:${emulator}`];
          await runStep({ name, args, log: join(logs, `download-${emulator}.log`) });
        }
      },
    },
  ],
  install: {
    linux: `on Debian: apt install google-cloud-cli-firestore-emulator, or ${setUp}`,
    darwin: setUp,
    win32: setUp,
  },
};

/** Finds Java and the emulators, and brings them where the machine lacks them. Throws a sentence that says what to install. */
export async function ensureEmulators(logs: string): Promise<FoundEmulators> {
  await ensure(java, logs);
  return ensure(emulators, logs);
}

/** Whether the downloads can be reached. Behind a proxy, which `fetch` does not know, only the Firebase CLI itself can tell. */
async function downloadsAnswer(): Promise<boolean> {
  if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return true;
  const answer = fetch(firestore.remoteUrl, { method: "HEAD", signal: AbortSignal.timeout(5_000) });
  return answer.then(
    ({ ok }) => ok,
    () => false,
  );
}
