import type { Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { countsSentence, isAllSent } from "@sendwright/core/sends/counts";
import type { Variant } from "../components/noticeProps.tsx";
import { outcomeVariant } from "./attemptMessages.ts";

/** Direct Send or Bulk Send. */
export type SendTab = "direct" | "bulk";

export interface Notification {
  message: string;
  variant: Variant;
}

interface SendWords {
  /** The text before a refusal in its toast. */
  toast: string;
  /** And in the panel. */
  panel: string;
  /** The panel's text below a refusal. */
  causes?: string;
  /**
   * The message when a send has ended; the same whether its call was answered before or after that.
   */
  ended: (send: Send) => Notification;
  /** How long toasts stay, in milliseconds. */
  toasts: { good: number; bad: number };
}

/** How long the toast of a result stays, in milliseconds. */
export const RESULT_TOAST = 15_000;

function directOutcome(send: Send): Notification {
  const { sent, failed, warning } = send.counts;
  if (isAllSent(send)) return { message: `${pluralize(sent, "email")} sent.`, variant: "success" };
  // Skipping a row, or canceling, is no error.
  const isError = send.state !== "cancelled" && failed + warning > 0;
  if (isError) return { message: `Send Error: ${countsSentence(send)}`, variant: "danger" };
  return { message: countsSentence(send), variant: outcomeVariant(send) };
}

/** Shown wherever something of a bulk send failed. */
export const COMMON_FAILURES =
  "Common failures include invalid addresses, rate limits or permission issues.";

/** The words about a send, by the tab that it comes from. */
export const SEND_WORDS: Readonly<Record<SendTab, SendWords>> = {
  direct: {
    toast: "Send Error",
    panel: "Send Error",
    ended: directOutcome,
    toasts: { good: 8_000, bad: 10_000 },
  },
  bulk: {
    toast: "Bulk Send Error",
    panel: "Bulk send failed",
    causes: COMMON_FAILURES,
    ended: (send) => ({ message: countsSentence(send), variant: outcomeVariant(send) }),
    toasts: { good: RESULT_TOAST, bad: RESULT_TOAST },
  },
};
