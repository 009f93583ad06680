import type { Attempt, Evidence } from "@sendwright/core/attempt/attempt";
import { holdOf } from "@sendwright/core/attempt/hold";
import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import type { PauseReason, RowResult, Send } from "@sendwright/core/contract";
import { clockSeconds, dayAndTime, namedTime } from "../lib/when.ts";
import { LATE, quotedReason, TEMPLATE_IS_COPIED } from "./attemptMessages.ts";

/** How we learned that an attempt's send had started, if that is worth mentioning. */
export function knownMessage(attempt: Attempt): string | null {
  if (attempt.status !== "begun" && attempt.status !== "ended") return null;
  return evidenceMessage(attempt.known);
}

export function evidenceMessage(known: Evidence): string | null {
  if (known === "found") return "The connection was lost, but your emails reached the server.";
  if (known === "late") return LATE;
  if (known !== "earlier") return null;
  return "Your earlier click on Send went through after all. This is the result; nothing else was sent.";
}

/** Added to every text about the daily limit: Google also counts emails from other programs. */
export const OTHER_PROGRAMS = "Email you send from other programs isn't counted.";

const PAUSES: Record<PauseReason, string> = {
  user: "Paused by you. Emails already sent can't be recalled. The rest will wait until you resume.",
  quota: "Paused: you've reached your account's daily limit.",
  reconnect: "Paused: Google is disconnected. Reconnect Google to continue. No one will be missed.",
  errors:
    "Paused: several emails in a row couldn't be sent. Check the details below, then resume or cancel.",
  disabled: "Paused: your account here was disabled. Resume or cancel it. No one will be missed.",
  stopped:
    "Paused: we have stopped sending for now. The rest will be sent automatically. No one will be missed.",
};

const REPLACED = "You edited this send, so another one has taken its place. This one sent nothing.";

interface MessageContext {
  /** Milliseconds since 1970. */
  now: number;
  /** How a send in progress will go (`useSendEta`). */
  forecast?: string | null;
  /** Whether another send of this person goes first. */
  isBehind?: boolean;
}

/** Until when a send is held, or null. `now` is in milliseconds. */
function holdMessage(send: Send, now: number): string | null {
  const hold = holdOf(send, now);
  if (!hold) return null;
  const held = `Held until ${clockSeconds(hold.until)}, so that you can undo it.`;
  return hold.later === null ? held : `Begins ${dayAndTime(hold.later, now)}. ${held}`;
}

/** The status of a send, in a sentence or two. */
export function stateMessage(
  send: Send,
  { now, forecast = null, isBehind = false }: MessageContext,
): string {
  switch (send.state) {
    case "preparing":
    case "queued":
      return isBehind
        ? "This send starts when your other one finishes."
        : "Continuing in a moment…";
    case "scheduled":
      return (
        holdMessage(send, now) ??
        `Begins ${dayAndTime(send.starts_at, now)}. ${TEMPLATE_IS_COPIED} You can close this page.`
      );
    case "running":
      return `${forecast ?? "Sending."} You can close this page; sending continues.`;
    case "paused":
      return pauseMessage(send, now);
    case "cancelled":
      if (send.replaced_by !== undefined) return REPLACED;
      if (send.counts.sending > 0)
        return "Canceled. Some emails were already going out. The rest weren't sent.";
      return send.counts.sent + send.counts.warning > 0
        ? "Canceled. Emails already sent can't be recalled. The rest weren't sent."
        : `Canceled. Nothing was sent.${plannedMessage(send, now)}`;
    case "done":
      return "";
  }
}

/** When a send that was canceled before it began was to begin; "" for one that had begun. */
function plannedMessage({ started_at, starts_at, ended_at }: Send, now: number): string {
  if (started_at !== null || ended_at === null || starts_at <= ended_at) return "";
  return ` It was scheduled for ${namedTime(starts_at, now)}.`;
}

function pauseMessage(
  { pause_reason, pause_note, resumes_at, started_at, starts_at }: Send,
  now: number,
): string {
  const before =
    started_at === null && Date.parse(starts_at) > now
      ? ` It was scheduled for ${namedTime(starts_at, now)}.`
      : "";
  const words = PAUSES[pause_reason ?? "user"] + quotedReason(pause_note) + before;
  return resumes_at === null ? words : `${words} It will resume ${dayAndTime(resumes_at, now)}.`;
}

/**
 * Until when the rows of a finished send can be seen, and, if one was skipped because of it, that
 * the list of people you don't email stays. `now` is in milliseconds.
 */
export function deletionMessage(
  { deletes_at }: Pick<Send, "deletes_at">,
  results: readonly Pick<RowResult, "reason">[],
  now: number,
): string | null {
  if (deletes_at === null) return null;
  const isListNamed = results.some(({ reason }) => reason === NOT_EMAILED);
  const kept = isListNamed ? " Your list of people you don't email stays." : "";
  return `The recipients and these results will be deleted ${dayAndTime(deletes_at, now)}. Download them before that.${kept}`;
}
