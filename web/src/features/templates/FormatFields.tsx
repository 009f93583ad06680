import {
  type DateFormat,
  dateFormat,
  type TemplateFields,
  type TimeFormat,
  timeFormat,
  type Variable,
} from "@sendwright/functions/contract";
import { formatDate, formatTime } from "@sendwright/functions/core";
import { SelectField } from "../../components/SelectField.tsx";
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
        <SelectField
          label="Date Format"
          value={values.dateFormat}
          options={dateFormat.options.map((value) => ({ value, word: `${dateExample(value)} (${DATE_WORDS[value]})` }))}
          disabled={disabled}
          onChange={(format) => format && set("dateFormat", format)}
        />
      )}
      {has("time") && (
        <SelectField
          label="Time Format"
          value={values.timeFormat}
          options={timeFormat.options.map((value) => ({
            value,
            word: `${formatTime("14:30", value).text} (${TIME_WORDS[value]})`,
          }))}
          disabled={disabled}
          onChange={(format) => format && set("timeFormat", format)}
        />
      )}
    </div>
  );
}
