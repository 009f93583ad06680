import { AppError } from "@sendwright/core/contract";
import { ORIGIN, TOKEN_SERVICE } from "../shared/settings.ts";
import { read, write } from "../shared/stored.ts";

export type Exchange =
  | { is: "renewed"; idToken: string; refreshToken: string }
  /** The session has ended. */
  | { is: "refused"; isAccountGone: boolean };

/** The project's key, as Hosting serves it; the emulator takes any. */
async function apiKey(): Promise<string> {
  const kept = await read("apiKey");
  if (kept !== null) return kept;
  const answer = await fetch(`${ORIGIN}/__/firebase/init.json`, { credentials: "omit" });
  if (!answer.ok) throw new Error(`The configuration of Firebase answered ${answer.status}.`);
  const { apiKey: key } = (await answer.json()) as { apiKey?: unknown };
  const usable = typeof key === "string" && key !== "" ? key : "local";
  await write({ apiKey: usable });
  return usable;
}

function noAnswer(cause: unknown): AppError {
  return new AppError("no_answer", "The server didn't respond. Check your connection and try again.", { cause });
}

/** Has Firebase exchange a refresh token. Throws `no_answer` when nothing is known of the session. */
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
  // 400: this refresh token is no longer valid. Any other status (a limit, a server error) says nothing about the
  // session.
  if (answer.status === 400) {
    const message = String(body.error?.message);
    // A key that was replaced is not the session's fault: the next try reads the new one.
    if (message.includes("API key")) throw noAnswer(message);
    return { is: "refused", isAccountGone: /USER_NOT_FOUND|USER_DISABLED/.test(message) };
  }
  const { id_token: idToken, refresh_token: next } = body;
  if (!answer.ok || typeof idToken !== "string") throw noAnswer(answer.status);
  return { is: "renewed", idToken, refreshToken: typeof next === "string" ? next : refreshToken };
}
