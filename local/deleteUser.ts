/**
 * `npm run delete-user -- --project P EMAIL_OR_UID`: deletes a user in an operator's name, as they could themselves. Nothing
 * more is sent and they can't sign in; the sweep deletes the data and ends the permission within about ten minutes.
 * Uses the application default credentials, or the emulators that the environment names.
 */

import { beginDeletion } from "../functions/src/features/account/deleteAccount.ts";
import { findUser } from "../functions/src/platform/accounts.ts";
import { workOnProject } from "../functions/src/platform/firebase.ts";
import { deleteUserOptions, isDemo } from "./deploy/options.ts";
import { PartFailed } from "./processes.ts";

const EMULATORS = ["FIRESTORE_EMULATOR_HOST", "FIREBASE_AUTH_EMULATOR_HOST"];

try {
  const { project, user } = deleteUserOptions(process.argv.slice(2));
  // Else the user could be deleted in one place and the tombstone written in another.
  if (EMULATORS.some((name) => Boolean(process.env[name]) !== isDemo(project)))
    throw new PartFailed(`A demo project needs ${EMULATORS.join(" and ")}; any other must have neither.`);
  workOnProject(project);
  const found = await findUser(user);
  // An id that is already gone may still have data.
  if (!found && user.includes("@")) throw new PartFailed(`No user of ${project} has this address.`);
  const { uid, sub } = found ?? { uid: user, sub: null };
  await beginDeletion(uid, sub);
  console.log(`User ${uid} is being deleted. The sweep finishes it within about ten minutes.`);
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
