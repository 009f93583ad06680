import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { downloadFolder, isWhole } from "../machine/downloads.ts";

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

/** The newest whole Firestore jar among firebase-tools' downloads, of whatever version of firebase-tools. */
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
