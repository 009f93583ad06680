import type { AppError, PauseReason } from "@sendwright/core/contract";
import type { Insertion } from "../shared/messages.ts";
import type { Trouble } from "../shared/stored.ts";

const CLOSED =
  "Chrome did not let Sendwright into this page. On an ordinary page, click with the right button and choose it from the menu; Chrome's own pages, its web store and PDF files are closed to every extension.";

/** Why there is no field to write into; what was asked for goes by the clipboard then. */
export const FIELD_TROUBLE: Record<Trouble, string> = {
  forbidden: `${CLOSED} You can copy the template and paste it yourself.`,
  "other-origin":
    "This field belongs to another site inside the page, which Sendwright may not enter. Copy the template and paste it with Ctrl+V.",
  "no-field":
    "No field with the cursor in it was found. Click into the field first, or copy the template and paste it yourself.",
  gone: "The page is gone. Copy the template and paste it where you want it.",
  "no-address": "",
};

/** Why no addresses were found. */
export const COLLECT_TROUBLE: Record<Trouble, string> = {
  forbidden: `${CLOSED} You can copy the addresses there and paste them into the recipients' field.`,
  "other-origin": CLOSED,
  "no-field": CLOSED,
  gone: "The page is gone.",
  "no-address": "There is no email address to be seen on this page. Hidden text is not read.",
};

const COPIED = "It is on the clipboard: click into the field and press Ctrl+V.";

/** What became of writing into a page, when the clipboard has to help. */
export const INSERTION_MESSAGES: Record<Exclude<Insertion, "inserted">, string> = {
  partly:
    "The field took only a part, or changed it. Look at it there; undo with Ctrl+Z if it is not what you want. The whole is on the clipboard.",
  refused: `The field took nothing. ${COPIED}`,
  gone: `The field is no longer there. ${COPIED}`,
  forbidden: `Sendwright may not write there. ${COPIED}`,
  "no-field": `There is no field with the cursor in it. ${COPIED}`,
};

/** Why a send waits, and what to do about it. */
export const PAUSE_MESSAGES: Record<PauseReason, string> = {
  user: "It was paused. Resume or cancel it on Sendwright.",
  quota: "Your account's daily limit is used up. The rest goes out by itself as soon as the limit allows.",
  reconnect: "Google is disconnected. Open Sendwright and choose “Reconnect Google”; it goes on after that.",
  errors: "Too many mails failed one after the other. See why, then resume or cancel it on Sendwright.",
  disabled: "Your account was disabled meanwhile. Resume or cancel it on Sendwright.",
};

/** The next step after what kept a mail from being sent, where the error's own words do not say one. */
export function nextStep({ reason, status }: AppError): string {
  if (status === 401 || reason === "session_expired")
    return "Open Sendwright and sign in again; what you wrote stays here.";
  if (reason === "session_too_old") return "Open Sendwright and choose “Sign in again”. What you wrote stays here.";
  if (reason === "not_found")
    return "The template was deleted meanwhile. Choose another one; recipients and values stay here.";
  if (reason === "rate_limited") return "Nothing was sent, and nothing is lost: press Send again after that time.";
  if (reason === "reconnect_required") return "Open Sendwright and choose “Reconnect Google”.";
  if (reason === "page_outdated")
    return "Nothing was sent. Copy what you wrote. Then update the extension at chrome://extensions, or send from the Sendwright website.";
  return "Nothing was sent; what you wrote stays here.";
}
