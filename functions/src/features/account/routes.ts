import type { storeToken } from "../../contract/account.ts";
import type { OpenHandler } from "../../http/implement.ts";
import { linkGoogle } from "./linkGoogle.ts";

/** `POST /api/auth/google/store-token`: no Firebase session is needed, the grant is kept under the Google account. */
export const link: OpenHandler<typeof storeToken> = async ({ input }) => {
  const { idToken } = await linkGoogle(input.authorization_code);
  return { success: true, id_token: idToken };
};
