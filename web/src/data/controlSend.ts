import {
  cancelSend,
  deleteSend,
  moveSend,
  pauseSend,
  resumeSend,
  retrySend,
  type Send,
} from "@sendwright/core/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { noteSend, progressKey } from "./sendProgress.ts";
import { OLDER_KEY, SENDS_KEY } from "./sendQueries.ts";

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

/** Changes a send. Calls `onError` even if the screen is closed by then. */
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
