import type { BrowserContextOptions } from "@playwright/test";
import { APP } from "./stack.ts";

/** A sign-in as the authentication service answers it. */
export interface SignIn {
  localId: string;
  email: string;
  displayName?: string;
  idToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: string;
}

/** The key under which Firebase keeps its user: it has the project's API key in it, and the page takes any for the emulator. */
async function userKey(): Promise<string> {
  const { apiKey } = (await (await fetch(`${APP}/__/firebase/init.json`)).json()) as { apiKey?: string };
  return `firebase:authUser:${apiKey || "local"}:[DEFAULT]`;
}

/**
 * The storage of a signed-in browser: Firebase's user, which is read again when the page starts (and moved to IndexedDB
 * if the page wants that), and the page's own mark that there is one.
 */
export async function stateOf(signIn: SignIn): Promise<NonNullable<BrowserContextOptions["storageState"]>> {
  const key = await userKey();
  const user = {
    uid: signIn.localId,
    email: signIn.email,
    displayName: signIn.displayName ?? null,
    emailVerified: true,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: {
      refreshToken: signIn.refreshToken,
      accessToken: signIn.idToken,
      expirationTime: Date.now() + Number(signIn.expiresIn) * 1_000,
    },
  };
  const localStorage = [
    { name: key, value: JSON.stringify(user) },
    { name: "sendwright:session", value: "in" },
  ];
  return { cookies: [], origins: [{ origin: APP, localStorage }] };
}
