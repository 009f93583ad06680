import type { Send } from "@sendwright/core/contract";
import { isAllSent } from "@sendwright/core/sends/counts";
import type { Variant } from "../components/VariantIcon.tsx";

/** How the toast of a send that has ended looks: a warning if any row was not sent, also because someone cancelled it. */
export function outcomeVariant(send: Pick<Send, "counts" | "rows_over_limit" | "state">): Variant {
  if (isAllSent(send)) return "success";
  return send.counts.sent === 0 && send.state !== "cancelled" ? "danger" : "warning";
}
