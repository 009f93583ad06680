import { initializeApp } from "firebase/app";
import {
  browserLocalPersistence,
  connectAuthEmulator,
  GoogleAuthProvider,
  getIdToken,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  signInWithCredential,
  signOut,
  type User,
  updateCurrentUser,
} from "firebase/auth";

export type { User };

/** The part of Firebase Auth that the page uses. */
export interface AuthService {
  /**
   * Calls `next` with the user (null: signed out) now and on every change, also one made in another
   * tab.
   */
  observe: (next: (user: User | null) => void, failed: (error: Error) => void) => void;
  user: () => User | null;
  token: (user: User, refresh: boolean) => Promise<string>;
  signInWithGoogle: (idToken: string) => Promise<void>;
  signOut: () => Promise<void>;
}

/**
 * Starts Firebase Auth of a project, without popup resolver: Google's own popup brings the
 * credential. Throws when it cannot start.
 */
export function startAuth(config: Record<string, string>): AuthService {
  const emulator = import.meta.env.VITE_AUTH_EMULATOR;
  // The emulator takes any key, but the library wants one.
  const app = initializeApp(emulator ? { ...config, apiKey: config.apiKey || "local" } : config);
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  return {
    observe: (next, failed) => void onIdTokenChanged(auth, next, failed),
    user: () => auth.currentUser,
    token: getIdToken,
    signInWithGoogle: async (idToken) =>
      void (await signInWithCredential(auth, GoogleAuthProvider.credential(idToken))),
    signOut: async () => {
      const user = auth.currentUser;
      try {
        await signOut(auth);
      } catch (cause) {
        // Firebase forgets the user before it clears its storage: if the sign-out fails, the user
        // is still signed in.
        await updateCurrentUser(auth, user).catch((again: unknown) =>
          console.warn("Not kept for the next visit:", again),
        );
        throw cause;
      }
    },
  };
}
