import {
  type InputOf,
  listSends,
  type Send,
  type SendAnswer,
  sendBulk,
  sendDirect,
} from "@sendwright/core/contract";
import { directSendFailure } from "@sendwright/core/contract/messages";
import { ownTimeZone } from "@sendwright/core/hours/hours";
import { isOpen } from "@sendwright/core/sends/counts";
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";
import { POLL_TIMES, waitFor } from "./sendProgress.ts";

export const SENDS_KEY = ["sends"] as const;

/**
 * The user's sends as far as they have been read: all that are not over, and the latest that are.
 * Newest first.
 */
export interface SendList {
  sends: Send[];
  /** Where the older ones begin; null: there are no more. */
  before: string | null;
  /** How many of these pages can't be read. */
  unreadable: number;
  /** When the whole list was read, in milliseconds since 1970. */
  readAt: number;
}

const FALLBACK = "Could not load your sends.";
const newestFirst = (sends: Send[]) =>
  sends.toSorted((a, b) => b.created_at.localeCompare(a.created_at));

/** The first page of the user's sends. Throws AppError. */
async function readSends(signal?: AbortSignal): Promise<SendList> {
  const readAt = Date.now();
  const { sends, ...rest } = await call(listSends, {}, { signal, fallback: FALLBACK });
  return { sends: newestFirst(sends), ...rest, readAt };
}

/** The page of sends, latest first, that begins where another one ended. Throws AppError. */
async function readSendsBefore(
  before: string,
  signal?: AbortSignal,
): Promise<Omit<SendList, "readAt">> {
  return call(listSends, { before }, { signal, fallback: FALLBACK });
}

/**
 * How long only the sends in progress are read again (milliseconds); then the whole list is,
 * because another window may have sent. A whole list costs ten times as much as those in progress
 * (`functions/src/store/spending.test.ts`).
 */
const WHOLE_LIST_MS = 600_000;

const readOpen = async (signal?: AbortSignal): Promise<Send[]> =>
  (await call(listSends, { only: "open" }, { signal, fallback: FALLBACK })).sends;

/** The list with these sends, new or as they are now. */
function withSends(known: SendList, now: readonly Send[]): SendList {
  const changed = new Set(now.map(({ id }) => id));
  return {
    ...known,
    sends: newestFirst([...now, ...known.sends.filter(({ id }) => !changed.has(id))]),
  };
}

/**
 * Adds sends that have just begun to the known list, and returns it; reads all of it if none is
 * known. Throws AppError.
 */
export async function readBegun(
  known: SendList | undefined,
  signal?: AbortSignal,
): Promise<SendList> {
  return known ? withSends(known, await readOpen(signal)) : readSends(signal);
}

/**
 * Notes a send as an answer brought it in the list, if that is known, so that no one has to read
 * the list again for it.
 */
export function noteInList(cache: QueryClient, send: Send): void {
  const list = cache.getQueryState(SENDS_KEY);
  // An answer under way may be from before.
  if (list?.isInvalidated || list?.fetchStatus === "fetching") {
    void cache.invalidateQueries({ queryKey: SENDS_KEY });
    return;
  }
  cache.setQueryData<SendList>(SENDS_KEY, (known) => known && withSends(known, [send]));
}

/** Notes in the list that a send has taken the place of a scheduled one, in one moment. */
export function noteReplaced(cache: QueryClient, replaced: string, by: string): void {
  cache.setQueryData<SendList>(SENDS_KEY, (known) => {
    const send = known?.sends.find(({ id }) => id === replaced);
    return known && send && withSends(known, [{ ...send, state: "cancelled", replaced_by: by }]);
  });
  // Whatever is being read now may be from before.
  void cache.invalidateQueries({ queryKey: SENDS_KEY });
}

/** Rereads the sends of the list that have not ended: finished ones don't change. */
async function readAgain(known: SendList, signal: AbortSignal): Promise<SendList> {
  if (!known.sends.some(isOpen) || Date.now() - known.readAt > WHOLE_LIST_MS)
    return readSends(signal);
  const open = await readOpen(signal);
  const stillOpen = new Set(open.map(({ id }) => id));
  if (known.sends.some((send) => isOpen(send) && !stillOpen.has(send.id))) return readSends(signal);
  return withSends(known, open);
}

/**
 * The wait until the next look at the sends that are not over (milliseconds), false when all are.
 */
function nextLook(sends: readonly Send[] = []): number | false {
  const waits = sends.filter(isOpen).map((send) => waitFor(send, POLL_TIMES.list));
  return waits.length > 0 && Math.min(...waits);
}

/**
 * The user's list of sends; while one of them is not over, it looks at those again now and then.
 */
export function useSendList() {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: SENDS_KEY,
    queryFn: ({ client, signal }) => {
      const known = client.getQueryState<SendList>(SENDS_KEY);
      // A change of a send invalidates the list, and then all are read.
      return known?.data && !known.isInvalidated
        ? readAgain(known.data, signal)
        : readSends(signal);
    },
    enabled: isAuthenticated,
    staleTime: 5_000,
    refetchInterval: ({ state }) => nextLook(state.data?.sends),
  });
}

export const OLDER_KEY = ["older-sends"] as const;

/**
 * The sends before the end of the list (null: there are none), page by page, once they were asked
 * for.
 */
export function useOlderSends(before: string | null, isAsked: boolean) {
  return useInfiniteQuery({
    queryKey: [...OLDER_KEY, before],
    queryFn: ({ pageParam, signal }) =>
      pageParam === null ? readSends(signal) : readSendsBefore(pageParam, signal),
    initialPageParam: before,
    getNextPageParam: (page) => page.before,
    enabled: isAsked && before !== null,
    placeholderData: keepPreviousData,
  });
}

type InputWithoutKey<E extends typeof sendBulk | typeof sendDirect> = Omit<
  InputOf<E>,
  "idempotency_key"
>;

/** A call that begins a send. */
export type SendCall =
  | {
      to: "send";
      input: InputWithoutKey<typeof sendDirect>;
      files: { attachments: readonly File[] };
    }
  | {
      to: "send-bulk";
      input: InputWithoutKey<typeof sendBulk>;
      files: { csv_file?: readonly File[]; attachments: readonly File[] };
    };

/** Begins a send; its key is the send's id. Throws AppError; `isLost` tells what that means. */
export function beginSend(
  key: string,
  { to, input, files }: SendCall,
  hold: { hold?: number } = {},
): Promise<SendAnswer> {
  const common = { time_zone: ownTimeZone(), ...hold, idempotency_key: key };
  if (to === "send")
    return call(sendDirect, { ...common, ...input }, { files, fallback: directSendFailure });
  // A scheduled send isn't held: it can be edited or canceled until it starts. Nor is one that takes
  // the place of another, which Undo couldn't bring back.
  const { hold: _, ...unheld } = common;
  const isHeld = input.start_at === undefined && input.replaces === undefined;
  return call(
    sendBulk,
    { ...(isHeld ? common : unheld), ...input },
    { files, fallback: "Bulk send failed." },
  );
}
