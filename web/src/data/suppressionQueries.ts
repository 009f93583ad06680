import {
  addSuppressions,
  getSuppressions,
  removeSuppressions,
  type Suppression,
  type SuppressionSource,
} from "@sendwright/core/contract";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";

const SUPPRESSIONS_KEY = ["suppressions"] as const;

/** The list of people you don't email. Only the page's memory has it. */
interface Suppressions {
  version: number;
  /** The latest first. */
  suppressions: readonly Suppression[];
}

/**
 * The people you don't email, once someone needs them; asked for again when the tab is looked at.
 */
export function useSuppressions(isNeeded: boolean) {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: SUPPRESSIONS_KEY,
    queryFn: ({ signal }): Promise<Suppressions> =>
      call(
        getSuppressions,
        {},
        { signal, fallback: "We couldn't load your list of people you don't email." },
      ),
    enabled: isAuthenticated && isNeeded,
    refetchOnWindowFocus: "always",
  });
}

/** The `addressKey`s of the people you don't email; undefined if they aren't known. */
export function useSuppressedKeys(isNeeded: boolean) {
  const { data, isLoading, error, isFetching, refetch } = useSuppressions(isNeeded);
  const suppressions = data?.suppressions;
  const suppressed = useMemo(
    () =>
      suppressions && isNeeded
        ? new Set(suppressions.map(({ address }) => addressKey(address)))
        : undefined,
    [suppressions, isNeeded],
  );
  return { suppressed, isLoading, failure: data || !error ? null : { error, isFetching, refetch } };
}

/** Adds addresses, all or none; returns the entries that are new. */
export function useAddSuppressions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (added: { addresses: string[]; source: SuppressionSource }) =>
      call(addSuppressions, added, { fallback: "We couldn't add to your list. Try again." }),
    onSuccess: ({ version, added }) =>
      apply(cache, version, added.length > 0, (before) => {
        const keys = keysOf(added);
        return [...added, ...before.filter(({ address }) => !keys.has(addressKey(address)))];
      }),
  });
}

/** Removes addresses; returns the entries that were there. */
export function useRemoveSuppressions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (addresses: string[]) =>
      call(
        removeSuppressions,
        { addresses },
        { fallback: "We couldn't remove from your list. Try again." },
      ),
    onSuccess: ({ version, removed }) =>
      apply(cache, version, removed.length > 0, (before) => {
        const keys = keysOf(removed);
        return before.filter(({ address }) => !keys.has(addressKey(address)));
      }),
  });
}

/** Does to the list on this page what the server did; asks again if another tab changed it, too. */
async function apply(
  cache: QueryClient,
  version: number,
  isChanged: boolean,
  change: (before: readonly Suppression[]) => readonly Suppression[],
): Promise<void> {
  await cache.cancelQueries({ queryKey: SUPPRESSIONS_KEY });
  const before = cache.getQueryData<Suppressions>(SUPPRESSIONS_KEY);
  if (before && version === before.version + (isChanged ? 1 : 0))
    cache.setQueryData(SUPPRESSIONS_KEY, { version, suppressions: change(before.suppressions) });
  else await cache.invalidateQueries({ queryKey: SUPPRESSIONS_KEY });
}

function keysOf(entries: readonly Suppression[]): ReadonlySet<string> {
  return new Set(entries.map(({ address }) => addressKey(address)));
}
