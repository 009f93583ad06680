import type { AppError, PauseReason } from "@sendwright/core/contract";
import type { PageTrouble } from "../shared/stored.ts";
import type { TargetTrouble, UndoOutcome, WritingResult } from "../shared/workerMessages.ts";

const CLOSED =
  "Chrome blocked Sendwright on this page. On an ordinary page, right-click and choose Sendwright from the menu. Extensions can't access Chrome's own pages, its web store or PDF files.";

const BUSY = "The page doesn't answer. Close any dialog there, or wait until it has loaded.";

/** Why there is no field to write into. */
export const TARGET_TROUBLE: Record<TargetTrouble, string> = {
  forbidden:
    "Sendwright can't see into this tab. Right-click in the field you want and choose “Insert template”. Without that entry, copy the template and paste it: Chrome's own pages, its web store and PDF files admit no extension.",
  "own-tab":
    "Sendwright fills this tab, so there is no field beside it. Copy the template and paste it with Ctrl+V.",
  "other-origin":
    "The cursor is in a part of the page that belongs to another site, and Sendwright can't access it. Copy the template and paste it there with Ctrl+V.",
  "no-field":
    "We couldn't find the cursor in any field. Click in the field first, or copy the template and paste it yourself.",
  hidden:
    "The page keeps the cursor in a field that can't be seen. Copy the template and paste it with Ctrl+V.",
  busy: BUSY,
  gone: "The page was closed. Go to the page you want and click in the field.",
};

/** Why no addresses were found. */
export const COLLECT_TROUBLE: Record<PageTrouble, string> = {
  forbidden: `${CLOSED} You can copy the addresses there and paste them into the Recipients field.`,
  "no-address": "This page shows no email addresses.",
  busy: BUSY,
};

export const COPIED = "We copied the text, too: you can paste it with Ctrl+V.";

/** The result of writing into a field, except for success. */
export const WRITING_TROUBLE: Record<Exclude<WritingResult["outcome"], "inserted">, string> = {
  partly: "The field cut off or changed the text. Check it there, or undo it.",
  refused: "The field didn't accept the text.",
  moved:
    "The cursor was somewhere else by the time the text was ready, so we inserted nothing. Click in the field and insert again.",
  unconfirmed:
    "We can't tell whether the text was inserted. Look there before you insert or paste it.",
};

/** The result of Undo, except for success. */
export const UNDO_TROUBLE: Record<Exclude<UndoOutcome, "undone">, string> = {
  changed:
    "The field has changed since, so we undid nothing. Correct it there, or press Ctrl+Z in it.",
  gone: "The field no longer exists, so there is nothing to undo.",
  failed: "The page didn't let us undo it. Press Ctrl+Z in the field.",
  unconfirmed: "We can't tell whether it was undone. Look at the field.",
};

export const TEMPLATE_GONE = "The template was deleted.";
export const CHOOSE_ANOTHER = "Choose another one. We keep your recipients and values here.";

/** Why a send waits, and what to do about it. */
export const PAUSE_MESSAGES: Record<PauseReason, string> = {
  user: "The send is paused. Resume or cancel it on Sendwright.",
  quota:
    "You've reached your account's daily limit. The rest will be sent automatically when the limit resets.",
  reconnect:
    "Google is disconnected. Open Sendwright and click “Reconnect Google” to continue sending.",
  errors:
    "Too many emails failed in a row. Find out why, then resume or cancel the send on Sendwright.",
  disabled: "Your account was disabled. Resume or cancel the send on Sendwright.",
  stopped: "We have stopped sending for now. The rest will be sent automatically.",
};

function isSessionOver({ reason, status }: AppError): boolean {
  return (
    status === 401 || reason === "session_expired" || reason === "session_expired_refresh_failed"
  );
}

/** The next step after an error that prevented sending, if the error's message doesn't name one. */
export function nextStep(refusal: AppError): string {
  const { reason } = refusal;
  if (isSessionOver(refusal))
    return "Open Sendwright and sign in again. We keep what you wrote here.";
  if (reason === "session_too_old")
    return "Open Sendwright and click “Sign in again”. We keep what you wrote here.";
  if (reason === "not_found") return `${TEMPLATE_GONE} ${CHOOSE_ANOTHER}`;
  if (reason === "rate_limited" || reason === "daily_budget")
    return "Nothing was sent or lost. Click Send again after that time.";
  if (reason === "reconnect_required") return "Open Sendwright and click “Reconnect Google”.";
  if (reason === "page_outdated")
    return "Nothing was sent. Copy what you wrote. Then update the extension at chrome://extensions, or send from the Sendwright website.";
  // The other window may be sending this very email.
  if (reason === "wrong_state") return "";
  return "Nothing was sent. We keep what you wrote here.";
}

/** The error itself; in our words where its message would say the next step a second time. */
function problem(refusal: AppError): string {
  if (isSessionOver(refusal)) return "Your session has expired.";
  switch (refusal.reason) {
    case "session_too_old":
      return "You signed in too long ago to send.";
    case "not_found":
      return "";
    case "reconnect_required":
      return "Google is disconnected.";
    case "page_outdated":
      return "Sendwright has been updated.";
    // Back online, the person may still have to wait for the result of an earlier email.
    case "offline":
      return "You're offline.";
    default:
      return refusal.message;
  }
}

/** An error that prevented sending, with the next step. */
export function sendErrorMessage(refusal: AppError): string {
  return ["Send Error:", problem(refusal), nextStep(refusal)]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The causes of a refusal that a signed-in person's window knows. */
interface Causes {
  isOnline: boolean;
  /** Whether the form has another template than the refused email. */
  isOtherTemplate: boolean;
}

/** Says that nothing was sent, for a refusal whose cause has ended; null while it lasts. */
export function endedMessage(refusal: AppError, now: Causes): string | null {
  if (isSessionOver(refusal))
    return "Nothing was sent, because your session had ended. If it happens again, open Sendwright and sign in again.";
  if (refusal.reason === "offline" && now.isOnline)
    return "Nothing was sent, because you were offline.";
  if (["not_found", "template_changed"].includes(refusal.reason) && now.isOtherTemplate)
    return "Nothing was sent with the earlier template.";
  return null;
}
