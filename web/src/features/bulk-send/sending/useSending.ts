import { AppError } from "@sendwright/functions/contract";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useToast } from "../../../components/Toasts.tsx";
import { isOpen, useSendProgress } from "../../../data/sendProgress.ts";
import { type BeginOutcome, type BulkSend, UNCERTAIN, useBeginBulk, useSends } from "../../../data/sends.ts";
import type { Attempt, BulkForm, FormAction } from "../form/bulkForm.ts";

/** How long what became of a bulk send stays to be read (specification, section 9). */
export const RESULT_TOAST = 15_000;

const BEGAN_BEFORE =
  "An earlier press of Send did begin, with what stood here then. Look at it below before you send what stands here now.";

const NOT_THERE =
  "The connection broke, and the server has no such send: nothing was sent. Press Send again; it goes out once.";

/** The send that the address names: `#bulk-send/<id>`, so that a reload shows it again. */
function useNamedSend() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const id = /^#bulk-send\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1] ?? null;
  const name = (next: string | null) =>
    void navigate({ hash: next ? `bulk-send/${next}` : "bulk-send" }, { replace: true });
  return { id, name };
}

/** Takes what a press of Send ended with; gives what is left of the attempt: null when its outcome is certain. */
function fateOf(outcome: BeginOutcome | null, error: Error | null): Attempt["fate"] | null {
  if (outcome) return outcome.kind === "unknown" ? "unknown" : null;
  return error instanceof AppError && UNCERTAIN.has(error.reason) ? "absent" : null;
}

function refusalOf(error: Error): AppError {
  if (!(error instanceof AppError)) return new AppError("internal_server_error", "Bulk send failed.", { cause: error });
  return error.reason === "idempotency_conflict" ? new AppError(error.reason, BEGAN_BEFORE) : error;
}

/**
 * Begins a send and follows it; without one in the address, the one that goes on is shown, whichever browser began it.
 * What is certain about a press of Send is kept in the form (`Attempt`), which outlives this screen.
 */
export function useSending({ attempt }: BulkForm, change: (action: FormAction) => void) {
  const toast = useToast();
  const named = useNamedSend();
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [hidden, setHidden] = useState<string | null>(null);

  const sends = useSends(attempt?.key ?? null);
  const going = sends.data?.find((send) => isOpen(send) && send.state !== "scheduled" && send.kind !== "test");
  const isGone = attempt?.fate === "absent" && named.id === attempt.key;
  const id = (isGone ? null : named.id) ?? (going && going.id !== hidden ? going.id : null);
  const isListed = sends.data?.some((send) => send.id === attempt?.key) ?? false;
  // Until the server knows the send, asking for it would be asking for what is not there.
  const isAwaited = attempt !== null && id === attempt.key && !isListed;
  const progress = useSendProgress(isAwaited ? null : id);

  // The answer was lost, but there it is.
  const isFoundAgain = isListed && attempt !== null && attempt.fate !== "asking";
  useEffect(() => {
    if (isFoundAgain) change({ type: "sent" });
  }, [isFoundAgain, change]);
  // The server can be asked again, and knows of nothing.
  const isMissing = attempt?.fate === "unknown" && sends.dataUpdatedAt > attempt.at && !isListed;
  useEffect(() => {
    if (!isMissing) return;
    change({ type: "fate", fate: "absent", at: Date.now() });
    setRefusal(new AppError("no_answer", NOT_THERE));
  }, [isMissing, change]);

  const beginning = useBeginBulk((outcome, error) => {
    const fate = fateOf(outcome, error);
    if (outcome && fate === null) change({ type: "sent" });
    else change({ type: "fate", fate, at: Date.now() });
  });
  const open = (next: string | null) => {
    setRefusal(null);
    setHidden(next === null ? id : null);
    named.name(next);
  };
  const begin = (request: (key: string) => BulkSend) => {
    if (attempt?.fate === "asking" || attempt?.fate === "unknown") return;
    const key = attempt?.key ?? crypto.randomUUID();
    change({ type: "attempt", key, at: Date.now() });
    setRefusal(null);
    named.name(key);
    beginning.mutate(request(key), {
      onError: (error) => {
        const known = refusalOf(error);
        if (known.reason !== "idempotency_conflict") named.name(null);
        setRefusal(known);
        toast(`Bulk Send Error: ${known.message}`, { variant: "danger", duration: RESULT_TOAST });
      },
    });
  };

  return {
    /** The send on screen. */
    id,
    open,
    /** Takes results off the screen that belong to what stood in the form before; a send that goes on stays. */
    clear: () => {
      if (refusal || (progress.data && !isOpen(progress.data.send))) open(null);
    },
    progress: progress.data ?? null,
    progressError: progress.error,
    isBeginning: attempt?.fate === "asking",
    /** The answer was lost, and nobody could be asked yet. */
    isUnknown: attempt?.fate === "unknown",
    refusal,
    /** Takes the call for a key; begins the send. */
    begin,
  };
}

export type Sending = ReturnType<typeof useSending>;
