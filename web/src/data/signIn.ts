import { storeToken } from "@sendwright/functions/contract";
import { call } from "../lib/call.ts";

/** Takes the code that Google's popup gave; has the grant stored and gives Google's ID token. Throws AppError with the code of the failure. */
export async function linkGoogle(code: string): Promise<string> {
  const { id_token } = await call(storeToken, { authorization_code: code });
  return id_token;
}
