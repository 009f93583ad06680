import { storeToken } from "@sendwright/core/contract";
import { call } from "../lib/call.ts";

/**
 * Has the grant stored that belongs to the code of Google's popup; returns Google's ID token. Throws AppError with the
 * code of the failure.
 */
export async function linkGoogle(code: string): Promise<string> {
  const { id_token } = await call(storeToken, { authorization_code: code });
  return id_token;
}
