import { AppError, PAGE_OUTDATED, type Reason, TEMPLATE_CHANGED } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { endedMessage, sendErrorMessage } from "./troubleMessages.ts";

const KEPT = "We keep what you wrote here.";
const SIGN_IN = `Send Error: Your session has expired. Open Sendwright and sign in again. ${KEPT}`;

describe("an error of a send", () => {
  it.each<[Reason, string, string]>([
    ["session_expired", "Your session has expired.", SIGN_IN],
    [
      "session_expired_refresh_failed",
      "Your session expired and could not be refreshed automatically. Please sign in again.",
      SIGN_IN,
    ],
    ["token_expired", "Your session has expired. Please sign in again.", SIGN_IN],
    [
      "session_too_old",
      "You signed in more than 30 days ago. Sign in again, then try again.",
      `Send Error: You signed in too long ago to send. Open Sendwright and click “Sign in again”. ${KEPT}`,
    ],
    [
      "not_found",
      "This template no longer exists.",
      "Send Error: The template was deleted. Choose another one. We keep your recipients and values here.",
    ],
    [
      "reconnect_required",
      "Reconnect Google to continue.",
      "Send Error: Google is disconnected. Open Sendwright and click “Reconnect Google”.",
    ],
    [
      "page_outdated",
      PAGE_OUTDATED,
      "Send Error: Sendwright has been updated. Nothing was sent. Copy what you wrote. Then update the extension at chrome://extensions, or send from the Sendwright website.",
    ],
    [
      "offline",
      "You're offline, so we couldn't do this. Try again when you're back online.",
      `Send Error: You're offline. Nothing was sent. ${KEPT}`,
    ],
    [
      "template_changed",
      TEMPLATE_CHANGED,
      `Send Error: ${TEMPLATE_CHANGED} Nothing was sent. ${KEPT}`,
    ],
    ["wrong_state", "Another one.", "Send Error: Another one."],
  ])("for %s says what happened once, and what to do once", (reason, message, shown) => {
    expect(sendErrorMessage(new AppError(reason, message))).toBe(shown);
  });

  const now = { isOnline: true, isOtherTemplate: false };
  const ended = (reason: Reason, more: Partial<typeof now> = {}) =>
    endedMessage(new AppError(reason, "Message."), { ...now, ...more });

  it.each<[Reason, Partial<typeof now>, string]>([
    ["session_expired", {}, "Nothing was sent, because your session had ended."],
    ["token_invalid", {}, "Nothing was sent, because your session had ended."],
    ["offline", {}, "Nothing was sent, because you were offline."],
    ["not_found", { isOtherTemplate: true }, "Nothing was sent with the earlier template."],
    ["template_changed", { isOtherTemplate: true }, "Nothing was sent with the earlier template."],
  ])("for %s ends with its cause", (reason, more, start) => {
    expect(ended(reason, more)?.startsWith(start)).toBe(true);
  });

  it.each<[Reason, Partial<typeof now>]>([
    ["offline", { isOnline: false }],
    ["not_found", {}],
    ["template_changed", {}],
    ["rate_limited", { isOtherTemplate: true }],
    ["session_too_old", {}],
    ["reconnect_required", {}],
    ["page_outdated", { isOtherTemplate: true }],
  ])("for %s stays while its cause lasts", (reason, more) => {
    expect(ended(reason, more)).toBeNull();
  });
});
