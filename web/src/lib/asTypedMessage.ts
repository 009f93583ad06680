import { shortened } from "@sendwright/core/shortened";

/** "31.02.2026 isn't a calendar date. Fix it, or send it as typed."; `isOpen`: not decided yet. */
export function asTypedMessage(type: "date" | "time", value: string, isOpen: boolean): string {
  const what = `${shortened(value)} isn't a ${type === "date" ? "calendar date" : "time"}.`;
  return isOpen ? `${what} Fix it, or send it as typed.` : `${what} It will be sent as typed.`;
}
