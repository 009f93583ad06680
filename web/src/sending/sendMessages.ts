import type { Send } from "@sendwright/functions/contract";
import type { ToastVariant } from "../components/Toasts.tsx";
import { withCommas } from "../lib/counted.ts";

/** Takes counts; gives them in a sentence: "11 sent, 1 skipped." */
export function countsSentence(send: Pick<Send, "counts" | "rows_over_limit" | "state">): string {
  const { sent, failed, skipped, warning, queued, sending } = send.counts;
  const parts: [number, string][] = [
    [sent, "sent"],
    [failed, "failed"],
    [skipped + send.rows_over_limit, "skipped"],
    [warning, "unknown"],
    [queued + sending, send.state === "scheduled" ? "scheduled" : "to go"],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${withCommas(count)} ${word}`);
  return `${said.join(", ") || "Nothing to send"}.`;
}

/** Takes a send; tells whether every row of the file or list got its mail. */
export function isAllSent({ counts, rows_over_limit }: Pick<Send, "counts" | "rows_over_limit">): boolean {
  return counts.sent === counts.total && rows_over_limit === 0;
}

/** Takes a send that has ended; gives how its toast looks. */
export function outcomeVariant(send: Pick<Send, "counts" | "rows_over_limit">): ToastVariant {
  if (isAllSent(send)) return "success";
  return send.counts.sent === 0 ? "danger" : "warning";
}
