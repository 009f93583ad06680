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
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";
import { CONFIG_KEY } from "./config.ts";
import { isOpen, noteSend, progressKey } from "./sendProgress.ts";

export const SENDS_KEY = ["sends"] as const;

/** Gives the user's latest sends, newest first. Throws AppError. */
export async function readSends(signal?: AbortSignal): Promise<Send[]> {
  const { sends } = await call(listSends, {}, { signal, fallback: "Could not load your sends." });
  return sends.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

/**
 * Gives the user's latest sends, newest first; while one of them goes on, it looks again every few seconds. `awaited`: the id of a
 * send that is about to appear, because the call that begins it is on its way.
 */
export function useSends(awaited: string | null = null) {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: SENDS_KEY,
    queryFn: ({ signal }) => readSends(signal),
    enabled: isAuthenticated,
    staleTime: 5_000,
    refetchInterval: ({ state }) => {
      if (awaited !== null && !state.data?.some(({ id }) => id === awaited)) return 1_000;
      return state.data?.some(isOpen) ? 5_000 : false;
    },
  });
}

export interface BulkSend {
  input: InputOf<typeof sendBulk> & { idempotency_key: string };
  files: { csv_file?: File[]; attachments?: readonly File[] };
}

/** Failures after which nobody here knows whether the server began the send. */
export const UNCERTAIN: ReadonlySet<string> = new Set([
  "no_answer",
  "gateway_timeout",
  "service_unavailable",
  "internal_server_error",
  "bad_answer",
]);

/** What became of a call to send. */
export type BeginOutcome =
  | { kind: "begun"; answer: SendAnswer }
  /** The call's own answer was lost, but the send is there. */
  | { kind: "found"; send: Send }
  /** The answer was lost, and so was the one that would have told: nobody knows yet. */
  | { kind: "unknown"; error: AppError };

/**
 * Begins a bulk send; `input.idempotency_key` is its id. An answer that is lost on the way is asked for again by that id, so that
 * nobody is left to guess. Throws AppError when certainly nothing was sent.
 */
async function begin({ input, files }: BulkSend): Promise<BeginOutcome> {
  try {
    const parts = { ...(files.csv_file && { csv_file: files.csv_file }), attachments: files.attachments ?? [] };
    return { kind: "begun", answer: await call(sendBulk, input, { files: parts, fallback: "Bulk send failed." }) };
  } catch (error) {
    if (!(error instanceof AppError) || !UNCERTAIN.has(error.reason)) throw error;
    return await ask(input.idempotency_key, error);
  }
}

async function ask(key: string, lost: AppError): Promise<BeginOutcome> {
  const sends = await readSends().catch(() => null);
  if (!sends) return { kind: "unknown", error: lost };
  const send = sends.find(({ id }) => id === key);
  if (!send) throw lost;
  return { kind: "found", send };
}

/**
 * Begins a bulk send. Gives its outcome; throws AppError when certainly nothing was sent. `onOutcome` hears of either (null for
 * none), even when the screen has gone meanwhile.
 */
export function useBeginBulk(onOutcome: (outcome: BeginOutcome | null, error: Error | null) => void) {
  const cache = useQueryClient();
  return useMutation<BeginOutcome, Error, BulkSend>({
    mutationFn: begin,
    onSuccess: (outcome) => {
      if (outcome.kind === "begun") noteSend(cache, outcome.answer.send, outcome.answer.results);
      if (outcome.kind === "found") noteSend(cache, outcome.send);
      onOutcome(outcome, null);
    },
    onError: (error) => onOutcome(null, error),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: SENDS_KEY }),
        cache.invalidateQueries({ queryKey: CONFIG_KEY }),
      ]),
  });
}

export type SendControl = "pause" | "resume" | "cancel" | "retry" | "delete";

const CONTROLS = {
  pause: { endpoint: pauseSend, fallback: "The send could not be paused." },
  resume: { endpoint: resumeSend, fallback: "The send could not be resumed." },
  cancel: { endpoint: cancelSend, fallback: "The send could not be cancelled." },
  delete: { endpoint: deleteSend, fallback: "The send could not be deleted." },
} as const;

/** Changes a send: pause, resume, cancel, delete; `retry` sends failed rows again, or exactly the `rows` named. */
export function useControlSend(id: string) {
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
    onSettled: () => cache.invalidateQueries({ queryKey: SENDS_KEY }),
  });
}

/** Sends one mail to the signed-in address, with the values given. */
export function useTestSend() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof testSend>) => call(testSend, input, { fallback: "The test could not be sent." }),
    onSettled: () => cache.invalidateQueries({ queryKey: CONFIG_KEY }),
  });
}
