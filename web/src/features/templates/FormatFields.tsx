import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import {
  type DateFormat,
  dateFormat,
  type TemplateFields,
  type TimeFormat,
  timeFormat,
  type Variable,
} from "@sendwright/functions/contract";
import { formatDate, formatTime } from "@sendwright/functions/core";
import styles from "./TemplateEditor.module.css";
import type { EditedFields } from "./useFields.ts";

const DATE_WORDS: Record<DateFormat, string> = {
  mmddyyyy: "month/day/year",
  long: "in words",
  ddmmyyyy: "day/month/year",
  iso: "year-month-day",
};
const TIME_WORDS: Record<TimeFormat, string> = { "12hr": "12 hours", "24hr": "24 hours" };

const dateExample = (format: DateFormat) => formatDate("2025-04-01", { format, order: "mdy" }).text;

interface Props {
  values: TemplateFields;
  set: EditedFields["set"];
  variables: readonly Variable[];
  disabled: boolean;
}

/** How dates and times are shown; each choice is there only when the template has such a placeholder. */
export function FormatFields({ values, set, variables, disabled }: Props) {
  const has = (type: Variable["type"]) => variables.some((variable) => variable.type === type);
  if (!has("date") && !has("time")) return null;
  return (
    <div className={styles.formats}>
      {has("date") && (
        <TextField
          select
          label="Date Format"
          value={values.dateFormat}
          disabled={disabled}
          onChange={(event) => set("dateFormat", dateFormat.parse(event.target.value))}
        >
          {dateFormat.options.map((format) => (
            <MenuItem key={format} value={format}>
              {dateExample(format)} ({DATE_WORDS[format]})
            </MenuItem>
          ))}
        </TextField>
      )}
      {has("time") && (
        <TextField
          select
          label="Time Format"
          value={values.timeFormat}
          disabled={disabled}
          onChange={(event) => set("timeFormat", timeFormat.parse(event.target.value))}
        >
          {timeFormat.options.map((format) => (
            <MenuItem key={format} value={format}>
              {formatTime("14:30", format).text} ({TIME_WORDS[format]})
            </MenuItem>
          ))}
        </TextField>
      )}
    </div>
  );
}
