import type { Send } from "@sendwright/functions/contract";
import type { ToastVariant } from "../components/Toasts.tsx";

type Outcome = Pick<Send, "counts" | "rows_over_limit">;

/** Takes a send; tells whether every row of the file or list got its mail. */
export function isAllSent({ counts, rows_over_limit }: Outcome): boolean {
  return counts.sent === counts.total && rows_over_limit === 0;
}

/** Takes a send that has ended; gives how its toast looks. What somebody cancelled is as they wanted it. */
export function outcomeVariant(send: Outcome & Pick<Send, "state">): ToastVariant {
  if (isAllSent(send)) return "success";
  if (send.state === "cancelled") return send.counts.failed + send.counts.warning > 0 ? "warning" : "info";
  return send.counts.sent === 0 ? "danger" : "warning";
}
