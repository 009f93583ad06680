import type { PauseReason, Send } from "@sendwright/functions/contract";
import { holdOf } from "@sendwright/functions/core";
import { clockSeconds, dayAndTime } from "./when.ts";

const PAUSES: Record<PauseReason, string> = {
  user: "Paused by you. What has gone out stays gone out; the rest waits for you.",
  quota: "Paused: your account's daily limit is reached.",
  reconnect: "Paused: Google is disconnected. Reconnect Google to continue; no recipient is lost.",
  errors: "Paused: several emails in a row could not be sent. Look at the details below, then resume or cancel.",
  disabled: "Paused: your account here was disabled. No recipient is lost; resume or cancel it.",
};

interface Around {
  /** Milliseconds since 1970. */
  now: number;
  /** What is known of a send that is going out (`useAhead`). */
  ahead?: string | null;
  /** Whether another send of this person goes out first. */
  isBehind?: boolean;
}

/** Takes a send and the present (milliseconds); says until when it is held, null when it is not. */
function holdWords(send: Send, now: number): string | null {
  const hold = holdOf(send, now);
  return hold && `Held until ${clockSeconds(hold.until)}, so that you can undo it.`;
}

/** Takes a send and what is around it; says in a sentence or two where it is. */
export function stateWords(send: Send, { now, ahead = null, isBehind = false }: Around): string {
  switch (send.state) {
    case "preparing":
    case "queued":
      return isBehind ? "Another send of yours goes out first; this one follows by itself." : "It goes on in a moment.";
    case "scheduled":
      return holdWords(send, now) ?? `Begins ${dayAndTime(send.starts_at, now)}. You can close this page.`;
    case "running":
      return `${ahead ?? "Sending."} You can close this page; it goes on.`;
    case "paused":
      return pauseWords(send, now);
    case "cancelled":
      return send.counts.sent + send.counts.warning > 0
        ? "Cancelled. What had gone out stays gone out; the rest was not sent."
        : "Cancelled. Nobody got it.";
    case "done":
      return "";
  }
}

function pauseWords({ pause_reason, resumes_at, started_at, starts_at }: Send, now: number): string {
  const before =
    started_at === null && Date.parse(starts_at) > now ? ` It was to begin ${dayAndTime(starts_at, now)}.` : "";
  const words = PAUSES[pause_reason ?? "user"] + before;
  return resumes_at === null ? words : `${words} It goes on by itself ${dayAndTime(resumes_at, now)}.`;
}

/** Takes a send that has ended and the present (milliseconds); says until when its rows can be looked at. */
export function deletionWords({ deletes_at }: Pick<Send, "deletes_at">, now: number): string | null {
  if (deletes_at === null) return null;
  return `The recipients and these results are deleted ${dayAndTime(deletes_at, now)}.`;
}
