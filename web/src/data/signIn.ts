import { storeToken } from "@sendwright/core/contract";
import { call } from "../lib/call.ts";

/**
 * Has the grant stored that belongs to the code of Google's popup; returns Google's ID token. Throws AppError, with
 * `fallback` as its message where neither the server nor the client has words for the failure.
 */
export async function linkGoogle(code: string, fallback?: string): Promise<string> {
  const { id_token } = await call(storeToken, { authorization_code: code }, { fallback });
  return id_token;
}
