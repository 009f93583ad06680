import { AppError } from "@sendwright/functions/contract";
import { type Dispatch, useEffect, useState } from "react";
import { useToast } from "../../../components/Toasts.tsx";
import {
  type DirectSend,
  directSendFailure,
  isOutcomeOpen,
  useBeginDirect,
  useIsBeginningDirect,
} from "../../../data/directSend.ts";
import { isOpen, useSendProgress } from "../../../data/sendProgress.ts";
import { counted } from "../../../lib/counted.ts";
import type { DirectForm, FormAction } from "../form/directForm.ts";
import { isAllSent } from "./outcome.ts";

/** How long the outcome stays to be read (specification, section 9). */
const SUCCESS_TOAST = 8_000;
const FAILURE_TOAST = 10_000;

const NOT_BEGUN = "The connection was lost before the server had your emails. Nobody got one; you can send again.";

/**
 * Begins a send, follows it and says what became of it. Whatever happened to the answer (lost on the way, the page reloaded, another
 * tab of the application opened meanwhile), the server is asked for the send by its key, and the form is changed by what it says.
 */
export function useSending(form: DirectForm, change: Dispatch<FormAction>) {
  const toast = useToast();
  const beginning = useBeginDirect();
  const isBeginning = useIsBeginningDirect();
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const { shown, isSending } = form;
  const { data: progress, error } = useSendProgress(isBeginning ? null : shown, { mayBeLate: isSending });

  const ended = isSending && !isBeginning && progress && !isOpen(progress.send) ? progress : null;
  const answer = beginning.data?.send_id === shown ? beginning.data : undefined;
  useEffect(() => {
    if (!ended) return;
    const { counts } = ended.send;
    change({ type: "ended", results: ended.results });
    if (isAllSent(counts)) {
      toast(`${counted(counts.sent, "email")} sent.`, { variant: "success", duration: SUCCESS_TOAST });
      return;
    }
    const reason = counts.sent > 0 ? "partially_sent" : "send_failed";
    toast(`Send Error: ${answer?.error ?? directSendFailure(reason)}`, { variant: "danger", duration: FAILURE_TOAST });
  }, [ended, answer, change, toast]);

  const isNotBegun = isSending && !isBeginning && error instanceof AppError && error.reason === "not_found";
  useEffect(() => {
    if (!isNotBegun) return;
    change({ type: "notBegun" });
    setRefusal(new AppError("no_answer", NOT_BEGUN));
    toast(`Send Error: ${NOT_BEGUN}`, { variant: "danger", duration: FAILURE_TOAST });
  }, [isNotBegun, change, toast]);

  const refuse = (failure: Error) => {
    setRefusal(
      failure instanceof AppError ? failure : new AppError("send_failed", failure.message, { cause: failure }),
    );
    toast(`Send Error: ${failure.message}`, { variant: "danger", duration: FAILURE_TOAST });
  };
  return {
    progress: progress ?? null,
    isBeginning,
    refusal,
    /** Takes what keeps anything from being sent; shows it as a failure to send. */
    refuse,
    dismiss: () => setRefusal(null),
    /** Takes the call for a key; begins the send. */
    begin: (request: (key: string) => DirectSend) => {
      if (isSending || isBeginning) return;
      const key = form.key ?? crypto.randomUUID();
      setRefusal(null);
      change({ type: "sending", key });
      beginning.mutate(request(key), {
        onError: (failure) => {
          if (isOutcomeOpen(failure)) {
            const isEarlier = failure instanceof AppError && failure.reason === "idempotency_conflict";
            change({ type: "trouble", trouble: isEarlier ? "earlier" : "lost" });
            return;
          }
          change({ type: "notBegun" });
          refuse(failure);
        },
      });
    },
  };
}

export type Sending = ReturnType<typeof useSending>;
