import { PartFailed } from "../processes.ts";
import { findFirestoreJar } from "../withoutDownloads/findJar.ts";
import { cliRunsEverything } from "./downloads.ts";
import { findJava } from "./java.ts";
import { missing } from "./missing.ts";

/** How this machine runs Firestore and Storage: `cliRunsAll` where the Firebase CLI can, else the jar for `withoutDownloads`. */
export type FoundEmulators = { cliRunsAll: true; java: string } | { cliRunsAll: false; java: string; jar: string };

/** Looks for Java and the emulators. Throws a sentence that says what to install. */
export function findEmulators(): FoundEmulators {
  const java = findJava();
  if (!java) throw new PartFailed(missing("java", process.platform));
  if (cliRunsEverything(java.major)) return { cliRunsAll: true, java: java.command };
  const jar = findFirestoreJar();
  if (!jar) throw new PartFailed(missing("emulators", process.platform));
  return { cliRunsAll: false, java: java.command, jar };
}
