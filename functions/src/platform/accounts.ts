import { domainToUnicode } from "node:url";
import { addressKey } from "@sendwright/core/recipients/recipients";
import type { UserRecord } from "firebase-admin/auth";
import { codeOf } from "./codeOf.ts";
import { auth } from "./firebase.ts";
import { outageOf } from "./outage.ts";

/** A user, according to the authentication service. */
export type AccountState = "active" | "disabled" | "gone";

/** The state of a Firebase user's account now. Throws `service_unavailable`. */
export async function accountState(uid: string): Promise<AccountState> {
  const user = await unlessMissing(auth().getUser(uid));
  if (!user) return "gone";
  return user.disabled ? "disabled" : "active";
}

/** Whether a user signs in with a Google account (`sub`). Throws `service_unavailable`. */
export async function hasUser(sub: string): Promise<boolean> {
  return (await unlessMissing(auth().getUserByProviderUid("google.com", sub))) !== null;
}

/** A Firebase user, with their Google account (`sub`), if there is one. */
interface FoundUser {
  uid: string;
  sub: string | null;
  email: string;
  name: string;
}

/** A Firebase user by address or id; null if there is none. Throws `service_unavailable`. */
export async function findUser(emailOrUid: string): Promise<FoundUser | null> {
  const user = emailOrUid.includes("@")
    ? await userOf(emailOrUid)
    : await unlessMissing(auth().getUser(emailOrUid));
  const google = user?.providerData.find(({ providerId }) => providerId === "google.com");
  return (
    user && {
      uid: user.uid,
      sub: google?.uid ?? null,
      email: user.email ?? "",
      name: user.displayName ?? "",
    }
  );
}

/**
 * The user with an address. Its domain may be stored as it was typed, in ASCII or in its own
 * script.
 */
async function userOf(address: string): Promise<UserRecord | null> {
  const ascii = addressKey(address);
  const at = ascii.lastIndexOf("@") + 1;
  for (const form of new Set([
    address,
    ascii,
    ascii.slice(0, at) + domainToUnicode(ascii.slice(at)),
  ])) {
    const user = await unlessMissing(auth().getUserByEmail(form));
    if (user) return user;
  }
  return null;
}

/**
 * Which of these users the authentication service doesn't know, at most 100 at a time. Throws
 * `service_unavailable`.
 */
export async function missingUsers(uids: readonly string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  const { users } = await auth()
    .getUsers(uids.map((uid) => ({ uid })))
    .catch(unlessOutage);
  const known = new Set(users.map(({ uid }) => uid));
  return uids.filter((uid) => !known.has(uid));
}

/** Deletes a Firebase user, if it still exists. Throws `service_unavailable`. */
export async function deleteUser(uid: string): Promise<void> {
  await unlessMissing(auth().deleteUser(uid));
}

/**
 * Signs a user out in every browser: each refresh token ends, and every earlier ID token is
 * refused. Throws `service_unavailable`.
 */
export async function endSessions(uid: string): Promise<void> {
  await auth().revokeRefreshTokens(uid).catch(unlessOutage);
}

function unlessOutage(cause: unknown): never {
  throw outageOf(cause) ?? cause;
}

/**
 * firebase-admin's answers about a user who doesn't exist, or can't: it knows no address with two
 * @, and no id so long.
 */
const MISSING: ReadonlySet<unknown> = new Set([
  "auth/user-not-found",
  "auth/invalid-email",
  "auth/invalid-uid",
]);

async function unlessMissing<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (cause) {
    if (MISSING.has(codeOf(cause))) return null;
    return unlessOutage(cause);
  }
}
