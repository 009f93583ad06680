import { type Attempt, isUncertain } from "@sendwright/core/attempt/attempt";
import type { Send } from "@sendwright/core/contract";
import { countsSentence, isOpen } from "@sendwright/core/sends/counts";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useToast } from "../../../components/Toasts.tsx";
import { useSendProgress } from "../../../data/sendProgress.ts";
import { SENDS_KEY } from "../../../data/sendQueries.ts";
import { outcomeVariant } from "../../../sending/outcomeVariant.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import { useEnded } from "../../../sending/useEnded.ts";
import type { Tab } from "../form/sendForm.ts";
import { RESULT_TOAST } from "../sendModes.ts";

/**
 * The send in the address (`#bulk-send/<id>`), so that a reload shows it again. In Direct Send the address has a
 * template instead.
 */
function useNamedSend(tab: Tab) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const id = /^#bulk-send\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1] ?? null;
  const name = (next: string | null) => {
    if (tab === "bulk") void navigate({ hash: next ? `bulk-send/${next}` : "bulk-send" }, { replace: true });
  };
  return { id, name };
}

/**
 * The send on the screen: the latest one since the screen was opened, whose id goes into the address. Null while the
 * outcome of a click on Send is unknown.
 */
export function useShownSend(tab: Tab, attempt: Attempt, dismiss: () => void) {
  const toast = useToast();
  const { cache } = useAccount();
  const named = useNamedSend(tab);
  const [hidden, setHidden] = useState<string | null>(null);
  // A send that ended before the screen was opened gets one line, unless the address names it after a reload.
  const [folded, setFolded] = useState(attempt.status === "ended" && named.id === null ? attempt.key : null);
  const isAwaited = isUncertain(attempt);
  const own = attempt.status === "begun" || attempt.status === "ended" ? attempt.key : null;
  const before = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (attempt.status === "asked" && named.id !== null) named.name(null);
    else if (own !== null && own !== before.current && own !== folded && (!isFirst || named.id === null)) {
      named.name(own);
    }
    before.current = own;
  });

  const id = isAwaited ? null : (named.id ?? (own === hidden ? null : own));
  const progress = useSendProgress(id);
  // The result of the last click on Send is shown above the tabs.
  const isTold = attempt.status === "begun" && attempt.key === id;
  const ended = (send: Send) => {
    // The cached list would call it "to go" until it is reloaded.
    void cache.invalidateQueries({ queryKey: SENDS_KEY });
    toast(countsSentence(send), { variant: outcomeVariant(send), duration: RESULT_TOAST });
  };
  useEnded(progress.data?.send, ended, !isTold);

  const close = () => {
    if (attempt.status === "ended" && attempt.key === id) dismiss();
    if (id !== null) setHidden(id);
    named.name(null);
  };
  const fold = (isFolded: boolean) => {
    setFolded(isFolded ? id : null);
    named.name(isFolded ? null : id);
  };
  const isOver = progress.data ? !isOpen(progress.data.send) : attempt.status === "ended";
  const hasWords =
    attempt.status === "refused" ||
    attempt.status === "undone" ||
    attempt.status === "absent" ||
    attempt.status === "gone";
  return {
    id,
    progress: progress.data ?? null,
    error: progress.error,
    close,
    /** Whether it is shown only as a line. */
    isFolded: id !== null && id === folded,
    fold,
    /** Clears results of the form's previous content from the screen; a send in progress stays. */
    clear: () => {
      if (hasWords) dismiss();
      if (isOver) close();
    },
  };
}

export type ShownSend = ReturnType<typeof useShownSend>;
