import {
  getSettings,
  type InputOf,
  MAX_HOLD_SECONDS,
  type Settings,
  saveSettings,
} from "@sendwright/core/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";

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
