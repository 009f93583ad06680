import type { RowAnswer } from "./rowView.ts";

/** What can be done with a row besides editing it. */
export type RowAction =
  /** The preview shows its email: along with the table, or because someone asks for it. */
  | { type: "show" | "look" | "skip" | "restore" | "remove"; id: number }
  /** Whether to send it although an earlier row has its address, or a value as typed. */
  | { type: "decide"; id: number; header: string; answer: RowAnswer }
  /** Writes the suggestion into the cell. */
  | { type: "use"; id: number; header: string; suggestion: string };

export type Act = (action: RowAction) => void;
