import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { PartFailed } from "./processes.mjs";

/** The Firestore emulator runs on Java 11; firebase-tools itself starts it only on Java 21. */
const oldestJava = 11;

const javaMissing =
  "Sendwright's local stack needs Java 11 or newer: install it (on Debian or Ubuntu: apt install default-jre-headless) and try again.";

const jarMissing =
  "The Firestore emulator was not found: install the Google Cloud SDK's component (apt install google-cloud-cli-firestore-emulator, " +
  "or gcloud components install cloud-firestore-emulator), run npx firebase setup:emulators:firestore, " +
  "or name its jar in FIRESTORE_EMULATOR_BINARY_PATH.";

/**
 * The major version in what `java -version` prints; 0 when it holds none.
 * @param {string} text
 */
export function javaMajor(text) {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return Number((first === "1" ? second : first) ?? 0);
}

/**
 * The Java of this machine.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {{ command: string, major: number } | null}
 */
export function findJava(env = process.env) {
  const candidates = [...(env.JAVA_HOME ? [join(env.JAVA_HOME, "bin", "java")] : []), "java"];
  for (const command of candidates) {
    const { stderr, stdout } = spawnSync(command, ["-version"], { encoding: "utf8", env });
    const major = javaMajor(`${stderr}${stdout}`);
    if (major >= oldestJava) return { command, major };
  }
  return null;
}

/** Where firebase-tools keeps what it downloads. */
function downloadFolder(/** @type {NodeJS.ProcessEnv} */ env, /** @type {string} */ home) {
  return env.FIREBASE_EMULATORS_PATH || join(home, ".cache", "firebase", "emulators");
}

/**
 * The newest downloaded jar whose name begins so; null without one.
 * @param {string} folder
 * @param {string} prefix
 */
function newestJar(folder, prefix) {
  if (!existsSync(folder)) return null;
  const jars = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(".jar"));
  const newest = jars.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
  return newest ? join(folder, newest) : null;
}

/** The root folder that gcloud names; null where there is no gcloud. */
function gcloudRoot(/** @type {NodeJS.ProcessEnv} */ env) {
  const asked = spawnSync("gcloud", ["info", "--format=value(installation.sdk_root)"], { encoding: "utf8", env });
  return asked.stdout?.trim() || null;
}

/**
 * The jar of the official Firestore emulator: named by FIRESTORE_EMULATOR_BINARY_PATH, in the Google Cloud SDK, or downloaded by firebase-tools.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [home]
 * @param {string} [debianRoot] where Debian's package puts the SDK
 * @returns {string | null}
 */
export function findFirestoreJar(env = process.env, home = homedir(), debianRoot = "/usr/lib/google-cloud-sdk") {
  const named = env.FIRESTORE_EMULATOR_BINARY_PATH;
  if (named) return existsSync(named) ? named : null;
  const inSdk = (/** @type {string} */ sdk) =>
    join(sdk, "platform", "cloud-firestore-emulator", "cloud-firestore-emulator.jar");
  if (existsSync(inSdk(debianRoot))) return inSdk(debianRoot);
  const downloaded = newestJar(downloadFolder(env, home), "cloud-firestore-emulator-v");
  if (downloaded) return downloaded;
  const sdk = gcloudRoot(env); // asked last: gcloud takes a second to answer
  return sdk && existsSync(inSdk(sdk)) ? inSdk(sdk) : null;
}

/**
 * Whether firebase-tools can run Firestore and Storage itself: Java 21, and both jars downloaded.
 * @param {number} javaVersion
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [home]
 */
export function cliRunsEverything(javaVersion, env = process.env, home = homedir()) {
  const folder = downloadFolder(env, home);
  const jars = ["cloud-firestore-emulator-v", "cloud-storage-rules-runtime-v"];
  return javaVersion >= 21 && jars.every((prefix) => newestJar(folder, prefix) !== null);
}

/**
 * How this machine runs Firestore: `cliRunsAll` where the Firebase CLI can (then Storage too), else the Java command and the jar to run.
 * @returns {{ cliRunsAll: true } | { cliRunsAll: false, java: string, jar: string }}
 * @throws {PartFailed} saying what to install
 */
export function findEmulators() {
  const java = findJava();
  if (!java) throw new PartFailed(javaMissing);
  if (cliRunsEverything(java.major)) return { cliRunsAll: true };
  return { cliRunsAll: false, ...requireJar(java.command) };
}

/** @param {string} java @returns {{ java: string, jar: string }} */
function requireJar(java) {
  const jar = findFirestoreJar();
  if (!jar) throw new PartFailed(jarMissing);
  return { java, jar };
}

/**
 * The Java command and the jar, whatever else the machine has.
 * @throws {PartFailed} saying what to install
 */
export function findFirestore() {
  const java = findJava();
  if (!java) throw new PartFailed(javaMissing);
  return requireJar(java.command);
}
