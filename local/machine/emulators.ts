import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { firebaseCli, root } from "../places.ts";
import { runStep } from "../processes.ts";
import { aptPackage, ensure, type Need } from "./ensure.ts";
import { findJava, java, NEWEST_JAVA } from "./runtimes.ts";

interface Download {
  downloadPathRelativeToCacheDir: string;
  expectedSize: number;
  remoteUrl: string;
}

const list = join(
  root,
  "node_modules",
  "firebase-tools",
  "lib",
  "emulator",
  "downloadableEmulatorInfo.json",
);
const { firestore, storage }: { firestore: Download; storage: Download } = JSON.parse(
  readFileSync(list, "utf8"),
);

function downloadFolder(env: NodeJS.ProcessEnv, home: string): string {
  return env.FIREBASE_EMULATORS_PATH || join(home, ".cache", "firebase", "emulators");
}

/**
 * Whether a downloaded file is complete. The Firebase CLI knows the size of each file that it
 * downloads itself.
 */
function isWhole(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const known = [firestore, storage].find(
    (each) => each.downloadPathRelativeToCacheDir === basename(path),
  );
  return known ? size === known.expectedSize : size > 0;
}

/** Whether the jar that reads the rules of Storage is here. */
export function hasRulesRuntime(env = process.env, home = homedir()): boolean {
  return isWhole(join(downloadFolder(env, home), storage.downloadPathRelativeToCacheDir));
}

/**
 * The jar of the official Firestore emulator: the one that FIRESTORE_EMULATOR_BINARY_PATH names, in
 * the Google Cloud SDK (`debianRoot` is where Debian's package puts it), or downloaded by the
 * Firebase CLI.
 */
export function findFirestoreJar(
  env = process.env,
  home = homedir(),
  debianRoot = "/usr/lib/google-cloud-sdk",
): string | null {
  const named = env.FIRESTORE_EMULATOR_BINARY_PATH;
  if (named) return existsSync(named) ? named : null;
  const inSdk = (sdk: string) =>
    join(sdk, "platform", "cloud-firestore-emulator", "cloud-firestore-emulator.jar");
  if (existsSync(inSdk(debianRoot))) return inSdk(debianRoot);
  const downloaded = newestJar(downloadFolder(env, home));
  if (downloaded) return downloaded;
  const sdk = gcloudRoot(env); // last, because gcloud takes a second
  return sdk && existsSync(inSdk(sdk)) ? inSdk(sdk) : null;
}

/** The newest complete jar of Firestore that any version of the Firebase CLI has downloaded. */
function newestJar(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const jars = readdirSync(folder)
    .filter((name) => name.startsWith("cloud-firestore-emulator-v") && name.endsWith(".jar"))
    .map((name) => join(folder, name))
    .filter(isWhole);
  return jars.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1) ?? null;
}

/** The SDK's folder; null without gcloud. */
function gcloudRoot(env: NodeJS.ProcessEnv): string | null {
  const asked = spawnSync("gcloud", ["info", "--format=value(installation.sdk_root)"], {
    encoding: "utf8",
    env,
  });
  return asked.stdout?.trim() || null;
}

export interface FoundEmulators {
  java: string;
  /** Firestore's emulator. */
  jar: string;
  /**
   * Whether the Storage emulator can read storage.rules: it needs Java 21 and a download. Without
   * them, it refuses every client.
   */
  readsRules: boolean;
}

function findEmulators(): FoundEmulators | null {
  const found = findJava();
  const jar = found ? findFirestoreJar() : null;
  if (!found || !jar) return null;
  return { java: found.command, jar, readsRules: found.major >= NEWEST_JAVA && hasRulesRuntime() };
}

const setUp = "npx firebase setup:emulators:firestore";

export const emulators: Need<FoundEmulators> = {
  name: "The emulators of Firestore and Storage",
  why: "Sendwright's local stack needs the Firestore emulator",
  find: findEmulators,
  methods: [
    aptPackage("google-cloud-cli-firestore-emulator"),
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

/** Finds or installs Java and the emulators. Throws a sentence that says what to install. */
export async function ensureEmulators(logs: string): Promise<FoundEmulators> {
  await ensure(java, logs);
  return ensure(emulators, logs);
}

/**
 * Whether the downloads can be reached. Behind a proxy, which `fetch` doesn't use, only the
 * Firebase CLI can tell.
 */
async function downloadsAnswer(): Promise<boolean> {
  if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return true;
  const answer = fetch(firestore.remoteUrl, { method: "HEAD", signal: AbortSignal.timeout(5_000) });
  return answer.then(
    ({ ok }) => ok,
    () => false,
  );
}
