import {
  type DateFormat,
  dateFormat,
  formatDate,
  formatTime,
  type TemplateFields,
  type TimeFormat,
  timeFormat,
  type Variable,
} from "@sendwright/functions/contract";
import { PlainField } from "../../components/PlainField.tsx";
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

/** How dates and times are shown; each choice is there only when the template has such a placeholder (specification, section 2). */
export function FormatFields({ values, set, variables, disabled }: Props) {
  const has = (type: Variable["type"]) => variables.some((variable) => variable.type === type);
  if (!has("date") && !has("time")) return null;
  return (
    <div className={styles.formats}>
      {has("date") && (
        <PlainField label="Date Format">
          {(wiring) => (
            <select
              {...wiring}
              value={values.dateFormat}
              disabled={disabled}
              onChange={(event) => set("dateFormat", dateFormat.parse(event.target.value))}
            >
              {dateFormat.options.map((format) => (
                <option key={format} value={format}>
                  {dateExample(format)} ({DATE_WORDS[format]})
                </option>
              ))}
            </select>
          )}
        </PlainField>
      )}
      {has("time") && (
        <PlainField label="Time Format">
          {(wiring) => (
            <select
              {...wiring}
              value={values.timeFormat}
              disabled={disabled}
              onChange={(event) => set("timeFormat", timeFormat.parse(event.target.value))}
            >
              {timeFormat.options.map((format) => (
                <option key={format} value={format}>
                  {formatTime("14:30", format).text} ({TIME_WORDS[format]})
                </option>
              ))}
            </select>
          )}
        </PlainField>
      )}
    </div>
  );
}
