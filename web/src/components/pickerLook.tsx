import type { SxProps, Theme } from "@mui/material/styles";
import { Calendar, Clock, X } from "lucide-react";

/** Makes the field of a date or time picker look like every other field: label above it, its height, its borders. */
export const pickerLook: SxProps<Theme> = {
  "& .MuiPickersOutlinedInput-root": {
    borderRadius: "var(--radius-field)",
    backgroundColor: "var(--sheet)",
    padding: "0 8px 0 12px",
    letterSpacing: 0,
  },
  "& .MuiPickersOutlinedInput-notchedOutline": { top: 0, borderColor: "var(--field)" },
  "& .MuiPickersOutlinedInput-notchedOutline legend": { display: "none" },
  "& .MuiPickersOutlinedInput-root:hover .MuiPickersOutlinedInput-notchedOutline": { borderColor: "var(--ink-soft)" },
  "& .MuiPickersOutlinedInput-root.Mui-focused .MuiPickersOutlinedInput-notchedOutline": {
    borderColor: "var(--accent)",
    borderWidth: 2,
  },
  "& .MuiPickersOutlinedInput-root.Mui-error .MuiPickersOutlinedInput-notchedOutline": { borderColor: "var(--failed)" },
  "& .MuiPickersInputBase-sectionsContainer": { padding: "8.5px 0", lineHeight: 1.45, opacity: 1 },
  "& .MuiPickersInputBase-sectionContent[aria-valuetext='Empty']": { color: "var(--ink-soft)" },
  "& .MuiInputAdornment-root .MuiIconButton-root": { padding: "6px", margin: 0 },
};

/** The calendar or clock floats like every other menu. */
export const pickerPaper: SxProps<Theme> = {
  border: "1px solid var(--line)",
  borderRadius: "var(--radius-card)",
  backgroundColor: "var(--sheet)",
  boxShadow: "var(--shadow)",
};

/** Names the calendar or clock, floating beside its field or, on a phone, over the page. */
export const pickerNamed = (name: string) => ({ popper: { "aria-label": name }, dialog: { "aria-label": name } });

/** The label is above the field, so its format can always be visible. */
export const pickerLabel = { inputLabel: { shrink: true } } as const;

export function CalendarIcon() {
  return <Calendar size={18} aria-hidden />;
}
export function ClockIcon() {
  return <Clock size={18} aria-hidden />;
}
export function ClearIcon() {
  return <X size={16} aria-hidden />;
}
