import {
  AppError,
  cancelSend,
  deleteSend,
  findReceived,
  getCorrections,
  getSendMail,
  type InputOf,
  listSends,
  moveSend,
  type OutputOf,
  pauseSend,
  receivedRows,
  resumeSend,
  retrySend,
  type Send,
  type SendAnswer,
  sendBulk,
  sendDirect,
  testSend,
} from "@sendwright/core/contract";
import type { RowFile } from "@sendwright/core/contract/sendCalls";
import { ownTimeZone } from "@sendwright/core/hours/hours";
import { directSendFailure, isOpen } from "@sendwright/core/sends/counts";
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";
import { CONFIG_KEY } from "./configQuery.ts";
import type { FilesOfSend } from "./filesOfSend.ts";
import { noteSend, POLL_TIMES, progressKey, waitFor } from "./sendProgress.ts";
import { readTemplatesAfter } from "./templateQueries.ts";

/** The email of one row of the send (null to show none). It never changes. */
export function useSendMail(id: string, row: number | null) {
  return useQuery({
    queryKey: ["send-mail", id, row],
    queryFn: ({ signal }) =>
      call(getSendMail, { id, row: row ?? 1 }, { signal, fallback: "Could not load this email." }),
    enabled: row !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

const NO_RECIPIENTS = { fallback: "Could not load the recipients of this send." };

/** Reads who received a finished send, with their values. Throws Error. */
export function useReceivers(id: string) {
  return useMutation({
    mutationFn: () => call(getCorrections, { id, who: "received" }, NO_RECIPIENTS),
  });
}

/** Reads who of a send can be corrected now; cancels a scheduled send for it. Throws Error. */
export function useCorrections(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ isOver }: { isOver: boolean }) => {
      const people = () => call(getCorrections, { id }, NO_RECIPIENTS);
      if (isOver) return people();
      await call(
        cancelSend,
        { id, only: "scheduled" },
        { fallback: "We couldn't cancel the send." },
      );
      return people().catch((error: unknown) => {
        const text = "The send is canceled, but we couldn't load its recipients.";
        throw new Error(`${text} Open it in Sends and click “Edit it first”.`, { cause: error });
      });
    },
    // It is cancelled now, or not as the screen has it: another tab may have sent failed rows
    // again.
    onSettled: (_corrections, error, { isOver }) => {
      if (isOver && error === null) return;
      void cache.invalidateQueries({ queryKey: SENDS_KEY });
      return cache.invalidateQueries({ queryKey: progressKey(id) });
    },
  });
}

export type Receipts = OutputOf<typeof findReceived>["received"];

/** Reads who already received an email, may have, or is about to. Throws AppError. */
export async function whoReceived(input: InputOf<typeof findReceived>): Promise<Receipts> {
  return (await call(findReceived, input)).received;
}

/**
 * Who already received the email, if that is why the server refused to send rows again; otherwise
 * null.
 */
export function receivedOf(error: Error): Receipts | null {
  if (!(error instanceof AppError) || error.reason !== "already_received") return null;
  return receivedRows.check(z.minLength(1)).safeParse(error.details?.received).data ?? null;
}

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
  // What is being read may be from before.
  if (list?.isInvalidated || list?.fetchStatus === "fetching") {
    void cache.invalidateQueries({ queryKey: SENDS_KEY });
    return;
  }
  cache.setQueryData<SendList>(SENDS_KEY, (known) => known && withSends(known, [send]));
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

const OLDER_KEY = ["older-sends"] as const;

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
  // A scheduled send isn't held: it can be changed or canceled until it starts.
  const { hold: _, ...unheld } = common;
  const isScheduled = input.start_at !== undefined;
  return call(
    sendBulk,
    { ...(isScheduled ? unheld : common), ...input },
    { files, fallback: "Bulk send failed." },
  );
}

/** The rows of a retry. */
export interface RetriedRows {
  rows: number[];
  /** Those to send although their people have the email from another send. */
  received: number[];
}

/** A change of a send. A move names an ISO time or "now". */
export type SendChange =
  | { control: "pause" | "resume" | "cancel" | "delete" }
  | { control: "move"; startAt: string }
  | ({ control: "retry" } & RetriedRows);

const CONTROLS = {
  pause: { endpoint: pauseSend, fallback: "We couldn't pause the send." },
  resume: { endpoint: resumeSend, fallback: "We couldn't resume the send." },
  cancel: { endpoint: cancelSend, fallback: "We couldn't cancel the send." },
  delete: { endpoint: deleteSend, fallback: "We couldn't delete the send." },
} as const;

function answerTo(id: string, change: SendChange): Promise<{ send: Send }> {
  if (change.control === "retry") {
    const { rows, received } = change;
    return call(
      retrySend,
      { id, rows, received },
      { fallback: "We couldn't send the rows again." },
    );
  }
  if (change.control === "move") {
    return call(
      moveSend,
      { id, start_at: change.startAt },
      { fallback: "We couldn't reschedule the send." },
    );
  }
  const { endpoint, fallback } = CONTROLS[change.control];
  return call(endpoint, { id }, { fallback });
}

/**
 * Changes a send. `onError` hears of a failure even if the screen is closed by then.
 */
export function useControlSend(id: string, onError: (error: Error) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (change: SendChange): Promise<Send> => (await answerTo(id, change)).send,
    onSuccess: (send, { control }) => {
      // A deleted send can't be read again.
      if (control === "delete") cache.removeQueries({ queryKey: progressKey(id) });
      else noteSend(cache, send);
    },
    onError: (error) => {
      // It may have been done although the answer was lost, or the send is not as the screen shows
      // it.
      void cache.invalidateQueries({ queryKey: progressKey(id) });
      onError(error);
    },
    onSettled: (_send, _error, { control }) => {
      if (control === "delete") void cache.invalidateQueries({ queryKey: OLDER_KEY });
      return cache.invalidateQueries({ queryKey: SENDS_KEY });
    },
  });
}

/** The files of the row that a test tries out: those to upload, or those of an earlier send's row. */
export type TestFiles =
  | { named: RowFile[]; files: FilesOfSend }
  | { of: NonNullable<InputOf<typeof testSend>["files_of"]> };

interface TestMail {
  input: InputOf<typeof testSend>;
  files: readonly File[];
  /** Null for none. */
  own: TestFiles | null;
}

function namedIn(own: TestFiles): Pick<InputOf<typeof testSend>, "row_files" | "files_of"> {
  return "of" in own ? { files_of: own.of } : { row_files: own.named };
}

/**
 * Sends one email to the signed-in address, with the values given. Reports its outcome even if the
 * screen is closed by then.
 */
export function useTestSend({
  onEnd,
  onError,
}: {
  onEnd: (answer: SendAnswer) => void;
  onError: (error: Error) => void;
}) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ input, files, own }: TestMail) => {
      const make = () =>
        call(
          testSend,
          { ...input, ...(own && namedIn(own)) },
          {
            fallback: "We couldn't send the test.",
            ...(files.length > 0 && { files: { attachments: files } }),
          },
        );
      if (!own || "of" in own) return make();
      const options = { signal: new AbortController().signal, onProgress: () => undefined };
      await own.files.upload(options);
      return own.files.call(make, options);
    },
    onSuccess: onEnd,
    onError: (error) => {
      if (error instanceof AppError) readTemplatesAfter(cache, error);
      onError(error);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: CONFIG_KEY }),
  });
}
