import { DAY, HOUR } from "@sendwright/core/dates/units";
import { hasUser } from "../../platform/accounts.ts";
import { logError } from "../../platform/log.ts";
import { checkAgain, readGrant, type UncheckedGrant, uncheckedGrants } from "../../store/grants.ts";
import { unlinkAnyway } from "../../store/unlinkGoogle.ts";

const OWNERS_AT_ONCE = 50;
/** Milliseconds until a grant that has an account is checked again. */
/** Milliseconds until a failed check is repeated. */
const SET_BACK = HOUR;

/**
 * Ends permissions that no account can give up: of sign-ins that failed after Google gave them (the page signs in to
 * the authentication service only after that), and of users who were deleted there.
 */
export async function endOrphanGrants(now: number): Promise<void> {
  for (const grant of await uncheckedGrants(now, OWNERS_AT_ONCE)) {
    try {
      await checkGrant(grant, now);
    } catch (error) {
      logError("a grant could not be checked", { error });
      await checkAgain(grant, now + SET_BACK);
    }
  }
}

/**
 * Ends and deletes a grant without an account. Any other is checked again a day later; reading it seals its token with
 * the present key, so that a day after a rotation no grant needs the earlier key.
 */
export async function checkGrant(found: UncheckedGrant, now: number): Promise<void> {
  const isOrphan = !(await hasUser(found.sub));
  // This write comes first: if a new sign-in has just written a new grant, Google would end both.
  const isUnchanged = await checkAgain(found, now + (isOrphan ? SET_BACK : DAY));
  if (!isUnchanged) return;
  if (isOrphan) await unlinkAnyway(found.sub);
  else await readGrant(found.sub);
}
