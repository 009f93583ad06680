import { useEffect } from "react";
import { useToast } from "../../../components/Toasts.tsx";
import { storeDrafts } from "../../../lib/drafts.ts";
import { forgetDrafts } from "../../../lib/forgetDrafts.ts";
import { session } from "../../../lib/session.ts";
import { sessionMark } from "../../../lib/signedInMark.ts";
import type { Sending } from "../../../sending/Sending.ts";
import { useSendingContext } from "../../../sending/SendingProvider.tsx";
import type { Forms, LateForms } from "./lateForms.ts";

/** Milliseconds without a change before forms are stored. */
const REST = 400;

const TOO_LARGE =
  "Your unsent emails are larger than 2 MB. Don't reload this page: they would be lost.";
const REFUSED =
  "This browser can't keep your unsent emails. Don't reload this page: they would be lost.";
const UNREADABLE = "Sendwright was updated, and an unsent email from before couldn't be restored.";

/**
 * Stores the content of the forms for this account in this tab (rule: drafts), and deletes another
 * account's drafts here.
 */
export function useDrafts(late: LateForms): void {
  const toast = useToast();
  const { account, sendings } = useSendingContext();
  const { uid } = account;
  useEffect(() => {
    forgetDrafts(uid);
    return late.whenMade((forms) => {
      const warn = (message: string) => toast(message, { variant: "warning" });
      if (forms.direct.isUnreadable || forms.bulk.isUnreadable) warn(UNREADABLE);
      return keepDrafts(uid, forms, sendings, warn);
    });
  }, [uid, late, sendings, toast]);
}

function keepDrafts(
  uid: string,
  forms: Forms,
  sendings: readonly Sending[],
  showWarning: (message: string) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAnnounced = false;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const { isLoading, user } = session();
    // Signing out deletes the drafts; a session that ends without it, here (still loading) or in
    // another tab, keeps them.
    const isEndedByItself = isLoading || (user === null && sessionMark() === "expired");
    if (!isEndedByItself && user?.uid !== uid) return;
    const drafts = new Map(Object.values(forms).map(({ tab, draft }) => [tab, draft()] as const));
    const keeping = storeDrafts(uid, drafts);
    const isEmpty = [...drafts.values()].every((draft) => draft === null);
    if (keeping === "kept" || isEmpty || isAnnounced) return;
    isAnnounced = true;
    showWarning(keeping === "too-large" ? TOO_LARGE : REFUSED);
  };
  const keepSoon = () => {
    timer ??= setTimeout(keep, REST);
  };
  const keepNow = () => {
    if (timer !== undefined) keep();
  };
  const stops = [
    ...Object.values(forms).map(({ subscribe }) => subscribe(keepSoon)),
    // A click on Send and its outcome decide which parts of the form were sent, so store that
    // immediately, before anyone can reload.
    ...sendings.map(({ subscribe }) => subscribe(keep)),
  ];
  // An email of an earlier send may have loaded the forms, and is in them already.
  keepSoon();
  window.addEventListener("pagehide", keepNow);
  document.addEventListener("visibilitychange", keepNow);
  return () => {
    keepNow();
    for (const stop of stops) stop();
    window.removeEventListener("pagehide", keepNow);
    document.removeEventListener("visibilitychange", keepNow);
  };
}
