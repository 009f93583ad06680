import { type ShownStatus, STATUS_WORDS } from "@sendwright/core/sends/statusWords";
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

const LOOKS: Record<ShownStatus, { Icon: LucideIcon; color: string; tint: string }> = {
  queued: { Icon: CircleDashed, color: "var(--skipped)", tint: "var(--skipped-tint)" },
  sending: { Icon: Send, color: "var(--accent)", tint: "var(--info-tint)" },
  sent: { Icon: CircleCheck, color: "var(--sent)", tint: "var(--sent-tint)" },
  failed: { Icon: CircleX, color: "var(--failed)", tint: "var(--failed-tint)" },
  skipped: { Icon: CircleSlash, color: "var(--skipped)", tint: "var(--skipped-tint)" },
  warning: { Icon: TriangleAlert, color: "var(--warning)", tint: "var(--warning-tint)" },
  cancelled: { Icon: CircleStop, color: "var(--skipped)", tint: "var(--skipped-tint)" },
};

/** How a row ended, or where it is: an icon, a word and a color. */
export function StatusChip({ status }: { status: ShownStatus }) {
  const { Icon, color, tint } = LOOKS[status];
  return (
    <span className={styles.chip} data-status={status} style={{ color, backgroundColor: tint }}>
      <Icon size={14} aria-hidden />
      {STATUS_WORDS[status]}
    </span>
  );
}
