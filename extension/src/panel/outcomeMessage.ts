import type { Counts } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/web/parts";

/** The result of a finished send, in a sentence. */
export function outcomeMessage({ sent, total, warning }: Counts): string {
  if (sent === total) return `${pluralize(total, "email")} sent.`;
  const unsent = total - sent - warning;
  const parts = [
    sent > 0 && `${sent} of ${total} emails sent.`,
    sent === 0 && warning === 0 && "No email was sent.",
    unsent > 0 &&
      `${unsent === 1 ? "1 person" : `${unsent} people`} didn't receive it. They're still in the recipients.`,
    warning > 0 && `${warning === 1 ? "1 person" : `${warning} people`} unconfirmed.`,
  ];
  return parts.filter((part) => part !== false).join(" ");
}
