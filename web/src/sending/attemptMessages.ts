import type { Send } from "@sendwright/core/contract";
import { isAllSent } from "@sendwright/core/sends/counts";
import type { Variant } from "../components/noticeProps.tsx";

export const CONNECTION_LOST =
  "The connection was lost while sending. Checking what happened to your emails. Please wait.";

/** Why nothing can replace the email of a held send: Undo would restore it. */
export const ABOUT_TO_BEGIN = "Your last bulk send is starting. Try again in a moment.";

export const ABSENT =
  "The connection was lost before your emails reached the server. Nothing was sent. You can send again.";

export const LATE = "Undo came too late. This send had already started.";

/** For a scheduled send. */
export const TEMPLATE_IS_COPIED = "Later changes to the template won't affect this send.";

export const UNDONE = "Nothing was sent.";

export const GONE =
  "This send's data was deleted elsewhere. Emails already sent can't be recalled.";

/** Send was clicked before the chosen template had loaded, or after it was deleted. */
export const NO_TEMPLATE_YET = "The template is still loading. Wait a moment, or choose it again.";

/**
 * The words that an operator stopped sending with, to add to a sentence of ours: quoted, because
 * they are theirs.
 */
export function quotedReason(reason: string | undefined): string {
  return reason ? ` The reason: “${reason}”` : "";
}

/**
 * The toast variant for a finished send: a warning if any row wasn't sent, including canceled ones.
 */
export function outcomeVariant(send: Pick<Send, "counts" | "rows_over_limit" | "state">): Variant {
  if (isAllSent(send)) return "success";
  return send.counts.sent === 0 && send.state !== "cancelled" ? "danger" : "warning";
}
