import type { VariableType } from "@sendwright/core/contract";
import { AtSign, Calendar, Clock, List, type LucideIcon, Pin, Type } from "lucide-react";

/** The name, icon and color of each type of placeholder, everywhere. */
export const PLACEHOLDER_KINDS: Record<
  VariableType,
  { word: string; Icon: LucideIcon; color: string; tint: string }
> = {
  text: { word: "Text", Icon: Type, color: "var(--text)", tint: "var(--text-tint)" },
  sticky: { word: "Sticky", Icon: Pin, color: "var(--sticky)", tint: "var(--sticky-tint)" },
  dropdown: {
    word: "Dropdown",
    Icon: List,
    color: "var(--dropdown)",
    tint: "var(--dropdown-tint)",
  },
  date: { word: "Date", Icon: Calendar, color: "var(--datetime)", tint: "var(--datetime-tint)" },
  time: { word: "Time", Icon: Clock, color: "var(--datetime)", tint: "var(--datetime-tint)" },
  email: { word: "Email", Icon: AtSign, color: "var(--email)", tint: "var(--email-tint)" },
};
