import type { Attempt } from "@sendwright/core/attempt/attempt";

export const CONNECTION_LOST =
  "The connection was lost while sending. Checking what happened to your emails. Please wait.";

/** Why nothing can replace the email of a held send: Undo would restore it. */
export const ABOUT_TO_BEGIN = "Your last bulk send is starting. Try again in a moment.";

export const ABSENT =
  "The connection was lost before your emails reached the server. Nothing was sent. You can send again.";

export const LATE = "Undo came too late. This send had already started.";

export const UNDONE = "Nothing was sent.";

export const GONE =
  "This send's data was deleted elsewhere. Emails already sent can't be recalled.";

/** Send was clicked before the chosen template had loaded, or after it was deleted. */
export const NO_TEMPLATE_YET = "The template is still loading. Wait a moment, or choose it again.";

/** How we learned that an attempt's send had started, if that is worth mentioning. */
export function knownMessage(attempt: Attempt): string | null {
  if (attempt.status !== "begun" && attempt.status !== "ended") return null;
  if (attempt.known === "found")
    return "The connection was lost, but your emails reached the server.";
  if (attempt.known === "late") return LATE;
  if (attempt.known !== "earlier") return null;
  return "Your earlier click on Send went through after all. This is the result; nothing else was sent.";
}

/** Added to every text about the daily limit: Google also counts emails from other programs. */
export const OTHER_PROGRAMS = "Email you send from other programs isn't counted.";

/**
 * The words that an operator stopped sending with, to add to a sentence of ours: quoted, because
 * they are theirs.
 */
export function quotedReason(reason: string | undefined): string {
  return reason ? ` The reason: “${reason}”` : "";
}
