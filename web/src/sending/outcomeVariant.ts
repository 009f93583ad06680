import type { Send } from "@sendwright/core/contract";
import { isAllSent } from "@sendwright/core/sends/counts";
import type { Variant } from "../components/VariantIcon.tsx";

/** How the toast of a send that has ended looks. What somebody cancelled is as they wanted it. */
export function outcomeVariant(send: Pick<Send, "counts" | "rows_over_limit" | "state">): Variant {
  if (isAllSent(send)) return "success";
  if (send.state === "cancelled") return send.counts.failed + send.counts.warning > 0 ? "warning" : "info";
  return send.counts.sent === 0 ? "danger" : "warning";
}
