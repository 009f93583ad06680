import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DateTimePicker } from "@mui/x-date-pickers/DateTimePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { MAX_SCHEDULE_DAYS } from "@sendwright/functions/contract";
import dayjs from "dayjs";
import { useState } from "react";
import { CalendarIcon, pickerLabel, pickerLook, pickerNamed, pickerPaper } from "../components/pickerLook.tsx";

interface Props {
  /** ISO time; null while none is chosen. */
  at: string | null;
  /** Null when what stands in the field is no time that can be taken. */
  onChange: (at: string | null) => void;
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");

/** Chooses when the send begins, in the person's time zone, at most 30 days ahead. */
export default function StartPicker({ at, onChange }: Props) {
  const [opened] = useState(() => dayjs());
  // What is half-typed is no time yet, but it must stay in the field.
  const [shown, setShown] = useState(() => (at === null ? null : dayjs(at)));
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DateTimePicker
        label="Begins"
        value={shown}
        minDateTime={opened}
        maxDateTime={opened.add(MAX_SCHEDULE_DAYS, "day")}
        onChange={(time, { validationError }) => {
          setShown(time);
          onChange(time?.isValid() && !validationError ? time.toISOString() : null);
        }}
        slots={{ openPickerIcon: CalendarIcon }}
        slotProps={{
          textField: {
            id: "bulk-start",
            helperText: `In your time zone, ${zone}`,
            sx: pickerLook,
            slotProps: pickerLabel,
          },
          desktopPaper: { sx: pickerPaper },
          ...pickerNamed("Choose when the send begins"),
        }}
      />
    </LocalizationProvider>
  );
}
