import type { Attempt } from "@sendwright/functions/core";

/** What there is to say about a press of Send, whichever way it was made. */
export const LOST = "The connection was lost while sending. We are asking what became of your emails; please wait.";

/** Why nothing takes the place of what a press of Send was made of: Undo would give it back. */
export const ABOUT_TO_BEGIN = "A bulk send is about to begin. Undo it, or wait until it has begun.";

export const ABSENT = "The connection was lost before the server had your emails. Nobody got one; you can send again.";

export const LATE = "Undo came too late: this send had begun.";

export const UNDONE = "Nothing was sent.";

export const GONE = "This send is no longer there: its data was deleted elsewhere. What had gone out stays gone out.";

/** Send was pressed before the chosen template was there, or when it is no longer. */
export const NO_TEMPLATE_YET = "The template is not there yet: wait a moment, or choose it again.";

/** Takes an attempt; says how it became known that its send began, when that is worth a word. */
export function knownWords(attempt: Attempt): string | null {
  if (attempt.is !== "begun" && attempt.is !== "ended") return null;
  if (attempt.known === "found") return "The connection was lost, but the server had your emails.";
  if (attempt.known === "late") return LATE;
  if (attempt.known !== "earlier") return null;
  return "An earlier press of Send had begun after all, with what stood here then. This is what became of it; nothing was sent since.";
}

/** Beside every word on the daily limit: what Google counts is more than what went out from here. */
export const OTHER_PROGRAMS = "Mail that you send from other programs is not counted.";
