import type { Send } from "@sendwright/core/contract";
import { isAllSent } from "@sendwright/core/sends/counts";
import type { Variant } from "../components/VariantIcon.tsx";

/** The toast variant for a finished send: a warning if any row wasn't sent, including canceled ones. */
export function outcomeVariant(send: Pick<Send, "counts" | "rows_over_limit" | "state">): Variant {
  if (isAllSent(send)) return "success";
  return send.counts.sent === 0 && send.state !== "cancelled" ? "danger" : "warning";
}
