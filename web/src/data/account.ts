import { deleteAccount, disconnect, exportAccount } from "@sendwright/functions/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { download } from "../lib/download.ts";
import { forgetEverything } from "../lib/remembered.ts";
import { CONFIG_KEY } from "./config.ts";

/** Gives up the permission to send mail; the configuration then says so. */
export function useDisconnect() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnect, {}, { fallback: "Google could not be disconnected." }),
    onSettled: () => cache.invalidateQueries({ queryKey: CONFIG_KEY }),
  });
}

/** Hands everything that is kept of the signed-in user to the browser, as a zip. */
export function useExport() {
  return useMutation({
    mutationFn: async () =>
      download("sendwright.zip", await call(exportAccount, {}, { fallback: "Your data could not be downloaded." })),
  });
}

/** Deletes everything that is kept about the signed-in user, in this browser too. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => call(deleteAccount, {}, { fallback: "Your account could not be deleted." }),
    onSuccess: forgetEverything,
  });
}
