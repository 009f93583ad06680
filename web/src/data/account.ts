import {
  deleteAccount,
  disconnect,
  exportAccount,
  getSettings,
  type InputOf,
  MAX_HOLD_SECONDS,
  type Settings,
  saveSettings,
} from "@sendwright/core/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { download } from "../lib/download.ts";
import { forgetEverything } from "../lib/remembered.ts";
import { useSession } from "../lib/useSession.ts";
import { CONFIG_KEY } from "./config.ts";

export const SETTINGS_KEY = ["settings"] as const;

/** What a press of Send asks for. It is held unless the person has switched that off. */
export function holdAsked(settings: Settings | undefined): { hold?: number } {
  return settings?.undo_send === false ? {} : { hold: MAX_HOLD_SECONDS };
}

/** The account's settings as the server has them. */
export function useSettings() {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: async ({ signal }): Promise<Settings> =>
      (await call(getSettings, {}, { signal, fallback: "Could not load your settings." })).settings,
    enabled: isAuthenticated,
  });
}

/** Changes the settings that are named; the others stay. */
export function useSaveSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (changes: InputOf<typeof saveSettings>): Promise<Settings> =>
      (await call(saveSettings, changes, { fallback: "Your settings could not be saved." })).settings,
    onSuccess: (settings) => cache.setQueryData(SETTINGS_KEY, settings),
  });
}

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
