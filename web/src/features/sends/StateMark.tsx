import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send } from "@sendwright/core/contract";
import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleStop,
  Hourglass,
  type LucideIcon,
  Send as Plane,
  TriangleAlert,
} from "lucide-react";
import styles from "./Sends.module.css";

interface Look {
  word: string;
  Icon: LucideIcon;
  colour: string;
}

function markOf(send: Send): Look {
  switch (send.state) {
    case "scheduled":
      if (holdOf(send, Date.now())) return { word: "Held", Icon: Hourglass, colour: "var(--ink-soft)" };
      return { word: "Scheduled", Icon: CalendarClock, colour: "var(--ink-soft)" };
    case "preparing":
    case "queued":
      return { word: "Waiting", Icon: CircleDashed, colour: "var(--ink-soft)" };
    case "running":
      return { word: "Sending", Icon: Plane, colour: "var(--accent)" };
    case "paused":
      return { word: "Paused", Icon: CirclePause, colour: "var(--warning)" };
    case "cancelled":
      return { word: "Canceled", Icon: CircleStop, colour: "var(--skipped)" };
    case "done":
      return doneMark(send);
  }
}

/** Skipped rows were never meant to be sent, so they don't count as failures. */
function doneMark({ counts: { sent, failed, warning } }: Send): Look {
  if (sent === 0) return { word: "Not sent", Icon: TriangleAlert, colour: "var(--failed)" };
  return failed + warning > 0
    ? { word: "Partly sent", Icon: TriangleAlert, colour: "var(--warning)" }
    : { word: "Sent", Icon: CircleCheck, colour: "var(--sent)" };
}

/** Where a send is: an icon and a word. */
export function StateMark({ send }: { send: Send }) {
  const { word, Icon, colour } = markOf(send);
  return (
    <span className={styles.mark} style={{ color: colour }}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
}
