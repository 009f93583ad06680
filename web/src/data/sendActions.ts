import {
  AppError,
  cancelSend,
  deleteSend,
  findReceived,
  getCorrections,
  getSendMail,
  type InputOf,
  moveSend,
  type OutputOf,
  pauseSend,
  receivedRows,
  resumeSend,
  retrySend,
  type Send,
  type SendAnswer,
  testSend,
} from "@sendwright/core/contract";
import type { RowFile } from "@sendwright/core/contract/sendCalls";
import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "../lib/call.ts";
import { CONFIG_KEY } from "./configQuery.ts";
import type { FilesOfSend } from "./filesOfSend.ts";
import { noteSend, progressKey } from "./sendProgress.ts";
import { OLDER_KEY, SENDS_KEY } from "./sendQueries.ts";
import { readTemplatesAfter } from "./templateQueries.ts";

/**
 * The email of one row of the send (null to show none). It never changes. Until it is there, the
 * one before stays, if `canStay` allows its row.
 */
export function useSendMail(id: string, row: number | null, canStay = (_row: number) => true) {
  return useQuery({
    queryKey: ["send-mail", id, row],
    queryFn: ({ signal }) =>
      call(getSendMail, { id, row: row ?? 1 }, { signal, fallback: "Could not load this email." }),
    enabled: row !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => {
      const last = query?.queryKey[2];
      return typeof last === "number" && canStay(last) ? before : undefined;
    },
  });
}

const NO_RECIPIENTS = { fallback: "Could not load the recipients of this send." };

/** Reads who received a finished send, with their values. Throws Error. */
export function useReceivers(id: string) {
  const mutationKey = ["receivers", id];
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: () => call(getCorrections, { id, who: "received" }, NO_RECIPIENTS),
  });
  // Several buttons read them.
  return { mutateAsync, isPending: useIsMutating({ mutationKey }) > 0 };
}

/**
 * Reads who of a finished send can be corrected now, or for whom a scheduled one is to be edited.
 * Throws Error.
 */
export function useCorrections(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(getCorrections, { id }, NO_RECIPIENTS),
    onError: () => {
      // It isn't as the screen has it: it has begun, or another tab has sent failed rows again.
      void cache.invalidateQueries({ queryKey: SENDS_KEY });
      void cache.invalidateQueries({ queryKey: progressKey(id) });
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

/** The files of the rows that a test tries out: those to upload, and those of an earlier send's rows. */
export interface TestFiles {
  named: RowFile[];
  files: FilesOfSend;
  of: { send: string; row: number }[];
}

interface TestMail {
  input: InputOf<typeof testSend>;
  files: readonly File[];
  /** Null for none. */
  own: TestFiles | null;
}

function namedIn({
  named,
  of,
}: TestFiles): Pick<InputOf<typeof testSend>, "row_files" | "files_of"> {
  const [only] = of;
  return {
    ...(named.length > 0 && { row_files: named }),
    ...(only && { files_of: of.length === 1 ? only : of }),
  };
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
      if (!own || own.named.length === 0) return make();
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
