import Button from "@mui/material/Button";
import {
  type DateFormat,
  dateFormat,
  type Template,
  type TimeFormat,
  timeFormat,
  type Variable,
} from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatTime } from "@sendwright/core/dates/times";
import { useRef, useState } from "react";
import { SelectField } from "../SelectField.tsx";
import styles from "./FormatFields.module.css";

/** The example day for each format: it can't be misread as another day, even in numbers. */
const EXAMPLE_DAY = "31 January 2025";
const EXAMPLE = "2025-01-31";

/** The example's day, written in a format. */
export function dateExample(format: DateFormat): string {
  return formatDate(EXAMPLE, { format, order: "mdy" }).text;
}

/** Half past two in the afternoon, written in a format. */
export function timeExample(format: TimeFormat): string {
  return formatTime("14:30", format).text;
}

const DATE_WORDS: Record<DateFormat, string> = {
  mmddyyyy: "month/day/year",
  long: "in words",
  ddmmyyyy: "day/month/year",
  iso: "year-month-day",
  dmy_dots: "day.month.year",
};
const TIME_WORDS: Record<TimeFormat, string> = { "12hr": "12 hours", "24hr": "24 hours" };

interface Props {
  values: Pick<Template, "dateFormat" | "timeFormat">;
  onDateFormat: (format: DateFormat) => void;
  onTimeFormat: (format: TimeFormat) => void;
  variables: readonly Variable[];
  disabled?: boolean;
}

/** The date and time formats. Each choice is shown only if the email has such a placeholder. */
export function FormatFields({ values, onDateFormat, onTimeFormat, variables, disabled = false }: Props) {
  const has = (type: Variable["type"]) => variables.some((variable) => variable.type === type);
  if (!has("date") && !has("time")) return null;
  return (
    <div className={styles.formats}>
      {has("date") && <DateFormatField value={values.dateFormat} onChange={onDateFormat} disabled={disabled} />}
      {has("time") && (
        <SelectField
          label="Time Format"
          value={values.timeFormat}
          options={timeFormat.options.map((value) => ({
            value,
            word: `${timeExample(value)} (${TIME_WORDS[value]})`,
          }))}
          disabled={disabled}
          onChange={(format) => format && onTimeFormat(format)}
        />
      )}
    </div>
  );
}

interface DateProps {
  value: DateFormat;
  onChange: (format: DateFormat) => void;
  disabled: boolean;
}

/** The date choice with an example, and a click to the person's own format or to an unambiguous one. */
function DateFormatField({ value, onChange, disabled }: DateProps) {
  // Switching from words back to numbers restores the earlier numeric format.
  const [inNumbers, setInNumbers] = useState<DateFormat>(value === "long" ? "mmddyyyy" : value);
  const choose = (format: DateFormat) => {
    if (format !== "long") setInNumbers(format);
    onChange(format);
  };
  const inWords = useRef<HTMLButtonElement>(null);
  /** Its button goes; the keyboard's place is the one beside it. */
  const chooseLocal = (format: DateFormat) => {
    choose(format);
    inWords.current?.focus();
  };
  const other = value === "long" ? inNumbers : "long";
  const local = localDateFormat();
  return (
    <div className={styles.format}>
      <SelectField
        label="Date Format"
        value={value}
        options={dateFormat.options.map((format) => ({
          value: format,
          word: `${dateExample(format)} (${DATE_WORDS[format]})`,
        }))}
        disabled={disabled}
        onChange={(format) => format && choose(format)}
        hint={`${EXAMPLE_DAY} is written ${dateExample(value)}.`}
      />
      <div className={styles.ways}>
        {local !== null && local !== value && local !== other && (
          <Button size="small" variant="outlined" disabled={disabled} onClick={() => chooseLocal(local)}>
            As in your language: {dateExample(local)}
          </Button>
        )}
        <Button ref={inWords} size="small" variant="outlined" disabled={disabled} onClick={() => choose(other)}>
          {other === "long" ? "In words" : "In numbers"}: {dateExample(other)}
        </Button>
      </div>
    </div>
  );
}

/** The numeric date format of a language, or null if we don't have it. */
export function localDateFormat(language: string = navigator.language): DateFormat | null {
  const written = new Intl.DateTimeFormat(language, {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  });
  const example = written.format(new Date("2025-01-31T00:00:00Z"));
  return dateFormat.options.find((format) => dateExample(format) === example) ?? null;
}
