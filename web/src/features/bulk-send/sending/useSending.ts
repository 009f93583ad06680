import { AppError } from "@sendwright/functions/contract";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useToast } from "../../../components/Toasts.tsx";
import { useSendProgress } from "../../../data/sendProgress.ts";
import { type BulkSend, useBeginBulk, useSends } from "../../../data/sends.ts";

/** How long what became of a bulk send stays to be read (specification, section 9). */
export const RESULT_TOAST = 15_000;

/** The send that the address names: `#bulk-send/<id>`, so that a reload shows it again. */
function useOpenSend() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const id = /^#bulk-send\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1] ?? null;
  const open = (next: string | null) =>
    void navigate({ hash: next ? `bulk-send/${next}` : "bulk-send" }, { replace: true });
  return { id, open };
}

/**
 * Begins a send and follows it. One key stands for one press of Send until it is certain what became of it: pressed again after a
 * lost answer, the server finds the send by its key instead of making a second one. `onBegun` is called when it has begun for certain.
 */
export function useSending(onBegun: () => void) {
  const toast = useToast();
  const { id, open } = useOpenSend();
  const beginning = useBeginBulk();
  const key = useRef<string>(undefined);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isUnknown = beginning.data?.kind === "unknown";
  const isBeginning = beginning.isPending || isUnknown;
  const sends = useSends(isBeginning ? id : null);
  // Until the server knows the send, asking for it would be asking for what is not there.
  const isThere = !isBeginning || sends.data?.some((send) => send.id === id);
  const progress = useSendProgress(isThere ? id : null);

  const begun = () => {
    key.current = undefined;
    onBegun();
  };
  const refused = (error: Error) => {
    const known =
      error instanceof AppError ? error : new AppError("internal_server_error", "Bulk send failed.", { cause: error });
    // The key belongs to a send that did begin, with what stood here before: that is the one to look at.
    if (known.reason === "idempotency_conflict") return;
    open(null);
    setRefusal(known);
    toast(`Bulk Send Error: ${known.message}`, { variant: "danger", duration: RESULT_TOAST });
  };

  return {
    /** The send on screen. */
    id,
    open: (next: string | null) => {
      setRefusal(null);
      open(next);
    },
    progress: progress.data ?? null,
    progressError: progress.error,
    isBeginning,
    isUnknown: isUnknown && !progress.data,
    refusal,
    /** Takes the call for a key; begins the send. */
    begin: (request: (key: string) => BulkSend) => {
      if (isBeginning) return;
      key.current ??= crypto.randomUUID();
      setRefusal(null);
      open(key.current);
      beginning.mutate(request(key.current), {
        onSuccess: (outcome) => outcome.kind !== "unknown" && begun(),
        onError: refused,
      });
    },
  };
}

export type Sending = ReturnType<typeof useSending>;
