import { AppError } from "@sendwright/core/contract/appError";
import { revoke } from "../platform/googleAuth.ts";
import { logWarning } from "../platform/log.ts";
import { deleteGrant, type Grant, readGrant } from "./grants.ts";

/**
 * Ends a Google account's permission at Google, then deletes its grant, if there is one. Throws `service_unavailable`
 * while we can't reach Google: deleting only the grant would leave the permission in place.
 */
export async function unlinkGoogle(sub: string): Promise<void> {
  const grant = await readableGrant(sub);
  if (grant) await revoke(grant.refreshToken);
  await deleteGrant(sub);
}

/**
 * A Google account's grant. One that can't be unsealed any more (its key is gone) counts as none and can only be
 * deleted.
 */
async function readableGrant(sub: string): Promise<Grant | null> {
  try {
    return await readGrant(sub);
  } catch (error) {
    if (error instanceof AppError && error.reason === "encryption_failed") return null;
    throw error;
  }
}

/**
 * As `unlinkGoogle`, for a deleted account: it continues if Google refuses to end a permission that it no longer knows.
 */
export async function unlinkAnyway(sub: string): Promise<void> {
  try {
    await unlinkGoogle(sub);
  } catch (error) {
    if (!(error instanceof AppError) || error.reason === "service_unavailable") throw error;
    logWarning("grant not revoked at a deletion", { reason: error.reason, error });
    await deleteGrant(sub);
  }
}
