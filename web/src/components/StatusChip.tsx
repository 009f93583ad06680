import type { RowResult, RowStatus } from "@sendwright/core/contract";
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleStop,
  CircleX,
  type LucideIcon,
  Send,
  TriangleAlert,
} from "lucide-react";
import styles from "./chip.module.css";

/** A row's status, and `cancelled`, which the wire calls `skipped` too. */
export type ShownStatus = RowStatus | "cancelled";

const LOOKS: Record<ShownStatus, { word: string; Icon: LucideIcon; color: string; tint: string }> = {
  queued: { word: "Waiting", Icon: CircleDashed, color: "var(--skipped)", tint: "var(--skipped-tint)" },
  sending: { word: "Sending", Icon: Send, color: "var(--accent)", tint: "var(--info-tint)" },
  sent: { word: "Sent", Icon: CircleCheck, color: "var(--sent)", tint: "var(--sent-tint)" },
  failed: { word: "Failed", Icon: CircleX, color: "var(--failed)", tint: "var(--failed-tint)" },
  skipped: { word: "Skipped", Icon: CircleSlash, color: "var(--skipped)", tint: "var(--skipped-tint)" },
  warning: { word: "Unconfirmed", Icon: TriangleAlert, color: "var(--warning)", tint: "var(--warning-tint)" },
  cancelled: { word: "Canceled", Icon: CircleStop, color: "var(--skipped)", tint: "var(--skipped-tint)" },
};

/** A status's word, the same in every list, sentence and filter. */
export function statusWord(status: ShownStatus): string {
  return LOOKS[status].word;
}

export function shownStatus({ status, cancelled }: Pick<RowResult, "status" | "cancelled">): ShownStatus {
  return cancelled ? "cancelled" : status;
}

/** How a row ended, or where it is: an icon, a word and a color. */
export function StatusChip({ status }: { status: ShownStatus }) {
  const { word, Icon, color, tint } = LOOKS[status];
  return (
    <span className={styles.chip} data-status={status} style={{ color, backgroundColor: tint }}>
      <Icon size={14} aria-hidden />
      {word}
    </span>
  );
}
