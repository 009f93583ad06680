import { deleteAccount, disconnect, storeToken } from "@sendwright/functions/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { CONFIG_KEY } from "./config.ts";

/** Takes the code that Google's popup gave; stores the grant and gives Google's ID token. Throws AppError with the code of section 8. */
export async function exchangeCode(code: string): Promise<string> {
  const { id_token } = await call(storeToken, { authorization_code: code });
  return id_token;
}

/** Gives up the permission to send mail; the configuration then says so. */
export function useDisconnect() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnect, {}, { fallback: "Google could not be disconnected." }),
    onSettled: () => cache.invalidateQueries({ queryKey: CONFIG_KEY }),
  });
}

/** Deletes everything that is kept about the signed-in user. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => call(deleteAccount, {}, { fallback: "Your account could not be deleted." }),
  });
}
