import Chip from "@mui/material/Chip";
import type { RowStatus } from "@sendwright/functions/contract";
import { CircleCheck, CircleDashed, CircleSlash, CircleX, type LucideIcon, Send, TriangleAlert } from "lucide-react";

const LOOKS: Record<RowStatus, { word: string; Icon: LucideIcon; colour: string; tint: string }> = {
  queued: { word: "Waiting", Icon: CircleDashed, colour: "var(--skipped)", tint: "var(--skipped-tint)" },
  sending: { word: "Sending", Icon: Send, colour: "var(--accent)", tint: "var(--info-tint)" },
  sent: { word: "Sent", Icon: CircleCheck, colour: "var(--sent)", tint: "var(--sent-tint)" },
  failed: { word: "Failed", Icon: CircleX, colour: "var(--failed)", tint: "var(--failed-tint)" },
  skipped: { word: "Skipped", Icon: CircleSlash, colour: "var(--skipped)", tint: "var(--skipped-tint)" },
  warning: { word: "Warning", Icon: TriangleAlert, colour: "var(--warning)", tint: "var(--warning-tint)" },
};

/** How a row ended, or where it is: an icon, a word and a colour. */
export function StatusChip({ status }: { status: RowStatus }) {
  const { word, Icon, colour, tint } = LOOKS[status];
  return (
    <Chip
      size="small"
      data-status={status}
      icon={<Icon size={14} aria-hidden />}
      label={word}
      style={{ color: colour, backgroundColor: tint }}
    />
  );
}
