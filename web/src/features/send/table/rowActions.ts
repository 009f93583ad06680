import type { Answer } from "./rowView.ts";

/** What can be done with a row besides editing it. */
export type RowAction =
  /** Its email comes into the preview. */
  | { type: "show" | "skip" | "restore" | "remove"; id: number }
  /** Whether to send it although an earlier row has its address, or a value as typed. */
  | { type: "decide"; id: number; header: string; answer: Answer }
  /** What is suggested for a cell is written into it. */
  | { type: "use"; id: number; header: string; suggestion: string };

export type Act = (action: RowAction) => void;
