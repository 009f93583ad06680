import {
  AppError,
  AUTH_EVENT,
  AUTH_REQUEST_EVENT,
  type AuthEventDetail,
  type SignedOutCause,
} from "@sendwright/core/contract";
import { LOADING, provideAccess, type Session, SIGNED_OUT } from "./access.ts";
import { askEarly, earlyAnswer } from "./earlyAnswers.ts";
import type { AuthService, User } from "./firebase.ts";
import { forgetDrafts } from "./forgetDrafts.ts";
import { hasNoAnswer } from "./isLost.ts";
import { markSession, onSignedInElsewhere, sessionMark } from "./signedInMark.ts";

/** The messages for failures of the session. */
export const SESSION_MESSAGES = {
  noToken: "Failed to get authentication token.",
  anotherPerson: "A different account is now signed in. Nothing was sent or saved.",
  observer: "An error occurred during authentication check.",
  unavailable: "Authentication service failed to initialize. Please reload the page.",
  unavailableForSignIn:
    "Authentication service is not available for sign-in. Please reload the page and try again.",
};

let state: Session = LOADING;
/** The cause that was broadcast with the last `loggedIn: false`. */
let signedOutCause: SignedOutCause = "unavailable";
let service: Promise<AuthService> | null = null;
/** Set while the browser leaves this page for another: the screens show a spinner until then. */
let leaving = false;
/** Set during a call that ends the session on purpose: its answer decides the next screen. */
let ending = false;
const listeners = new Set<() => void>();

function show(next: Session): void {
  state = leaving ? LOADING : next;
  for (const listener of listeners) listener();
}

function broadcast(detail: AuthEventDetail): void {
  window.dispatchEvent(new CustomEvent<AuthEventDetail>(AUTH_EVENT, { detail }));
}

/**
 * Repeats the state for a content script that started late. While the state is unknown, the next
 * change is broadcast.
 */
function repeat(): void {
  const { isLoading, isAuthenticated, user, token, refreshToken, error } = state;
  if (isAuthenticated && user && token && refreshToken) {
    broadcast({
      loggedIn: true,
      cause: "signed_in",
      email: user.email,
      idToken: token,
      refreshToken,
    });
  } else if (!isLoading && !isAuthenticated && error === null) {
    // Someone has signed in in another tab, and this page hasn't heard of it yet.
    if (sessionMark() === "in") checkSession();
    else broadcast({ loggedIn: false, cause: signedOutCause });
  }
}

/**
 * Shows and broadcasts that no one is signed in on this page. Keeps the mark of an earlier sign-in.
 */
function showNobody(error: string | null, cause: SignedOutCause): void {
  signedOutCause = cause;
  show({ ...SIGNED_OUT, error });
  broadcast({ loggedIn: false, cause });
}

/**
 * How the last session ended, as all tabs have noted it. Without a note the page can't know: its
 * storage was cleared, or no one has signed in here before.
 */
function howItEnded(): SignedOutCause {
  const mark = sessionMark();
  if (mark === null) return "unavailable";
  return mark === "expired" ? "expired" : "signed_out";
}

/**
 * Shows that the session is over. A logout in any tab marks it first, so a session still marked
 * "in" expired.
 */
function showEnded(): void {
  if (sessionMark() === "in") markSession("expired");
  const cause = howItEnded();
  if (state.isAuthenticated && cause === "signed_out") forgetDrafts();
  showNobody(null, cause);
}

function observe(auth: AuthService): void {
  let latest = 0;
  const follow = async (user: User | null) => {
    latest += 1;
    const turn = latest;
    if (!user) return ending ? undefined : showEnded();
    try {
      const token = await auth.token(user, false);
      if (turn !== latest) return;
      const { refreshToken } = user;
      const known = { uid: user.uid, email: user.email ?? "", name: user.displayName ?? "" };
      // Firebase may refresh the token during a logout: only a sign-in replaces "out".
      if (!ending && sessionMark() !== "out") markSession("in");
      show({
        isLoading: false,
        isAuthenticated: true,
        user: known,
        token,
        refreshToken,
        error: null,
      });
      broadcast({
        loggedIn: true,
        cause: "signed_in",
        email: known.email,
        idToken: token,
        refreshToken,
      });
    } catch (cause) {
      console.error(SESSION_MESSAGES.noToken, cause);
      if (turn === latest) showNobody(SESSION_MESSAGES.noToken, "unavailable");
    }
  };
  auth.observe(
    (user) => void follow(user),
    (cause) => {
      console.error(SESSION_MESSAGES.observer, cause);
      showNobody(SESSION_MESSAGES.observer, "unavailable");
    },
  );
}

/**
 * Hosting serves the project's own configuration in every project and in the emulator: no keys in
 * the build.
 */
async function projectConfig(): Promise<Record<string, string>> {
  const response = await fetch("/__/firebase/init.json");
  if (!response.ok) throw new Error(`Firebase's configuration returned status ${response.status}.`);
  return response.json();
}

/** Loads Firebase once and follows its state. Shows a failed start; the next call tries again. */
function authService(): Promise<AuthService> {
  service ??= Promise.all([import("./firebase.ts"), projectConfig()])
    .then(([{ startAuth }, config]) => startAuth(config))
    .then((auth) => {
      observe(auth);
      return auth;
    })
    .catch((cause: unknown) => {
      service = null;
      console.error(SESSION_MESSAGES.unavailable, cause);
      showNobody(SESSION_MESSAGES.unavailable, "unavailable");
      throw new AppError("service_unavailable", SESSION_MESSAGES.unavailable, { cause });
    });
  return service;
}

/** Loads Firebase's script before a sign-in needs it. The sign-in reports a failure. */
export function preloadAuth(): void {
  void Promise.allSettled([import("./firebase.ts")]);
}

/** Starts the auth check if someone may be signed in. Failures are in the state. */
export function checkSession(): void {
  if (!service) show(LOADING);
  authService().catch(() => {
    // Already shown and logged: the state contains the message.
  });
}

/**
 * Decides at the page's start whether to load Firebase at once: only if someone was signed in, or
 * must be.
 */
export function startSession(path: string): void {
  onSignedInElsewhere(checkSession);
  window.addEventListener(AUTH_REQUEST_EVENT, repeat);
  if (sessionMark() === "in" || path.startsWith("/app")) {
    checkSession();
    if (sessionMark() === "in" && ["/", "/app"].includes(path)) {
      // As `askingCache` asks for them.
      const isSends = location.hash.startsWith("#sends");
      void askEarly(isSends ? ["/api/config"] : ["/api/config", "/api/templates"]);
    }
  } else showNobody(null, howItEnded());
}

/** The current auth state. */
export function session(): Session {
  return state;
}

/** Calls a listener after every change of the auth state. Returns a function that stops this. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The ID token of the user with the id `of`, a fresh one if asked; null if no one is signed in.
 * Throws `token_invalid` if another person is (Firebase knows before the screens do, and must not
 * send one person's email under the other's name), `no_answer` if only the network failed, and
 * Firebase's error if the session has ended.
 */
export async function currentToken({
  of = state.user?.uid,
  refresh = false,
} = {}): Promise<string | null> {
  if (!state.isAuthenticated) return null;
  const auth = await authService();
  const user = auth.user();
  if (!user) return null;
  if (user.uid !== of) throw new AppError("token_invalid", SESSION_MESSAGES.anotherPerson);
  try {
    return await auth.token(user, refresh);
  } catch (cause) {
    if (!isNetworkTrouble(cause)) throw cause;
    throw new AppError(
      "no_answer",
      "The server didn't respond. Check your connection and try again.",
      { cause },
    );
  }
}

function isNetworkTrouble(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "auth/network-request-failed";
}

/**
 * Waits until the auth state shows how a sign-in ended. Throws AppError if it didn't lead to a
 * session.
 */
function signedIn(): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!state.isAuthenticated && !state.error) return;
      stop();
      if (state.isAuthenticated) resolve();
      else reject(new AppError("auth_failed", state.error ?? SESSION_MESSAGES.noToken));
    };
    const stop = onSession(look);
    look();
  });
}

/**
 * Signs in with Google's ID token from store-token. Throws if the service isn't available or
 * refuses.
 */
export async function signInWithGoogle(idToken: string): Promise<void> {
  if (state.error) show(SIGNED_OUT);
  const auth = await authService().catch((cause: unknown) => {
    throw new AppError("auth_failed", SESSION_MESSAGES.unavailableForSignIn, { cause });
  });
  await auth.signInWithGoogle(idToken);
  markSession("in");
  await signedIn();
}

/**
 * Signs out here and in every other tab, because the person asked for it. Throws if it fails; they
 * are then still signed in.
 */
export async function signOutHere(): Promise<void> {
  const auth = await authService();
  markSession("out");
  try {
    await auth.signOut();
  } catch (cause) {
    markSession("in");
    throw cause;
  }
}

/**
 * Runs a call that ends the session at the server, then signs out here and in every other tab.
 * Until the call fails, all tabs treat the end of the session as a logout and not as an expiry.
 * Returns the call's answer; throws its error.
 */
export async function endOnPurpose<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const auth = await authService();
  ending = true;
  markSession("out");
  let answer: Answer;
  try {
    answer = await work();
  } catch (error) {
    ending = false;
    // Without an answer, the server may still have ended the session.
    if (!hasNoAnswer(error)) markSession("in");
    if (!auth.user()) {
      await expireSession(location.pathname);
      showEnded();
    }
    throw error;
  }
  try {
    await auth.signOut();
  } catch (error) {
    console.warn("Sign-out failed:", error);
  }
  ending = false;
  showEnded();
  return answer;
}

/**
 * The session can't be refreshed. Signs out and goes to the landing page, which says why, unless
 * the path on which it was noticed is a public one, or the person ended the session themselves,
 * here or in another tab.
 */
export async function expireSession(path: string): Promise<void> {
  if (ending) return;
  leaving =
    ["in", "expired"].includes(sessionMark() ?? "") && path !== "/" && !path.startsWith("/auth");
  try {
    const auth = await authService();
    await auth.signOut();
  } catch (error) {
    console.warn("Sign-out failed:", error);
    showEnded();
  } finally {
    if (leaving) window.location.replace("/?error=session_expired_refresh_failed");
  }
}

provideAccess({
  origin: "",
  session,
  onSession,
  currentToken,
  expireSession,
  earlyAnswer: (path) => earlyAnswer(state.user?.uid, path),
});
