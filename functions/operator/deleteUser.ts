/**
 * `npm run delete-user -- --project P EMAIL_OR_UID`: an operator deletes a user as the users could themselves. Nothing
 * more is sent and they can't sign in; the sweep deletes the data and ends the permission within about ten minutes.
 * Uses the application default credentials, or the emulators that the environment names.
 */

import { parseArgs } from "node:util";
import { beginDeletion } from "../src/features/account/deleteAccount.ts";
import { findUser } from "../src/platform/accounts.ts";
import { workOnProject } from "../src/platform/firebase.ts";

const EMULATORS = ["FIRESTORE_EMULATOR_HOST", "FIREBASE_AUTH_EMULATOR_HOST"];

/** The project, and the address or id of one user. Throws a sentence for anything else. */
function options(args: string[]): { project: string; user: string } {
  const { values, positionals } = parseArgs({ args, options: { project: { type: "string" } }, allowPositionals: true });
  const [user = "", ...more] = positionals;
  const { project = "" } = values;
  if (!/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(project) || !/^[\w.+@-]{1,320}$/.test(user) || more.length > 0)
    throw new Error("Use it like this: npm run delete-user -- --project PROJECT EMAIL_OR_UID.");
  return { project, user };
}

try {
  const { project, user } = options(process.argv.slice(2));
  // Otherwise we could delete the user in one place and write the tombstone in another.
  if (EMULATORS.some((name) => Boolean(process.env[name]) !== project.startsWith("demo-")))
    throw new Error(`A demo project needs ${EMULATORS.join(" and ")}; any other must have neither.`);
  workOnProject(project);
  const found = await findUser(user);
  // An id that is already gone may still have data.
  if (!found && user.includes("@")) throw new Error(`No user of ${project} has this address.`);
  const { uid, sub } = found ?? { uid: user, sub: null };
  await beginDeletion(uid, sub);
  console.log(`User ${uid} is being deleted. The sweep finishes it within about ten minutes.`);
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
