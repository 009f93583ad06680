import {
  deleteAccount,
  disconnect,
  type ExportState,
  getExport,
  type InputOf,
  signOutEverywhere,
  startExport,
} from "@sendwright/core/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { CONFIG_KEY } from "./configQuery.ts";

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
