import { AppError } from "@sendwright/functions/contract";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useToast } from "../../../components/Toasts.tsx";
import { isOpen, useSendProgress } from "../../../data/sendProgress.ts";
import { type BulkSend, useBeginBulk, useSends } from "../../../data/sends.ts";

/** How long what became of a bulk send stays to be read (specification, section 9). */
export const RESULT_TOAST = 15_000;

const BEGAN_BEFORE =
  "An earlier press of Send did begin, with what stood here then. Look at it below before you send what stands here now.";

/** The send that the address names: `#bulk-send/<id>`, so that a reload shows it again. */
function useNamedSend() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const id = /^#bulk-send\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1] ?? null;
  const name = (next: string | null) =>
    void navigate({ hash: next ? `bulk-send/${next}` : "bulk-send" }, { replace: true });
  return { id, name };
}

/**
 * Begins a send and follows it; without one in the address, the one that goes on is shown, whichever browser began it.
 * One key stands for one press of Send until it is certain what became of it: pressed again after a lost answer, the server finds
 * the send by its key instead of making a second one. `onBegun` is called when it has begun for certain.
 */
export function useSending(onBegun: () => void) {
  const toast = useToast();
  const named = useNamedSend();
  const beginning = useBeginBulk();
  const key = useRef<string>(undefined);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [hidden, setHidden] = useState<string | null>(null);
  const isLost = beginning.data?.kind === "unknown";
  const isBeginning = beginning.isPending || isLost;

  const sends = useSends(isBeginning ? named.id : null);
  const going = sends.data?.find((send) => isOpen(send) && send.state !== "scheduled" && send.kind !== "test");
  const id = named.id ?? (going && going.id !== hidden ? going.id : null);
  // Until the server knows the send, asking for it would be asking for what is not there.
  const isListed = sends.data?.some((send) => send.id === id) ?? false;
  const progress = useSendProgress(!isBeginning || isListed ? id : null);
  const isFoundAgain = isLost && isListed;
  const { reset } = beginning;
  useEffect(() => {
    if (!isFoundAgain) return;
    key.current = undefined;
    reset();
    onBegun();
  }, [isFoundAgain, reset, onBegun]);

  const open = (next: string | null) => {
    setRefusal(null);
    setHidden(next === null ? id : null);
    named.name(next);
  };
  const begun = () => {
    key.current = undefined;
    onBegun();
  };
  const refused = (error: Error) => {
    const known =
      error instanceof AppError ? error : new AppError("internal_server_error", "Bulk send failed.", { cause: error });
    // The key belongs to a send that did begin, with what stood here before: that is the one to look at.
    const began = known.reason === "idempotency_conflict";
    if (began) key.current = undefined;
    else named.name(null);
    setRefusal(began ? new AppError(known.reason, BEGAN_BEFORE) : known);
    toast(`Bulk Send Error: ${known.message}`, { variant: "danger", duration: RESULT_TOAST });
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
    isBeginning,
    /** The answer was lost, and the send has not been seen yet. */
    isUnknown: isLost && !isListed,
    refusal,
    /** Takes the call for a key; begins the send. */
    begin: (request: (key: string) => BulkSend) => {
      if (beginning.isPending) return;
      key.current ??= crypto.randomUUID();
      setRefusal(null);
      named.name(key.current);
      beginning.mutate(request(key.current), {
        onSuccess: (outcome) => outcome.kind !== "unknown" && begun(),
        onError: refused,
      });
    },
  };
}

export type Sending = ReturnType<typeof useSending>;
