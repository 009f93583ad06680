import type { SxProps, Theme } from "@mui/material/styles";
import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import type { FieldRef } from "@mui/x-date-pickers/models";
import { TimePicker } from "@mui/x-date-pickers/TimePicker";
import type { TimeFormat } from "@sendwright/core/contract";
import { dayInWords, fullYear, hasShortYear, readDate } from "@sendwright/core/dates/dates";
import { dateForField, fieldFormat } from "@sendwright/core/dates/fields";
import { DATE_FORMATS, type Formats } from "@sendwright/core/dates/formats";
import { formatTime } from "@sendwright/core/dates/times";
import { BETWEEN, DateTyped, HoursTyped } from "@sendwright/core/dates/typed";
import dayjs, { type Dayjs } from "dayjs";
import { Calendar, Clock, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { afterPress } from "../../lib/afterPress.ts";
import { asTypedMessage } from "../../lib/asTypedMessage.ts";
import { Button } from "../Button.tsx";

/** The props of all kinds of fields. */
export interface ValueProps {
  id: string;
  label: ReactNode;
  value: string;
  error: boolean;
  helperText: ReactNode;
  /** The ids of elements elsewhere that describe the field. */
  describedBy?: string;
  disabled: boolean;
  onLeave: () => void;
}

/**
 * Makes the field of a date or time picker look like every other field: label above it, its height,
 * its borders.
 */
const pickerLook: SxProps<Theme> = {
  "& .MuiPickersOutlinedInput-root": {
    borderRadius: "var(--radius-field)",
    backgroundColor: "var(--sheet)",
    padding: "0 8px 0 12px",
    letterSpacing: 0,
  },
  "& .MuiPickersOutlinedInput-notchedOutline": { top: 0, borderColor: "var(--field)" },
  "& .MuiPickersOutlinedInput-notchedOutline legend": { display: "none" },
  "& .MuiPickersOutlinedInput-root:hover .MuiPickersOutlinedInput-notchedOutline": {
    borderColor: "var(--ink-soft)",
  },
  "& .MuiPickersOutlinedInput-root.Mui-focused .MuiPickersOutlinedInput-notchedOutline": {
    borderColor: "var(--accent)",
    borderWidth: 2,
  },
  "& .MuiPickersOutlinedInput-root.Mui-error .MuiPickersOutlinedInput-notchedOutline": {
    borderColor: "var(--failed)",
  },
  "& .MuiPickersInputBase-sectionsContainer": { padding: "8.5px 0", lineHeight: 1.45, opacity: 1 },
  "& .MuiPickersInputBase-sectionContent[aria-valuetext='Empty']": { color: "var(--ink-soft)" },
  "& .MuiInputAdornment-root .MuiIconButton-root": { padding: "6px", margin: 0 },
};

/** The calendar or clock floats like every other menu. */
const pickerPaper: SxProps<Theme> = {
  border: "1px solid var(--line)",
  borderRadius: "var(--radius-card)",
  backgroundColor: "var(--sheet)",
  boxShadow: "var(--shadow)",
};

/** Names the calendar or clock, floating beside its field or, on a phone, over the page. */
const pickerNamed = (name: string) => ({
  popper: { "aria-label": name },
  dialog: { "aria-label": name },
});

/** The label is above the field, so its format can always be visible. */
const pickerLabel = { inputLabel: { shrink: true } } as const;

function CalendarIcon() {
  return <Calendar size={18} aria-hidden />;
}
function ClockIcon() {
  return <Clock size={18} aria-hidden />;
}
function ClearIcon() {
  return <X size={16} aria-hidden />;
}

/** The parts of a field while all are selected: the next key replaces them. */
const ALL_PARTS = '[contenteditable="true"]:not([role="spinbutton"])';

type FieldSections = ReturnType<FieldRef<Dayjs | null>["getSections"]>;

export interface MomentProps extends ValueProps {
  type: "date" | "time";
  formats: Formats;
  onChange: (value: string, isUnfinished: boolean) => void;
  /** Called with text that isn't a date or time but should be sent as typed. */
  onAsTyped?: (text: string) => void;
}

const TIME_FORMATS: Record<TimeFormat, string> = { "12hr": "h:mm A", "24hr": "HH:mm" };

/** The parts of an empty field: in words if the email writes the date in words. */
const EMPTY_PARTS = { fieldMeridiemPlaceholder: () => "AM/PM" };
const EMPTY_PARTS_IN_WORDS = {
  ...EMPTY_PARTS,
  fieldYearPlaceholder: () => "year",
  fieldMonthPlaceholder: () => "Month",
  fieldDayPlaceholder: () => "day",
};

/** As the value travels: the server writes it in the template's format. */
const WRITTEN = { date: "YYYY-MM-DD", time: "HH:mm" } as const;

const SHAPES = { date: /^\d{4}-\d{2}-\d{2}$/, time: /^\d{2}:\d{2}$/ } as const;

function read(type: MomentProps["type"], value: string): Dayjs | null {
  if (!SHAPES[type].test(value)) return null;
  const moment = dayjs(type === "date" ? value : `2000-01-01T${value}`);
  // 30 February is invalid, and not 2 March.
  return moment.isValid() && moment.format(WRITTEN[type]) === value ? moment : null;
}

/** The date in the parts of a field; `12.7.27` is of 2027. */
function textOfSections(sections: FieldSections): string {
  return sections
    .map(({ type, startSeparator, value, endSeparator }) =>
      [startSeparator, type === "year" ? fullYear(value) : value, endSeparator].join(""),
    )
    .join("");
}

interface WrongProps {
  type: MomentProps["type"];
  text: string;
  onDay: (text: string) => void;
  onAsTyped: ((text: string) => void) | undefined;
}

/** What is wrong with a text, and what to do: it is two days, or none. */
function Wrong({ type, text, onDay, onAsTyped }: WrongProps) {
  const date = type === "date" ? readDate(text) : null;
  const choices = date
    ? (["dmy", "mdy"] as const).map((order) => {
        const { year, month, day } = date[order];
        const choose = () => onDay(`${year}-${month}-${day}`);
        return { word: dayInWords(date, order), choose };
      })
    : [{ word: "Send as typed", choose: () => onAsTyped?.(text) }];
  const message = date ? `${text} could be two days.` : asTypedMessage(type, text, true);
  if (!date && !onAsTyped) return `${text} isn't a time.`;
  return (
    <>
      {message}{" "}
      {choices.map(({ word, choose }) => (
        <Button key={word} size="small" variant="text" color="secondary" onClick={choose}>
          {word}
        </Button>
      ))}
    </>
  );
}

/** A date or a time, typed or picked, shown as in the email. */
export default function MomentValue(props: MomentProps) {
  const {
    type,
    formats,
    value,
    onChange,
    onAsTyped,
    error,
    helperText,
    describedBy,
    onLeave,
    ...own
  } = props;
  // Half-typed text isn't a value yet, but must stay in the field.
  const [shown, setShown] = useState(() => ({ value, moment: read(type, value) }));
  if (shown.value !== value) setShown({ value, moment: read(type, value) });

  const { pattern, isInWords } = DATE_FORMATS[fieldFormat(formats)];
  /** Complete, and no day of the calendar, or two. */
  const [wrong, setWrong] = useState<string | null>(null);

  const change = (
    moment: Dayjs | null,
    { validationError }: { validationError: string | null },
  ) => {
    const isDone = moment?.isValid() === true && validationError === null;
    const written = isDone ? moment.format(WRITTEN[type]) : "";
    setShown({ value: written, moment });
    setWrong(null);
    onChange(written, moment !== null && !isDone);
  };
  const field = useRef<FieldRef<Dayjs | null>>(null);
  /** Someone in the calendar or clock hasn't left the field. */
  const isOpen = useRef(false);
  /** The field itself doesn't report that it lost the focus half-filled; its sections do. */
  const leave = () => {
    if (isOpen.current) return;
    const { text, parts } = dateTyped.current;
    dateTyped.current.forget();
    if (type === "date" && parts.filter((part) => part !== "").length >= 3) {
      take(text);
      return unlessOpen(onLeave);
    }
    const sections = field.current?.getSections() ?? [];
    const filled = sections.map(({ value: part }) => part !== "");
    const isHalf = filled.includes(true) && filled.includes(false);
    if (shown.moment === null) onChange("", isHalf || wrong !== null);
    else if (type === "date" && !isHalf) {
      completeYear(sections);
      if (!shown.moment.isValid()) unlessOpen(() => setWrong(textOfSections(sections)));
    }
    unlessOpen(onLeave);
  };
  /** A click on the calendar's button leaves the field before the calendar opens. */
  const unlessOpen = (run: () => void) => afterPress(() => !isOpen.current && run());
  const completeYear = (sections: FieldSections) => {
    const year = sections.find((section) => section.type === "year")?.value ?? "";
    if (fullYear(year) === year) return;
    change(dayjs(textOfSections(sections), pattern, true), { validationError: null });
  };
  /** Makes the value of a text, as the table would read it; or says why it has none. */
  const take = (text: string) => {
    const time = formatTime(text, "24hr");
    const written =
      type === "date"
        ? dateForField(text, fieldFormat(formats))
        : time.recognized
          ? time.text
          : null;
    if (written !== null) return change(read(type, written), { validationError: null });
    field.current?.clearValue();
    onChange("", true);
    setWrong(text);
  };
  const common = {
    label: own.label,
    disabled: own.disabled,
    value: shown.moment,
    onChange: change,
    onOpen: () => {
      isOpen.current = true;
      setWrong(null);
    },
    onClose: () => {
      isOpen.current = false;
    },
    slots: { openPickerIcon: type === "date" ? CalendarIcon : ClockIcon, clearIcon: ClearIcon },
    slotProps: {
      textField: {
        id: own.id,
        error: error || wrong !== null,
        helperText:
          wrong === null ? (
            helperText
          ) : (
            <Wrong type={type} text={wrong} onDay={take} onAsTyped={onAsTyped} />
          ),
        fullWidth: true,
        sx: pickerLook,
        slotProps: {
          ...pickerLabel,
          ...(describedBy && { input: { "aria-describedby": describedBy } }),
        },
      },
      // "April 1", as in the email, not "April 01".
      field: { fieldRef: field, clearable: true, shouldRespectLeadingZeros: true },
      desktopPaper: { sx: pickerPaper },
      ...pickerNamed(type === "date" ? "Choose a date" : "Choose a time"),
    },
  };
  const picker =
    type === "date" ? (
      <DatePicker {...common} format={pattern} />
    ) : (
      <TimePicker
        {...common}
        format={TIME_FORMATS[formats.timeFormat]}
        ampm={formats.timeFormat === "12hr"}
      />
    );
  /** A part that is pasted into its part goes the picker's own way. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain").trim();
    const active = field.current?.getActiveSectionIndex() ?? null;
    const isAll = event.target instanceof Element && event.target.matches(ALL_PARTS);
    if (text === "" || (active === null && !isAll) || own.disabled) return;
    const isPart = active !== null && /^(?:\d{1,2}|\d{4})$/.test(text);
    if (isPart && field.current?.getSections()[active]?.contentType === "digit") return;
    event.preventDefault();
    event.stopPropagation();
    dateTyped.current.forget();
    take(text);
  };
  const dateTyped = useRef(new DateTyped());
  /** Whether the keys correct one part of a date that has others. */
  const isCorrection = useRef(false);
  const beginAt = (at: number) =>
    flushSync(() => {
      field.current?.clearValue();
      field.current?.setSelectedSections(at);
    });
  const typeDate = (event: KeyboardEvent) => {
    const { key, target, currentTarget } = event;
    // Tab leaves the field, which then reads the text.
    const isTab = key === "Tab" && !event.shiftKey;
    if (own.disabled || isTab || /^(?:Shift|Alt|Control|Meta)/.test(key)) return;
    const typed = dateTyped.current;
    const part = field.current?.getActiveSectionIndex() ?? null;
    const isAll = part === null && target instanceof Element && target.matches(ALL_PARTS);
    const isText = key.length === 1 && !event.ctrlKey && !event.metaKey;
    if (!isText || part === null) typed.forget();
    if (!isText || (part === null && !isAll)) return;
    setWrong(null);
    if (isAll) beginAt(0);
    const active = part ?? 0;
    const fieldParts = field.current?.getSections() ?? [];
    const sections: string[] = fieldParts.map((section) => section.type);
    if (typed.text === "")
      isCorrection.current =
        active > 0 && fieldParts.some((one, at) => at !== active && one.value !== "");
    const hasEnded = typed.press(key, active);
    const { text, parts } = typed;
    if (typed.isWhole && !hasShortYear(text)) {
      event.preventDefault();
      event.stopPropagation();
      return take(text);
    }
    if (!BETWEEN.test(key)) return;
    event.preventDefault();
    event.stopPropagation();
    const order = typed.orderIn(sections);
    const isOther =
      order[0] !== sections[0] && !isCorrection.current && (hasEnded || order[0] !== "year");
    if (isOther && parts.length === 2) {
      // The keys so far went into other parts.
      const at = sections.indexOf(order[0] ?? "");
      beginAt(at);
      const first = currentTarget.querySelectorAll('[role="spinbutton"]')[at];
      if (first) first.textContent = parts[0] ?? "";
      first?.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    const next = isOther
      ? sections.indexOf(order[parts.length - 1] ?? "")
      : active + Number(hasEnded);
    if (next >= 0 && next < sections.length) field.current?.setSelectedSections(next);
  };
  /** A text that is no date or time has left no parts to delete. */
  const deleteWrong = ({ key }: KeyboardEvent) => {
    if (wrong === null || (key !== "Backspace" && key !== "Delete")) return;
    setWrong(null);
    onChange("", false);
  };
  /** `14` in a field of 12 hours is 2 PM; the field itself would make a 4 of it. */
  const hours = useRef(new HoursTyped());
  const type24 = (event: KeyboardEvent) => {
    if (formats.timeFormat !== "12hr" || own.disabled) return;
    const active = field.current?.getActiveSectionIndex() ?? null;
    const isInHours = active !== null && field.current?.getSections()[active]?.type === "hours";
    const hour = hours.current.press(event.key, isInHours);
    if (hour === null && !(isInHours && event.key === ":")) return;
    event.preventDefault();
    event.stopPropagation();
    if (hour !== null) {
      const minute = isInHours && shown.moment?.isValid() ? shown.moment.minute() : 0;
      // The keys typed into its minutes are not hours.
      if (!isInHours) field.current?.clearValue();
      change(dayjs("2000-01-01T00:00").hour(hour).minute(minute), { validationError: null });
    }
    field.current?.setSelectedSections("minutes");
  };
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      localeText={isInWords ? EMPTY_PARTS_IN_WORDS : EMPTY_PARTS}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the field inside is left. */}
      <div
        // Its own button, and the calendar that this opens, are parts of the field.
        onBlur={({ currentTarget, relatedTarget }) =>
          !currentTarget.contains(relatedTarget) && leave()
        }
        onPasteCapture={paste}
        onKeyDownCapture={(event) => {
          deleteWrong(event);
          (type === "date" ? typeDate : type24)(event);
        }}
        onPointerDownCapture={() => {
          hours.current.forget();
          dateTyped.current.forget();
        }}
      >
        {picker}
      </div>
    </LocalizationProvider>
  );
}
