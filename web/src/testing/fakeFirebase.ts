/**
 * Firebase Auth as the page sees it, with a person at the switches. Use: `vi.mock("firebase/auth",
 * firebaseAuthModule)`.
 */
interface FakeUser {
  uid: string;
  email: string;
  displayName: string;
  refreshToken: string;
}
type Observer = (user: FakeUser | null) => void;

export const ada: FakeUser = {
  uid: "uid-ada",
  email: "ada@example.com",
  displayName: "Ada Lovelace",
  refreshToken: "refresh-1",
};
export const grace: FakeUser = {
  uid: "uid-grace",
  email: "grace@example.com",
  displayName: "Grace Hopper",
  refreshToken: "refresh-2",
};

/** What the fake does next; `reset` before each test. */
export const firebase = {
  user: null as FakeUser | null,
  /** Who signs in with the next credential. */
  next: ada as FakeUser,
  token: async (_refresh: boolean): Promise<string> => "token-1",
  signOutFails: false,
  /** Happens between the call of `signOut` and the sign-out itself. */
  duringSignOut: null as (() => Promise<void>) | null,
  signInFails: null as Error | null,
  credential: "",
  observers: [] as Observer[],
  failed: (_error: Error) => undefined as unknown,

  reset() {
    Object.assign(firebase, {
      user: null,
      next: ada,
      signOutFails: false,
      signInFails: null,
      credential: "",
    });
    firebase.duringSignOut = null;
    firebase.observers = [];
    firebase.token = async () => "token-1";
  },
  /** A change that every listener receives, as if another tab had made it. */
  become(user: FakeUser | null) {
    firebase.user = user;
    for (const observer of firebase.observers) observer(user);
  },
};

/** Stands in for the module "firebase/auth". */
export function firebaseAuthModule() {
  return {
    indexedDBLocalPersistence: {},
    browserLocalPersistence: {},
    initializeAuth: () => ({
      get currentUser() {
        return firebase.user;
      },
    }),
    connectAuthEmulator: () => undefined,
    onIdTokenChanged: (_auth: unknown, next: Observer, failed: (error: Error) => void) => {
      firebase.observers.push(next);
      firebase.failed = failed;
      queueMicrotask(() => next(firebase.user));
    },
    getIdToken: (_user: unknown, refresh: boolean) => firebase.token(refresh),
    GoogleAuthProvider: { credential: (idToken: string) => idToken },
    signInWithCredential: async (_auth: unknown, credential: string) => {
      if (firebase.signInFails) throw firebase.signInFails;
      firebase.credential = credential;
      firebase.become(firebase.next);
    },
    signOut: async () => {
      const { user } = firebase;
      if (firebase.duringSignOut) await firebase.duringSignOut();
      // As the real one: it forgets the user first, and tells of it when the storage is cleared.
      firebase.user = null;
      if (firebase.signOutFails && user) throw new Error("sign-out failed");
      firebase.become(null);
    },
    updateCurrentUser: async (_auth: unknown, user: FakeUser | null) => firebase.become(user),
  };
}

/** Stands in for the module "firebase/app". */
export function firebaseAppModule() {
  return { initializeApp: (config: unknown) => config };
}
