import type { Counts } from "@sendwright/functions/contract";

/** Takes a count and a word for one; gives both: "1 email", "3 emails". */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** Takes counts; tells whether everybody got the email. */
export function isAllSent({ sent, total }: Counts): boolean {
  return sent === total;
}

/** Takes counts; gives the part that has come to an end, from 0 to 1. */
export function partDone({ total, queued, sending }: Counts): number {
  return total === 0 ? 1 : (total - queued - sending) / total;
}

/** Takes counts of a send that has ended; says in a sentence who got it. */
export function outcomeWords({ sent, total, warning }: Counts): string {
  if (sent === total) return `${counted(total, "email")} sent.`;
  const unsent = total - sent - warning;
  const parts = [
    sent > 0 && `${sent} of ${total} emails sent.`,
    sent === 0 && warning === 0 && "No email was sent.",
    unsent > 0 && `${unsent === 1 ? "1 person" : `${unsent} people`} did not get it; they stay among the recipients.`,
    warning > 0 && `Of ${warning === 1 ? "1 person" : `${warning} people`} we can't tell.`,
  ];
  return parts.filter((part) => part !== false).join(" ");
}
