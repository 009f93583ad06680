import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../places.ts";
import { javaOfTheCli } from "./java.ts";

/** What this version of firebase-tools downloads for an emulator. */
interface Download {
  downloadPathRelativeToCacheDir: string;
  expectedSize: number;
  remoteUrl: string;
}

const list = join(root, "node_modules", "firebase-tools", "lib", "emulator", "downloadableEmulatorInfo.json");
const { firestore, storage }: { firestore: Download; storage: Download } = JSON.parse(readFileSync(list, "utf8"));

/** An address that answers when the downloads do. */
export const downloadAddress = firestore.remoteUrl;

/** Where firebase-tools keeps what it downloads. */
export function downloadFolder(env: NodeJS.ProcessEnv, home: string): string {
  return env.FIREBASE_EMULATORS_PATH || join(home, ".cache", "firebase", "emulators");
}

/** Whether a downloaded file is there to its last byte, as far as firebase-tools says how many it has. */
export function isWhole(path: string): boolean {
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

/** Whether firebase-tools can run Firestore and Storage itself: Java 21, and both jars downloaded. */
export function cliRunsEverything(javaVersion: number, env = process.env, home = homedir()): boolean {
  return javaVersion >= javaOfTheCli && hasDownloads(env, home);
}
