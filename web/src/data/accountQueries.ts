import {
  deleteAccount,
  disconnect,
  type ExportState,
  getExport,
  getSettings,
  type InputOf,
  MAX_HOLD_SECONDS,
  type Settings,
  saveSettings,
  signOutEverywhere,
  startExport,
} from "@sendwright/core/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";
import { CONFIG_KEY } from "./configQuery.ts";

export const SETTINGS_KEY = ["settings"] as const;

/** A send's hold: requested unless the person has switched it off. */
export function holdAsked(settings: Settings | undefined): { hold?: number } {
  return settings?.undo_send === false ? {} : { hold: MAX_HOLD_SECONDS };
}

/** The account's settings; the default ones where the server can't read them (`unreadable`). */
type AccountSettings = Settings & { unreadable?: true };

/** The account's settings as the server has them. */
export function useSettings() {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: async ({ signal }): Promise<AccountSettings> => {
      const { settings, unreadable } = await call(
        getSettings,
        {},
        { signal, fallback: "Could not load your settings." },
      );
      return unreadable ? { ...settings, unreadable } : settings;
    },
    enabled: isAuthenticated,
  });
}

/** Changes the settings that are named; the others stay. */
export function useSaveSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (changes: InputOf<typeof saveSettings>): Promise<Settings> =>
      (await call(saveSettings, changes, { fallback: "We couldn't save your settings." })).settings,
    onSuccess: (settings) => cache.setQueryData(SETTINGS_KEY, settings),
  });
}

/** Withdraws the permission to send email; the configuration then shows it. */
export function useDisconnect() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnect, {}, { fallback: "We couldn't disconnect Google." }),
    onSettled: () => cache.invalidateQueries({ queryKey: CONFIG_KEY }),
  });
}

/**
 * Signs out of every browser, this one included; cancels the open sends where that is asked for.
 */
export function useSignOutEverywhere() {
  return useMutation({
    mutationFn: (choice: InputOf<typeof signOutEverywhere>) =>
      call(signOutEverywhere, choice, {
        fallback: "We couldn't sign you out everywhere. Try again.",
      }),
  });
}

const EXPORT_KEY = ["export"] as const;

/** Milliseconds until the page looks at an export at work again. */
const EXPORT_LOOK_MS = 2_000;

/** The export of the user's data, read when someone looks and followed while it is at work. */
export function useExport(isWatched: boolean) {
  const cache = useQueryClient();
  const isAtWork = cache.getQueryData<ExportState>(EXPORT_KEY)?.state === "working";
  return useQuery({
    queryKey: EXPORT_KEY,
    queryFn: async ({ signal }): Promise<ExportState> =>
      (await call(getExport, {}, { signal, fallback: "We couldn't check your download." })).export,
    enabled: isWatched || isAtWork,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.state === "working" && EXPORT_LOOK_MS,
  });
}

/** Begins an export of everything that is stored of the user, or joins the one at work. */
export function useStartExport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<ExportState> =>
      (await call(startExport, {}, { fallback: "We couldn't prepare your data." })).export,
    onSuccess: (made) => cache.setQueryData(EXPORT_KEY, made),
  });
}

/** Deletes the signed-in user's account at the server. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: () => call(deleteAccount, {}, { fallback: "We couldn't delete your account." }),
  });
}
