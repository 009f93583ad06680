import {
  DATE_LANGUAGES,
  type DateFormat,
  DEFAULT_FORMATS,
  dateFormat,
  type TimeFormat,
  timeFormat,
  type Variable,
} from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { DATE_FORMATS, dateStyleOf, type Formats } from "@sendwright/core/dates/formats";
import { DEFAULT_LANGUAGE, numbersInLanguage } from "@sendwright/core/dates/languages";
import { formatTime } from "@sendwright/core/dates/times";
import { lazily } from "@sendwright/core/lazily";
import { useRef, useState } from "react";
import { remember, remembered } from "../../lib/remembered.ts";
import { useSession } from "../../lib/useSession.ts";
import { Button } from "../Button.tsx";
import { CheckField } from "../CheckField.tsx";
import { Notice } from "../ErrorNotice.tsx";
import { SelectField } from "../editorForms.tsx";
import { Segmented } from "../Segmented.tsx";
import styles from "./FormatFields.module.css";

/** Under which the answer to the question about the format is remembered. */
const LAST_ANSWER = "date-format";

/** The format that no one can misread. */
const IN_WORDS = "long";

/** The example day for each format: it can't be misread as another day, even in numbers. */
const EXAMPLE_DAY = "31 January 2025";
const EXAMPLE = "2025-01-31";

/** How an email writes the example's day. */
export function dateExample(formats: DateStyle): string {
  return formatDate(EXAMPLE, { ...dateStyleOf(formats), order: "mdy" }).text;
}

/** Half past two in the afternoon, written in a format. */
export function timeExample(format: TimeFormat): string {
  return formatTime("14:30", format).text;
}

const TIME_WORDS: Record<TimeFormat, string> = { "12hr": "12 hours", "24hr": "24 hours" };

type DateStyle = Omit<Formats, "timeFormat">;

interface Props {
  values: Formats;
  onChange: (change: Partial<Formats>) => void;
  variables: readonly Variable[];
  disabled?: boolean;
  /** Whether the email was just begun: dates that it came with need an answer, too. */
  isNew?: boolean;
}

/**
 * The date and time formats. Each choice is shown only if the email has such a placeholder. Its
 * first date asks how to write dates, unless the person's language writes them as the default
 * format does.
 */
export function FormatFields({
  values,
  variables,
  disabled = false,
  isNew = false,
  onChange,
}: Props) {
  const has = (type: Variable["type"]) => variables.some((variable) => variable.type === type);
  const [isAnswered, setAnswered] = useState(!isNew && has("date"));
  if (!has("date") && !has("time")) return null;
  return (
    <div className={styles.formats}>
      {has("date") && (
        <DateFormatField
          values={values}
          onChange={(change) => {
            setAnswered(true);
            onChange(change);
          }}
          asks={!isAnswered && values.dateFormat === DEFAULT_FORMATS.dateFormat}
          disabled={disabled}
        />
      )}
      {has("time") && (
        <SelectField
          label="Time Format"
          value={values.timeFormat}
          options={timeFormat.options.map((value) => ({
            value,
            word: `${timeExample(value)} (${TIME_WORDS[value]})`,
          }))}
          disabled={disabled}
          onChange={chosenOf(timeFormat.options, (chosen) => onChange({ timeFormat: chosen }))}
        />
      )}
    </div>
  );
}

/** Hands over the option that was chosen. */
function chosenOf<T extends string>(options: readonly T[], onChange: (option: T) => void) {
  return (chosen: string | null) => {
    const option = options.find((one) => one === chosen);
    if (option) onChange(option);
  };
}

interface DateProps {
  values: DateStyle;
  onChange: (change: Partial<DateStyle>) => void;
  /** Whether to ask for the format, because no one has chosen it yet. */
  asks: boolean;
  disabled: boolean;
}

/**
 * The date choice with an example, and one click to numbers, the person's own format or words.
 */
function DateFormatField({ values, onChange, asks, disabled }: DateProps) {
  const value = values.dateFormat;
  const { isInWords } = DATE_FORMATS[value];
  // Another choice leaves it here, so that no choice changes under the pointer.
  const [inNumbers, setInNumbers] = useState<DateFormat>(
    isInWords ? DEFAULT_FORMATS.dateFormat : value,
  );
  const local = localDateFormat();
  const choose = (format: DateFormat) => {
    if (!DATE_FORMATS[format].isInWords && format !== local) setInNumbers(format);
    onChange({ dateFormat: format });
  };
  const exampleOf = (format: DateFormat) => dateExample({ ...values, dateFormat: format });
  const shortcut = (format: DateFormat, word: string) => ({
    value: format,
    word: `${word}: ${exampleOf(format)}`,
  });
  const shortcuts = useRef<HTMLDivElement>(null);
  /** Its button goes; the keyboard's place is the same choice below. */
  const answer = (format: DateFormat) => {
    choose(format);
    shortcuts.current?.querySelector<HTMLElement>(`[value=${format}]`)?.focus();
  };
  const isOpen = asks && local !== null && local !== value;
  return (
    <div className="stack gap-8">
      {isOpen && (
        <DateFormatQuestion formats={[value, local]} onAnswer={answer} disabled={disabled} />
      )}
      <SelectField
        label="Date Format"
        value={value}
        options={dateFormat.options.map((format) => ({
          value: format,
          word: `${exampleOf(format)} (${DATE_FORMATS[format].words})`,
        }))}
        disabled={disabled}
        onChange={chosenOf(dateFormat.options, choose)}
        hint={`${EXAMPLE_DAY} is written ${dateExample(values)}.`}
      />
      <div ref={shortcuts}>
        <Segmented
          label="How dates are written"
          value={value}
          options={[
            shortcut(inNumbers, "In numbers"),
            ...(local === null || local === inNumbers
              ? []
              : [shortcut(local, "As in your language")]),
            shortcut(IN_WORDS, "In words"),
          ]}
          onChange={choose}
          disabled={disabled}
        />
      </div>
      {isInWords && <DateWordsFields values={values} onChange={onChange} disabled={disabled} />}
    </div>
  );
}

/** How dates in words are written: in which language, and whether with the day of the week. */
function DateWordsFields({ values, onChange, disabled }: Omit<DateProps, "asks">) {
  const { date_language: language = "", date_weekday = false } = values;
  return (
    <>
      <SelectField
        label="Language of dates"
        value={language || DEFAULT_LANGUAGE}
        options={languageOptions(language).map((tag) => ({
          value: tag,
          word: `${languageName(tag)}: ${dateExample({ ...values, date_language: tag })}`,
        }))}
        disabled={disabled}
        onChange={(tag) => onChange({ date_language: tag === DEFAULT_LANGUAGE ? "" : (tag ?? "") })}
      />
      <CheckField
        checked={date_weekday}
        onChange={(isChecked) => onChange({ date_weekday: isChecked })}
        disabled={disabled}
      >
        With the day of the week
      </CheckField>
    </>
  );
}

/** By name, with the one that is chosen, which only a later version may know. */
function languageOptions(chosen: string): string[] {
  const all = new Set([DEFAULT_LANGUAGE, ...DATE_LANGUAGES, ...(chosen === "" ? [] : [chosen])]);
  return [...all].sort((one, other) => languageName(one).localeCompare(languageName(other), "en"));
}

const names = lazily(() => new Intl.DisplayNames(["en"], { type: "language" }));

function languageName(tag: string): string {
  return names().of(tag) ?? tag;
}

interface QuestionProps {
  formats: readonly DateFormat[];
  onAnswer: (format: DateFormat) => void;
  disabled: boolean;
}

/**
 * One button for each format, with a day that can be misread. The last answer is remembered and
 * offered first.
 */
function DateFormatQuestion({ formats, onAnswer, disabled }: QuestionProps) {
  const { user } = useSession();
  const uid = user?.uid ?? "";
  const [last] = useState(() => remembered(uid, LAST_ANSWER));
  const ordered = [...formats].sort((one, other) => Number(other === last) - Number(one === last));
  const buttons = ordered.map((format) => (
    <Button
      key={format}
      size="small"
      disabled={disabled}
      onClick={() => {
        remember(uid, LAST_ANSWER, format);
        onAnswer(format);
      }}
    >
      {formatDate("2026-04-03", { format, order: "mdy" }).text}
    </Button>
  ));
  return <Notice action={buttons}>How should this email write April 3, 2026?</Notice>;
}

/** The numeric date format of a language, or null if we don't have it. */
export function localDateFormat(language: string = navigator.language): DateFormat | null {
  const example = numbersInLanguage(new Date(EXAMPLE), language);
  return (
    dateFormat.options.find((format) => dateExample({ dateFormat: format }) === example) ?? null
  );
}
