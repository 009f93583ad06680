import { AppError } from "@sendwright/core/contract";
import { idTokenClaims } from "@sendwright/core/idTokenClaims";
import { ORIGIN, TOKEN_SERVICE } from "../shared/settings.ts";
import { forget, read, write } from "../shared/stored.ts";

interface SessionClaims {
  uid: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
}

/** The user of an ID token and its issue time; null if it isn't an ID token. */
export function sessionClaims(idToken: string): SessionClaims | null {
  const { uid, issuedAt } = idTokenClaims(idToken);
  return uid === undefined || issuedAt === undefined ? null : { uid, issuedAt: issuedAt * 1_000 };
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
export async function exchange(refreshToken: string): Promise<Exchange> {
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
