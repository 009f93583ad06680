import {
  AppError,
  addSuppressions,
  getSuppressions,
  removeSuppressions,
  type Suppression,
  type SuppressionSource,
} from "@sendwright/core/contract";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { withCommas } from "@sendwright/core/withCommas";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";
import { useSame, useStable } from "../lib/useStable.ts";

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
  const cache = useQueryClient();
  return useQuery({
    queryKey: SUPPRESSIONS_KEY,
    queryFn: ({ signal }) => readAgain(cache.getQueryData(SUPPRESSIONS_KEY), signal),
    enabled: isAuthenticated && isNeeded,
    refetchOnWindowFocus: "always",
  });
}

/** The list as it is now. Only another version than the page has travels. */
async function readAgain(before: Suppressions | undefined, signal: AbortSignal) {
  const { version, suppressions } = await call(
    getSuppressions,
    before ? { version: String(before.version) } : {},
    { signal, fallback: "We couldn't load your list of people you don't email." },
  );
  return { version, suppressions: suppressions ?? before?.suppressions ?? [] };
}

/**
 * The `addressKey`s of the people you don't email, undefined if they aren't known, and a function
 * that asks for them again if someone needs them.
 */
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
  const failure = useMemo(
    () => (data || !error ? null : { error, isFetching, refetch }),
    [data, error, isFetching, refetch],
  );
  const lookAgain = useStable(() => {
    if (isNeeded) void refetch({ cancelRefetch: false });
  });
  return useSame({ suppressed, lookAgain, isLoading, failure });
}

/** Bytes of addresses in one call, below what the server takes (`MAX_TEXT_BYTES`). */
const CALL_BYTES = 1_900_000;

/** These addresses in as many calls as they need; nearly always one. */
function callsFor(addresses: readonly string[]): string[][] {
  const calls: string[][] = [];
  let bytes = CALL_BYTES;
  for (const address of addresses) {
    const more = new TextEncoder().encode(JSON.stringify(address)).length + 1;
    bytes += more;
    if (bytes > CALL_BYTES) {
      calls.push([]);
      bytes = more;
    }
    calls.at(-1)?.push(address);
  }
  return calls;
}

/**
 * Makes the calls that these addresses need, one after the other; returns the last version and all
 * changed entries. The error of a later call says for how many the earlier ones succeeded.
 */
async function inCalls(
  addresses: readonly string[],
  word: "added" | "removed",
  make: (part: string[]) => Promise<{ version: number; changed: readonly Suppression[] }>,
) {
  const changed: Suppression[] = [];
  let version = 0;
  let done = 0;
  for (const part of callsFor(addresses)) {
    try {
      const answer = await make(part);
      version = answer.version;
      changed.push(...answer.changed);
      done += part.length;
    } catch (error) {
      if (done === 0 || !(error instanceof AppError)) throw error;
      const some = `${withCommas(done)} of ${withCommas(addresses.length)}`;
      const message = `Only the first ${some} addresses were ${word}. ${error.message}`;
      throw new AppError(error.reason, message, { cause: error });
    }
  }
  return { version, changed };
}

interface Addition {
  addresses: string[];
  source: SuppressionSource;
  /** By address: since when it was on the list, before it was removed. */
  since?: ReadonlyMap<string, string>;
}

/** Adds addresses, all that fit into one call or none of them; returns the entries that are new. */
export function useAddSuppressions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ source, since, ...given }: Addition) => {
      const { version, changed } = await inCalls(given.addresses, "added", async (addresses) => {
        const words = { fallback: "We couldn't add to your list. Try again." };
        const times = since && { since: addresses.flatMap((one) => since.get(one) ?? []) };
        const answer = await call(addSuppressions, { addresses, source, ...times }, words);
        return { version: answer.version, changed: answer.added };
      });
      return { version, added: changed };
    },
    onError: () => void cache.invalidateQueries({ queryKey: SUPPRESSIONS_KEY }),
    onSuccess: ({ version, added }) =>
      apply(cache, version, added.length > 0, (before) => {
        const keys = keysOf(added);
        const others = before.filter(({ address }) => !keys.has(addressKey(address)));
        return [...added, ...others].sort((a, b) => b.since.localeCompare(a.since));
      }),
  });
}

/** Removes addresses; returns the entries that were there. */
export function useRemoveSuppressions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (given: string[]) => {
      const { version, changed } = await inCalls(given, "removed", async (addresses) => {
        const words = { fallback: "We couldn't remove from your list. Try again." };
        const answer = await call(removeSuppressions, { addresses }, words);
        return { version: answer.version, changed: answer.removed };
      });
      return { version, removed: changed };
    },
    onError: () => void cache.invalidateQueries({ queryKey: SUPPRESSIONS_KEY }),
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
