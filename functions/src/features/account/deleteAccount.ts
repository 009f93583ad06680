import { auth } from "../../platform/firebase.ts";
import { deletePrefix } from "../../store/files.ts";
import { deleteRates } from "../../store/rates.ts";
import { deleteSender } from "../../store/senders.ts";
import { deleteAllSends } from "../../store/sendsPurge.ts";
import { removeTemplatesOf } from "../../store/templates.ts";
import { unlinkGoogle } from "./unlinkGoogle.ts";

/**
 * Takes a user; deletes everything of theirs. Sending stops first, for want of a permission; the Firebase user goes
 * last, so that whatever fails on the way, the same person can ask again for the rest. Throws `service_unavailable`.
 */
export async function deleteAccount(uid: string, sub: string): Promise<void> {
  await unlinkGoogle(sub);
  await deleteAllSends(uid);
  await deleteSender(uid);
  await removeTemplatesOf(uid);
  await deletePrefix(`users/${uid}/`);
  await deleteRates(uid);
  await auth().deleteUser(uid);
}
