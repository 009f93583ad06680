/** What can be done with a row besides editing it. */
export type RowAction =
  /** The preview shows its email: along with the table, or because someone asks for it. */
  | { type: "show" | "look" | "skip" | "restore" | "remove"; id: number }
  /** Whether to send it although an earlier row has its address. */
  | { type: "decide"; id: number; isKept: boolean }
  /** What is suggested for a cell is written into it. */
  | { type: "use"; id: number; header: string; suggestion: string };

export type Act = (action: RowAction) => void;
