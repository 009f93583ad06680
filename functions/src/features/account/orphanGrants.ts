import { hasUser } from "../../platform/accounts.ts";
import { revoke } from "../../platform/googleAuth.ts";
import { logError, logWarning } from "../../platform/log.ts";
import { checkAgain, deleteUnchanged, type UncheckedGrant, uncheckedGrants } from "../../store/grants.ts";
import { readableGrant } from "../../store/unlinkGoogle.ts";

const BATCH = 50;
/** Milliseconds until what failed is tried again. */
const SET_BACK = 60 * 60_000;

/**
 * Ends the permissions of sign-ins that failed after Google had given them: the page signs in to the authentication
 * service only after that, and nobody without an account could ever give them up.
 */
export async function endOrphanGrants(now: number): Promise<void> {
  for (const grant of await uncheckedGrants(now, BATCH)) {
    try {
      await checkGrant(grant);
    } catch (error) {
      logError("a sign-in could not be checked", { error });
      await checkAgain(grant, now + SET_BACK);
    }
  }
}

/** Ends and deletes a grant whose sign-in has led to no account; any other is never looked at again. */
export async function checkGrant(found: UncheckedGrant): Promise<void> {
  if (await hasUser(found.sub)) return checkAgain(found, null);
  const grant = await readableGrant(found.sub);
  // Ours first: a new sign-in at this moment has written a new one, and Google would end both.
  if (!(await deleteUnchanged(found)) || !grant) return;
  await revoke(grant.refreshToken).catch((error: unknown) => logWarning("grant not revoked", { error }));
}
