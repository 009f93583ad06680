import { AppError, type AuthEventDetail } from "@sendwright/core/contract";
import { ORIGIN, TOKEN_SERVICE } from "../shared/settings.ts";
import { forget, forgetPerson, read, type StoredSession, write } from "../shared/stored.ts";
import { REPEAT } from "../shared/workerMessages.ts";
import { taskAtSignIn } from "./tasks.ts";

interface SessionClaims {
  uid: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
}

/**
 * The user of an ID token and its issue time (milliseconds), or null if it isn't an ID token.
 * Verifies nothing: the server does that. This only distinguishes accounts.
 */
function idTokenClaims(idToken: string): SessionClaims | null {
  try {
    const payload = (idToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const { sub, iat } = JSON.parse(new TextDecoder().decode(bytes)) as {
      sub?: unknown;
      iat?: unknown;
    };
    if (typeof sub !== "string" || sub === "" || typeof iat !== "number") return null;
    return { uid: sub, issuedAt: iat * 1_000 };
  } catch {
    return null;
  }
}

type Exchange =
  | { is: "renewed"; idToken: string; refreshToken: string }
  /** The session has ended. */
  | { is: "refused"; isAccountGone: boolean };

/** The project's key, as Hosting serves it; the emulator takes any. */
async function apiKey(): Promise<string> {
  const kept = await read("apiKey");
  if (kept !== null) return kept;
  const answer = await fetch(`${ORIGIN}/__/firebase/init.json`, { credentials: "omit" });
  if (!answer.ok) throw new Error(`Firebase's configuration returned status ${answer.status}.`);
  const { apiKey: key } = (await answer.json()) as { apiKey?: unknown };
  const usable = typeof key === "string" && key !== "" ? key : "local";
  await write({ apiKey: usable });
  return usable;
}

function noAnswer(cause: unknown): AppError {
  return new AppError(
    "no_answer",
    "The server didn't respond. Check your connection and try again.",
    { cause },
  );
}

/**
 * Asks Firebase to exchange a refresh token. Throws `no_answer` if we learn nothing about the
 * session.
 */
async function exchange(refreshToken: string): Promise<Exchange> {
  let answer: Response;
  let body: { id_token?: unknown; refresh_token?: unknown; error?: { message?: unknown } };
  try {
    answer = await fetch(`${TOKEN_SERVICE}/v1/token?key=${encodeURIComponent(await apiKey())}`, {
      method: "POST",
      credentials: "omit",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
    });
    body = await answer.json();
  } catch (cause) {
    throw noAnswer(cause);
  }
  // 400: this refresh token is no longer valid. Any other status (a limit, a server error) doesn't
  // mean that the session has ended.
  if (answer.status === 400) {
    const message = String(body.error?.message);
    // A key that was replaced is not the session's fault: the next try reads the new one.
    if (message.includes("API key")) {
      await forget("apiKey");
      throw noAnswer(message);
    }
    return { is: "refused", isAccountGone: /USER_NOT_FOUND|USER_DISABLED/.test(message) };
  }
  const { id_token: idToken, refresh_token: next } = body;
  if (!answer.ok || typeof idToken !== "string") throw noAnswer(answer.status);
  return { is: "renewed", idToken, refreshToken: typeof next === "string" ? next : refreshToken };
}

/** How long the session of an auth event counts (milliseconds). */
const CACHE_LIFE_MS = 10 * 60_000;
/** The oldest ID token that we use without a new one (milliseconds). */
const MAX_TOKEN_AGE_MS = 5 * 60_000;

/**
 * Stores the session of the page's event. Any `loggedIn: false` ends it and deletes its tokens;
 * only a logout or a different person also deletes the person's drafts.
 */
export async function onAuthEvent(detail: AuthEventDetail): Promise<void> {
  if (!detail.loggedIn)
    return detail.cause === "signed_out" ? await forgetPerson() : await forget("session");
  const claims = idTokenClaims(detail.idToken);
  if (!claims) return;
  const { uid } = claims;
  const before = await lastPerson();
  if (before !== null && before !== uid) await forgetPerson();
  const { email, idToken, refreshToken } = detail;
  const session = {
    uid,
    email,
    idToken,
    refreshToken,
    issuedAt: claims.issuedAt,
    heardAt: Date.now(),
  };
  const known = await read("session");
  const waiting = await read("task");
  const task = taskAtSignIn(waiting, uid);
  if (waiting !== null && task === null) await forget("task");
  // A repeated event may contain an older token than the one fetched since.
  const isOlder = known !== null && known.issuedAt > session.issuedAt;
  await write({
    session: isOlder ? { ...known, heardAt: session.heardAt } : session,
    person: { uid, email },
    ...(task && task.uid !== waiting?.uid && { task }),
  });
}

/**
 * The uid of the last signed-in person, even after their session has ended: everything in the
 * storage is theirs.
 */
async function lastPerson(): Promise<string | null> {
  const { remembered } = (await chrome.storage.local.get("remembered")) as {
    remembered?: { uid: string };
  };
  return (await read("person"))?.uid ?? remembered?.uid ?? null;
}

/**
 * The session, if the page has sent an event in the last 10 minutes; otherwise reading deletes it.
 */
async function cached(): Promise<StoredSession | null> {
  const session = await read("session");
  if (session === null) return null;
  const age = Date.now() - session.heardAt;
  if (age >= 0 && age <= CACHE_LIFE_MS) return session;
  await forget("session");
  return null;
}

/** The session. If it isn't known, or not any longer, asks our open pages to send it again. */
export async function currentSession(): Promise<StoredSession | null> {
  const session = await cached();
  if (session) return session;
  await askPages();
  return await cached();
}

async function askPages(): Promise<void> {
  const tabs = await chrome.tabs.query({ url: `${ORIGIN}/*` });
  await Promise.allSettled(
    tabs.map(({ id }) => (id === undefined ? undefined : chrome.tabs.sendMessage(id, REPEAT))),
  );
}

const ANOTHER_PERSON = "A different account is now signed in. Nothing was sent.";

let exchanging: { refreshToken: string; result: Promise<string | null> } | null = null;

/**
 * An ID token that is at most 5 minutes old, or a new one if asked; null if no one is signed in.
 * Concurrent calls share one exchange. Throws `no_answer` if only the network failed,
 * `token_invalid` if someone other than `of` is signed in.
 */
export async function freshToken({
  refresh = false,
  of,
}: {
  refresh?: boolean;
  of?: string;
} = {}): Promise<string | null> {
  const session = await currentSession();
  if (!session) return null;
  if (of !== undefined && session.uid !== of) throw new AppError("token_invalid", ANOTHER_PERSON);
  const age = Date.now() - session.issuedAt;
  if (!refresh && age >= 0 && age <= MAX_TOKEN_AGE_MS) return session.idToken;
  if (exchanging?.refreshToken !== session.refreshToken) {
    const result = renew(session).finally(() => {
      if (exchanging?.result === result) exchanging = null;
    });
    exchanging = { refreshToken: session.refreshToken, result };
  }
  return await exchanging.result;
}

async function renew(session: StoredSession): Promise<string | null> {
  const outcome = await exchange(session.refreshToken);
  const now = await read("session");
  // The answer belongs to the session that asked. In the meantime another account, or the same one
  // again, may have signed in.
  if (now?.refreshToken !== session.refreshToken)
    return now?.uid === session.uid ? now.idToken : null;
  if (outcome.is === "refused") {
    if (outcome.isAccountGone) await forgetPerson();
    else await forget("session");
    return null;
  }
  const claims = idTokenClaims(outcome.idToken);
  if (claims?.uid !== session.uid)
    throw new AppError(
      "bad_answer",
      "The session could not be refreshed. Open Sendwright and try again.",
    );
  const { idToken, refreshToken } = outcome;
  await write({ session: { ...now, idToken, refreshToken, issuedAt: claims.issuedAt } });
  return idToken;
}
