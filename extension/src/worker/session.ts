import { AppError, type AuthEventDetail } from "@sendwright/core/contract";
import { ORIGIN } from "../shared/settings.ts";
import { forget, forgetPerson, read, type StoredSession, write } from "../shared/stored.ts";
import { REPEAT } from "../shared/workerMessages.ts";
import { taskAtSignIn } from "./tasks.ts";
import { exchange, sessionClaims } from "./tokens.ts";

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
  const claims = sessionClaims(detail.idToken);
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
  const claims = sessionClaims(outcome.idToken);
  if (claims?.uid !== session.uid)
    throw new AppError(
      "bad_answer",
      "The session could not be refreshed. Open Sendwright and try again.",
    );
  const { idToken, refreshToken } = outcome;
  await write({ session: { ...now, idToken, refreshToken, issuedAt: claims.issuedAt } });
  return idToken;
}
