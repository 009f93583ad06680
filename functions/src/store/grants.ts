import { AppError } from "@sendwright/core/contract/appError";
import { HOUR } from "@sendwright/core/dates/units";
import { type DocumentSnapshot, Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import type { TokenKeys } from "../config.ts";
import { firestore } from "../platform/firebase.ts";
import { revoke } from "../platform/googleAuth.ts";
import { logWarning } from "../platform/log.ts";
import { isSealedWithPresentKey, open, type SealedToken, seal } from "../platform/tokenVault.ts";
import { wasChanged } from "./changeDocument.ts";
import { parseDocument, readableOf, UnreadableDocument } from "./documentSchema.ts";

/**
 * Ends a Google account's permission at Google, then deletes its grant, if there is one. Throws
 * `service_unavailable` while we can't reach Google: deleting only the grant would leave the
 * permission in place.
 */
export async function unlinkGoogle(sub: string): Promise<void> {
  const grant = await readableGrant(sub);
  if (grant) await revoke(grant.refreshToken);
  await deleteGrant(sub);
}

/**
 * A Google account's grant. One that can't be unsealed any more (its key is gone) counts as none
 * and can only be deleted.
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
 * As `unlinkGoogle`, for a deleted account: it continues if Google refuses to end a permission that
 * it no longer knows.
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

/** A Google account that has allowed sending. */
export interface GoogleAccount {
  sub: string;
  scopes: string[];
  email: string;
  name: string;
  /** The Workspace domain; null for a consumer account. */
  hd: string | null;
}

/** Its permission: one document `grants/{sub}`, with a sealed refresh token. */
export interface Grant extends GoogleAccount {
  refreshToken: string;
}

const sealed = z.object({ key_id: z.string(), iv: z.string(), data: z.string(), tag: z.string() });
const storedGrant = z.object({
  refresh_token: sealed satisfies z.ZodType<SealedToken>,
  scopes: z.array(z.string()),
  email: z.string(),
  name: z.string(),
  hd: z.string().nullable(),
});

/**
 * Throws `encryption_failed` for a grant that can't be read or unsealed: only a new sign-in helps.
 */
function asGrant(found: DocumentSnapshot) {
  try {
    return parseDocument(storedGrant, found.ref.path, found.data());
  } catch (cause) {
    if (!(cause instanceof UnreadableDocument)) throw cause;
    throw new AppError(
      "encryption_failed",
      "We can't read your connection to Google. Please sign in again.",
      {
        cause,
      },
    );
  }
}

function document(sub: string) {
  return firestore().collection("grants").doc(sub);
}

/**
 * The grant of a Google account (`sub`), or null. A token sealed with an earlier key is sealed
 * again with the present one, so that the earlier key can be removed one day. Throws
 * `encryption_failed`.
 */
export async function readGrant(sub: string): Promise<Grant | null> {
  const found = await document(sub).get();
  if (!found.exists) return null;
  const { refresh_token, ...rest } = asGrant(found);
  const refreshToken = open(refresh_token, sub);
  if (found.updateTime && !isSealedWithPresentKey(refresh_token)) {
    await unlessChanged(
      document(sub).update(
        { refresh_token: seal(refreshToken, sub) },
        { lastUpdateTime: found.updateTime },
      ),
    );
  }
  return { sub, ...rest, refreshToken };
}

/** How many grants were sealed again, and how many neither key can open. */
export interface ResealCounts {
  sealed: number;
  lost: number;
}

const PER_READ = 200;

/**
 * Seals every grant with the first of these keys, until none is left that another key sealed. A
 * grant that can't be opened stays as it is.
 */
export async function resealGrants(keys: TokenKeys): Promise<ResealCounts> {
  const others = firestore()
    .collection("grants")
    .where("refresh_token.key_id", "!=", keys[0].id)
    .orderBy("refresh_token.key_id")
    .limit(PER_READ);
  let sealed = 0;
  for (;;) {
    let [found, lost] = [0, 0];
    for (
      let page = await others.get();
      !page.empty;
      page = await others.startAfter(page.docs.at(-1)).get()
    ) {
      for (const grant of page.docs) {
        const again = resealed(grant, keys);
        if (again === null) lost += 1;
        else if (
          await unlessChanged(
            grant.ref.update({ refresh_token: again }, { lastUpdateTime: grant.updateTime }),
          )
        )
          sealed += 1;
      }
      found += page.size;
    }
    // One that was written in the meantime is found by the next round.
    if (found === lost) return { sealed, lost };
  }
}

/** A grant's token under the first key; null if none of the keys opens it. */
function resealed(found: DocumentSnapshot, keys: TokenKeys): SealedToken | null {
  try {
    return seal(open(asGrant(found).refresh_token, found.id, keys), found.id, keys);
  } catch (error) {
    if (error instanceof AppError && error.reason === "encryption_failed") return null;
    throw error;
  }
}

/**
 * As `readGrant`, for callers that don't need the token: decrypts nothing, and returns null for an
 * unreadable one.
 */
export async function readGoogleAccount(sub: string): Promise<GoogleAccount | null> {
  const [found] = readableOf([await document(sub).get()], (document) =>
    document.exists ? parseDocument(storedGrant, document.ref.path, document.data()) : null,
  );
  if (!found) return null;
  const { refresh_token: _unopened, ...rest } = found;
  return { sub, ...rest };
}

/** Milliseconds after which a successful sign-in has created an account. */
const SIGN_IN_TAKES = HOUR;

/**
 * Stores a grant in place of an earlier one, to be checked again. Throws `encryption_failed`,
 * `config_missing`.
 */
export async function storeGrant({ sub, refreshToken, ...rest }: Grant): Promise<void> {
  const refresh_token = seal(refreshToken, sub);
  await document(sub).set({
    ...rest,
    refresh_token,
    updated_at: Timestamp.now(),
    check_at: Date.now() + SIGN_IN_TAKES,
  });
}

/** A grant, as read, whose account we must look for. */
export interface UncheckedGrant {
  sub: string;
  updateTime: Timestamp;
}

/** Grants whose account must be looked for by `now`, the longest waiting first. */
export async function uncheckedGrants(now: number, limit: number): Promise<UncheckedGrant[]> {
  const due = firestore()
    .collection("grants")
    .where("check_at", "<=", now)
    .orderBy("check_at")
    .limit(limit);
  return (await due.get()).docs.map(({ id: sub, updateTime }) => ({ sub, updateTime }));
}

/**
 * Sets when to check a grant again, unless a new sign-in has written it meanwhile. Returns whether
 * it did.
 */
export async function checkAgain(
  { sub, updateTime }: UncheckedGrant,
  at: number,
): Promise<boolean> {
  return unlessChanged(document(sub).update({ check_at: at }, { lastUpdateTime: updateTime }));
}

/**
 * Deletes a grant that Google no longer honors, unless the account has given a new one since it was
 * read.
 */
export async function forgetGrant({ sub, refreshToken }: Grant): Promise<void> {
  const found = await document(sub).get();
  if (!found.updateTime || open(asGrant(found).refresh_token, sub) !== refreshToken) return;
  await unlessChanged(document(sub).delete({ lastUpdateTime: found.updateTime }));
}

/**
 * Waits for a conditional write, and ignores losing it to someone else. Returns whether it was
 * written.
 */
function unlessChanged(write: Promise<unknown>): Promise<boolean> {
  return write.then(
    () => true,
    (cause: unknown) => {
      if (!wasChanged(cause)) throw cause;
      return false;
    },
  );
}

/** Deletes the grant of a Google account. */
export async function deleteGrant(sub: string): Promise<void> {
  await document(sub).delete();
}
