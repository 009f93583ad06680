import { useEffect } from "react";
import { useToast } from "../components/Toasts.tsx";
import { forgetDrafts, storeDrafts } from "../lib/drafts.ts";
import { session } from "../lib/session.ts";
import { sessionMark } from "../lib/signedInMark.ts";
import type { Account } from "./account.ts";
import type { Sending } from "./Sending.ts";
import { useSendings } from "./SendingProvider.tsx";

/** Milliseconds without a change before forms are stored. */
const REST = 400;

const TOO_LARGE = "Your unsent emails are larger than 2 MB. Don't reload this page: they would be lost.";
const REFUSED = "This browser can't keep your unsent emails. Don't reload this page: they would be lost.";
const UNREADABLE = "Sendwright was updated, and an unsent email from before couldn't be restored.";

/**
 * Stores the content of the forms for this account in this tab (rule: drafts), and deletes another account's drafts
 * here.
 */
export function useDrafts(): void {
  const toast = useToast();
  const { account, sendings } = useSendings();
  useEffect(
    () => keepDrafts(account, sendings, (message) => toast(message, { variant: "warning" })),
    [account, sendings, toast],
  );
  const isUnreadable = sendings.some(({ mode }) => mode.form(account).isUnreadable);
  useEffect(() => {
    if (isUnreadable) toast(UNREADABLE, { variant: "warning" });
  }, [isUnreadable, toast]);
}

function keepDrafts(account: Account, sendings: readonly Sending[], tell: (message: string) => void): () => void {
  const { uid } = account;
  forgetDrafts(uid);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTold = false;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const { isLoading, user } = session();
    // Signing out deletes the drafts; a session that ends without it, here (still loading) or in another tab, keeps
    // them.
    const isEndedByItself = isLoading || (user === null && sessionMark() === "expired");
    if (!isEndedByItself && user?.uid !== uid) return;
    const drafts = new Map(
      sendings.map(({ mode, submitted }) => [mode.kind, mode.form(account).draft(submitted())] as const),
    );
    const keeping = storeDrafts(uid, drafts);
    const isEmpty = [...drafts.values()].every((draft) => draft === null);
    if (keeping === "kept" || isEmpty || isTold) return;
    isTold = true;
    tell(keeping === "too-large" ? TOO_LARGE : REFUSED);
  };
  const keepSoon = () => {
    timer ??= setTimeout(keep, REST);
  };
  const keepNow = () => {
    if (timer !== undefined) keep();
  };
  const stops = sendings.flatMap((sending) => [
    sending.mode.form(account).subscribe(keepSoon),
    // A click on Send and its outcome decide which parts of the form were sent, so store that immediately, before
    // anyone can reload.
    sending.subscribe(keep),
  ]);
  window.addEventListener("pagehide", keepNow);
  document.addEventListener("visibilitychange", keepNow);
  return () => {
    keepNow();
    for (const stop of stops) stop();
    window.removeEventListener("pagehide", keepNow);
    document.removeEventListener("visibilitychange", keepNow);
  };
}
