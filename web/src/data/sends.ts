import {
  AppError,
  cancelSend,
  deleteSend,
  type InputOf,
  listSends,
  pauseSend,
  resumeSend,
  retrySend,
  type Send,
  type SendAnswer,
  sendBulk,
  testSend,
} from "@sendwright/functions/contract";
import { ownTimeZone } from "@sendwright/functions/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";
import { CONFIG_KEY } from "./config.ts";
import { LOOKS, waitFor } from "./lookTimes.ts";
import { isOpen, noteSend, progressKey } from "./sendProgress.ts";

export const SENDS_KEY = ["sends"] as const;

/** Gives the user's latest sends, newest first. Throws AppError. */
export async function readSends(signal?: AbortSignal): Promise<Send[]> {
  const { sends } = await call(listSends, {}, { signal, fallback: "Could not load your sends." });
  return sends.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Takes the sends as known; gives them with those that are not over as they now are: what has ended does not change. */
async function readAgain(known: Send[], signal: AbortSignal): Promise<Send[]> {
  const { sends: open } = await call(listSends, { only: "open" }, { signal, fallback: "Could not load your sends." });
  const stillOpen = new Set(open.map(({ id }) => id));
  if (known.some((send) => isOpen(send) && !stillOpen.has(send.id))) return readSends(signal);
  const ended = known.filter(({ id }) => !stillOpen.has(id));
  return [...open, ...ended].toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Takes sends; gives the wait until the next look at those that are not over (milliseconds), false when all are. */
function nextLook(sends: readonly Send[] = []): number | false {
  const waits = sends.filter(isOpen).map((send) => waitFor(send, LOOKS.list));
  return waits.length > 0 && Math.min(...waits);
}

/** Gives the user's latest sends, newest first; while one of them is not over, it looks at those again now and then. */
export function useSends() {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: SENDS_KEY,
    queryFn: ({ client, signal }) => {
      const known = client.getQueryState<Send[]>(SENDS_KEY);
      // Whoever changes a send says so, and then all are read.
      return known?.data && !known.isInvalidated ? readAgain(known.data, signal) : readSends(signal);
    },
    enabled: isAuthenticated,
    staleTime: 5_000,
    refetchInterval: ({ state }) => nextLook(state.data),
  });
}

export interface BulkCall {
  input: Omit<InputOf<typeof sendBulk>, "idempotency_key">;
  files: { csv_file?: File[]; attachments?: readonly File[] };
}

/** Takes a key, which is the send's id, and a call; begins a bulk send. Throws AppError; `isLost` tells what that means. */
export function beginBulk(key: string, { input, files }: BulkCall): Promise<SendAnswer> {
  const parts = { ...(files.csv_file && { csv_file: files.csv_file }), attachments: files.attachments ?? [] };
  const sent = { time_zone: ownTimeZone(), ...input, idempotency_key: key };
  return call(sendBulk, sent, { files: parts, fallback: "Bulk send failed." });
}

/** Failures after which nobody here knows whether the server has done what it was asked to. */
const UNCERTAIN: ReadonlySet<string> = new Set([
  "no_answer",
  "gateway_timeout",
  "service_unavailable",
  "internal_server_error",
  "bad_answer",
]);

/** Takes what a call failed with; tells whether the server may have done it all the same. */
export function isLost(error: unknown): boolean {
  return error instanceof AppError && UNCERTAIN.has(error.reason);
}

export type SendControl = "pause" | "resume" | "cancel" | "retry" | "delete";

const CONTROLS = {
  pause: { endpoint: pauseSend, fallback: "The send could not be paused." },
  resume: { endpoint: resumeSend, fallback: "The send could not be resumed." },
  cancel: { endpoint: cancelSend, fallback: "The send could not be cancelled." },
  delete: { endpoint: deleteSend, fallback: "The send could not be deleted." },
} as const;

/**
 * Changes a send: pause, resume, cancel, delete; `retry` sends failed rows again, or exactly the `rows` named. `onError` hears of a
 * failure even when the screen has gone meanwhile.
 */
export function useControlSend(id: string, onError: (error: Error) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ control, rows }: { control: SendControl; rows?: number[] }): Promise<Send> => {
      if (control === "retry") {
        return (await call(retrySend, { id, rows }, { fallback: "The rows could not be sent again." })).send;
      }
      const { endpoint, fallback } = CONTROLS[control];
      return (await call(endpoint, { id }, { fallback })).send;
    },
    onSuccess: (send, { control }) => {
      // What was deleted is not there to be looked at again.
      if (control === "delete") cache.removeQueries({ queryKey: progressKey(id) });
      else noteSend(cache, send);
    },
    onError,
    onSettled: () => cache.invalidateQueries({ queryKey: SENDS_KEY }),
  });
}

/** Sends one mail to the signed-in address, with the values given. Its outcome is heard even when the screen has gone meanwhile. */
export function useTestSend({
  onEnd,
  onError,
}: {
  onEnd: (answer: SendAnswer) => void;
  onError: (error: Error) => void;
}) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof testSend>) => call(testSend, input, { fallback: "The test could not be sent." }),
    onSuccess: onEnd,
    onError,
    onSettled: () => cache.invalidateQueries({ queryKey: CONFIG_KEY }),
  });
}
