import type { Attempt } from "@sendwright/core/attempt/attempt";
import { holdOf } from "@sendwright/core/attempt/hold";
import type { PauseReason, Send } from "@sendwright/core/contract";
import { clockSeconds, dayAndTime } from "./when.ts";

/** What there is to say about a press of Send, whichever way it was made. */
export const LOST = "The connection was lost while sending. We are asking what became of your emails; please wait.";

/** Why nothing takes the place of what a press of Send was made of: Undo would give it back. */
export const ABOUT_TO_BEGIN = "Your last bulk send is starting. Try again in a moment.";

export const ABSENT = "The connection was lost before the server had your emails. Nobody got one; you can send again.";

export const LATE = "Undo came too late: this send had begun.";

/** Of a send that begins later. */
export const AS_WRITTEN = "The mail goes as it is now: what you change in its template until then does not reach it.";

export const UNDONE = "Nothing was sent.";

export const GONE = "This send is no longer there: its data was deleted elsewhere. What had gone out stays gone out.";

/** Send was pressed before the chosen template was there, or when it is no longer. */
export const NO_TEMPLATE_YET = "The template is not there yet: wait a moment, or choose it again.";

/** How it became known that an attempt's send began, when that is worth a word. */
export function knownMessage(attempt: Attempt): string | null {
  if (attempt.is !== "begun" && attempt.is !== "ended") return null;
  if (attempt.known === "found") return "The connection was lost, but the server had your emails.";
  if (attempt.known === "late") return LATE;
  if (attempt.known !== "earlier") return null;
  return "An earlier press of Send had begun after all, with what stood here then. This is what became of it; nothing was sent since.";
}

/** Beside every word on the daily limit: what Google counts is more than what went out from here. */
export const OTHER_PROGRAMS = "Mail that you send from other programs is not counted.";

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

/** Until when a send is held, null when it is not. `now` is in milliseconds. */
function holdMessage(send: Send, now: number): string | null {
  const hold = holdOf(send, now);
  if (!hold) return null;
  const held = `Held until ${clockSeconds(hold.until)}, so that you can undo it.`;
  return hold.later === null ? held : `Begins ${dayAndTime(hold.later, now)}. ${held}`;
}

/** Where a send is, in a sentence or two. */
export function stateMessage(send: Send, { now, ahead = null, isBehind = false }: Around): string {
  switch (send.state) {
    case "preparing":
    case "queued":
      return isBehind ? "Another send of yours goes out first; this one follows by itself." : "It goes on in a moment.";
    case "scheduled":
      return (
        holdMessage(send, now) ?? `Begins ${dayAndTime(send.starts_at, now)}. ${AS_WRITTEN} You can close this page.`
      );
    case "running":
      return `${ahead ?? "Sending."} You can close this page; it goes on.`;
    case "paused":
      return pauseMessage(send, now);
    case "cancelled":
      if (send.counts.sending > 0) return "Canceled. Some emails were already going out. The rest weren't sent.";
      return send.counts.sent + send.counts.warning > 0
        ? "Cancelled. What had gone out stays gone out; the rest was not sent."
        : "Cancelled. Nobody got it.";
    case "done":
      return "";
  }
}

function pauseMessage({ pause_reason, resumes_at, started_at, starts_at }: Send, now: number): string {
  const before =
    started_at === null && Date.parse(starts_at) > now ? ` It was to begin ${dayAndTime(starts_at, now)}.` : "";
  const words = PAUSES[pause_reason ?? "user"] + before;
  return resumes_at === null ? words : `${words} It goes on by itself ${dayAndTime(resumes_at, now)}.`;
}

/** Until when the rows of a send that has ended can be looked at. `now` is in milliseconds. */
export function deletionMessage({ deletes_at }: Pick<Send, "deletes_at">, now: number): string | null {
  if (deletes_at === null) return null;
  return `The recipients and these results are deleted ${dayAndTime(deletes_at, now)}.`;
}
