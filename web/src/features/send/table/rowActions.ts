import type { RowAnswer } from "./rowView.ts";

/** What you can do with a row besides editing it. */
export type RowAction =
  /** Shows its email in the preview: because the table moved there, or because you asked for it. */
  | { type: "show" | "look" | "skip" | "restore" | "remove"; id: number }
  /** Whether to send it despite a repeated address or a value sent as typed. */
  | { type: "decide"; id: number; header: string; answer: RowAnswer }
  /** Writes the suggestion into the cell. */
  | { type: "use"; id: number; header: string; suggestion: string };

export type Act = (action: RowAction) => void;
