import { Timestamp } from "firebase-admin/firestore";
import * as z from "zod";
import { firestore } from "../platform/firebase.ts";
import { isSealedWithPresentKey, open, type Sealed, seal } from "../platform/tokenVault.ts";
import { wasChanged } from "./conditional.ts";

/** A Google account that has allowed sending. */
export interface GoogleAccount {
  sub: string;
  scopes: string[];
  email: string;
  name: string;
  /** The Workspace domain; null for a consumer account. */
  hd: string | null;
}

/** Its permission: one document `grants/{sub}`, the refresh token sealed. */
export interface Grant extends GoogleAccount {
  refreshToken: string;
}

const sealed = z.object({ key_id: z.string(), iv: z.string(), data: z.string(), tag: z.string() });
const stored = z.object({
  refresh_token: sealed satisfies z.ZodType<Sealed>,
  scopes: z.array(z.string()),
  email: z.string(),
  name: z.string(),
  hd: z.string().nullable(),
});

function document(sub: string) {
  return firestore().collection("grants").doc(sub);
}

/**
 * Takes a Google account's `sub`; gives its grant, null when there is none. What an earlier key has sealed is sealed
 * with the present one, so that the earlier can be taken away one day. Throws `encryption_failed`.
 */
export async function readGrant(sub: string): Promise<Grant | null> {
  const found = await document(sub).get();
  if (!found.exists) return null;
  const { refresh_token, ...rest } = stored.parse(found.data());
  const refreshToken = open(refresh_token, sub);
  if (found.updateTime && !isSealedWithPresentKey(refresh_token)) {
    await unlessChanged(
      document(sub).update({ refresh_token: seal(refreshToken, sub) }, { lastUpdateTime: found.updateTime }),
    );
  }
  return { sub, ...rest, refreshToken };
}

/** As `readGrant`, for who does not need the token: nothing is opened. */
export async function readGoogleAccount(sub: string): Promise<GoogleAccount | null> {
  const found = await document(sub).get();
  if (!found.exists) return null;
  const { refresh_token: _unopened, ...rest } = stored.parse(found.data());
  return { sub, ...rest };
}

/** Takes a grant; keeps it in place of an earlier one. Throws `encryption_failed`, `config_missing`. */
export async function storeGrant({ sub, refreshToken, ...rest }: Grant): Promise<void> {
  await document(sub).set({ ...rest, refresh_token: seal(refreshToken, sub), updated_at: Timestamp.now() });
}

/** Takes a grant that Google honours no more; forgets it, unless the account has given a new one since it was read. */
export async function forgetGrant({ sub, refreshToken }: Grant): Promise<void> {
  const found = await document(sub).get();
  if (!found.updateTime || open(stored.parse(found.data()).refresh_token, sub) !== refreshToken) return;
  await unlessChanged(document(sub).delete({ lastUpdateTime: found.updateTime }));
}

/** Waits for a write on the condition that nobody wrote meanwhile; that somebody did is no error. */
async function unlessChanged(write: Promise<unknown>): Promise<void> {
  await write.catch((cause: unknown) => {
    if (!wasChanged(cause)) throw cause;
  });
}

/** Takes a `sub`; forgets its grant. */
export async function deleteGrant(sub: string): Promise<void> {
  await document(sub).delete();
}
