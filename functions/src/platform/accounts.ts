import { auth } from "./firebase.ts";
import { outageOf } from "./outage.ts";

/** What the authentication service says of a user. */
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

async function unlessMissing<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "auth/user-not-found") return null;
    throw outageOf(cause) ?? cause;
  }
}
