import type { Send } from "@sendwright/core/contract";
import { countsSentence, isOpen } from "@sendwright/core/sends/counts";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useToast } from "../components/Toasts.tsx";
import { isInView } from "../lib/inView.ts";
import { outcomeVariant } from "./attemptMessages.ts";
import { useIsSentHere } from "./SendingProvider.tsx";
import { RESULT_TOAST } from "./sendWords.ts";

/** Calls `then` once when a send that was in progress ends. */
export function useEnded(send: Send | undefined, then: (send: Send) => void): void {
  const watched = useRef<string>(null);
  useEffect(() => {
    if (!send) return;
    if (isOpen(send)) watched.current = send.id;
    else if (watched.current === send.id) {
      watched.current = null;
      then(send);
    }
  });
}

/** The part of a send's life that it is in; a change is an event. */
function partOf(send: Send): string {
  if (!isOpen(send)) return "over";
  if (send.state === "paused") return `paused: ${send.pause_reason}`;
  return send.state === "scheduled" ? `scheduled: ${send.starts_at}` : "going";
}

interface Said {
  /** What the panel says about the state of the send. */
  message: string;
  /** Where the panel shows all of it. */
  place: RefObject<HTMLElement | null>;
}

/**
 * Announces each event of a send that someone watches: that it pauses, continues, gets another time
 * or ends, unless the page that began it reports its end. The panel that shows the send is silent,
 * and while the panel is in view, the toast isn't shown (rule: said once).
 */
export function useSaid(send: Send, { message, place }: Said): void {
  const toast = useToast();
  const part = partOf(send);
  const before = useRef(part);
  const isSentHere = useIsSentHere(send.id);
  const isReported = useRef(isSentHere);
  useEffect(() => {
    // The page that began it reports its end, and knows of it before the panel shows it.
    if (isSentHere) isReported.current = true;
  });
  const say = useEffectEvent((isAgain: boolean) => {
    if (isAgain) isReported.current = isSentHere;
    const isSeen = () => isInView(place.current);
    if (isOpen(send) || send.replaced_by !== undefined)
      toast(message, { variant: send.state === "paused" ? "warning" : "info", isSeen });
    else if (!isReported.current)
      toast(countsSentence(send), {
        variant: outcomeVariant(send),
        duration: RESULT_TOAST,
        isSeen,
      });
  });
  useEffect(() => {
    if (part === before.current) return;
    say(before.current === "over");
    before.current = part;
  }, [part]);
}
