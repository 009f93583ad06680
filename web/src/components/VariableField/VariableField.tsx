import TextField from "@mui/material/TextField";
import type { Variable } from "@sendwright/core/contract";
import { readDate } from "@sendwright/core/dates/dates";
import { dateForField, fieldFormat } from "@sendwright/core/dates/fields";
import type { Formats } from "@sendwright/core/dates/formats";
import { formatTime } from "@sendwright/core/dates/times";
import { isBlank, valueProblem } from "@sendwright/core/placeholders";
import { type KeyboardEvent, useId, useState } from "react";
import { isExtension } from "../../lib/access.ts";
import { afterPress } from "../../lib/afterPress.ts";
import { asTypedMessage } from "../../lib/asTypedMessage.ts";
import { isComposing } from "../../lib/isComposing.ts";
import { useLeft } from "../../lib/useLeft.ts";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import { SelectField } from "../SelectField.tsx";
import { TextArea } from "../TextArea.tsx";
import { MomentField } from "./MomentField.tsx";
import type { ValueProps } from "./MomentValue.tsx";

interface Props {
  variable: Variable;
  /** Of a date `2025-04-01`, of a time `14:30`, else the text itself. */
  value: string;
  /** `isUnfinished`: the field has text that isn't a date or time yet. */
  onChange: (value: string, isUnfinished: boolean) => void;
  formats: Formats;
  /**
   * The error found by a check, or true if another place shows it. Without one, an invalid value is
   * marked when the field loses the focus.
   */
  error?: string | boolean | undefined;
  disabled?: boolean;
  /** Called when the field has lost the focus, but not while something else is being pressed. */
  onLeave?: () => void;
}

/** The field of one placeholder, by its type; it shows its fallback while it is empty. */
export function VariableField({
  variable,
  value,
  onChange,
  formats,
  error,
  disabled = false,
  onLeave,
}: Props) {
  const id = useId();
  // No error is shown while someone types.
  const { isLeft, leave, handlers } = useLeft(value, Boolean(error));
  const { name, type } = variable;
  const problem = isLeft ? error || valueProblem(variable, value) : null;
  const message = typeof problem === "string" ? problem : null;
  const common: ValueProps = {
    id,
    label: <PlaceholderChip name={name} type={type} isLabel />,
    value,
    error: Boolean(problem),
    helperText: message ?? hintOf(variable, value),
    disabled,
    onLeave: () => {
      leave();
      if (onLeave) afterPress(onLeave);
    },
  };
  if (type === "dropdown") {
    return (
      <ChoiceValue {...common} variable={variable} onChange={(option) => onChange(option, false)} />
    );
  }
  if (type === "date" || type === "time") {
    return (
      <DateOrTimeValue
        {...common}
        type={type}
        message={message}
        formats={formats}
        onFocus={handlers.onFocus}
        onChange={onChange}
      />
    );
  }
  return (
    <TextValue
      {...common}
      placeholder={fallbackOf(variable) ?? ""}
      isEmail={type === "email"}
      onFocus={handlers.onFocus}
      onChange={(text) => onChange(text, false)}
    />
  );
}

/** The text for a blank value; null if there is none to show. */
function fallbackOf({ fallback }: Variable): string | null {
  return fallback === null || isBlank(fallback) ? null : fallback;
}

function hintOf(variable: Variable, value: string): string | null {
  const fallback = fallbackOf(variable);
  if (variable.type === "sticky")
    return `Remembered in this browser, ${isExtension() ? "in this extension" : "on this website"}.`;
  if (fallback !== null) return isBlank(value) ? `If blank, the email says “${fallback}”.` : null;
  return variable.required ? null : "Optional.";
}

interface DateOrTimeValueProps extends ValueProps {
  type: "date" | "time";
  /** The error; null if there is none, or another place shows it. */
  message: string | null;
  formats: Formats;
  onFocus: () => void;
  onChange: (value: string, isUnfinished: boolean) => void;
}

/** A date or time in a field of its own; any other text in a field for text, until it is left. */
function DateOrTimeValue(props: DateOrTimeValueProps) {
  const { type, message, formats, onFocus, onChange, ...common } = props;
  const { value, onLeave } = common;
  const [isTyping, setTyping] = useState(false);
  const changeText = (text: string) => {
    setTyping(true);
    onChange(text, false);
  };
  if (!isTyping && !isOtherText(type, value)) {
    return (
      <MomentField
        {...common}
        type={type}
        formats={formats}
        isInEmail
        onChange={onChange}
        onAsTyped={changeText}
      />
    );
  }
  return (
    <TextValue
      {...common}
      placeholder=""
      isEmail={false}
      autoFocus={isTyping}
      onFocus={onFocus}
      helperText={message ?? (isRead(type, value) ? null : asTypedMessage(type, value, false))}
      onChange={changeText}
      onLeave={() => {
        setTyping(false);
        const day = type === "date" ? dateForField(value, fieldFormat(formats)) : null;
        if (day !== null) onChange(day, false);
        onLeave();
      }}
    />
  );
}

const FIELD_VALUES = { date: /^\d{4}-\d{2}-\d{2}$/, time: /^\d{2}:\d{2}$/ } as const;

function isRead(type: "date" | "time", value: string): boolean {
  if (isBlank(value)) return true;
  return type === "date" ? readDate(value) !== null : formatTime(value, "24hr").recognized;
}

/** Whether a value is text that the field of a date or time can't show. */
function isOtherText(type: "date" | "time", value: string): boolean {
  return !isBlank(value) && !(FIELD_VALUES[type].test(value) && isRead(type, value));
}

interface ChoiceValueProps extends ValueProps {
  variable: Variable;
  onChange: (option: string) => void;
}

/** One of the options; none of them only if the value may be blank. */
function ChoiceValue({
  variable,
  value,
  onChange,
  onLeave,
  error,
  helperText,
  ...field
}: ChoiceValueProps) {
  const { options, required } = variable;
  const fallback = fallbackOf(variable);
  const none = fallback ?? (required ? undefined : "None");
  return (
    <SelectField
      {...field}
      value={options.includes(value) ? value : ""}
      options={options.map((option) => ({ value: option, word: option }))}
      {...(none !== undefined && { none })}
      empty={fallback ?? "Choose…"}
      onChange={(option) => onChange(option ?? "")}
      onBlur={onLeave}
      error={error && (helperText || true)}
      hint={helperText}
    />
  );
}

interface TextValueProps extends ValueProps {
  placeholder: string;
  isEmail: boolean;
  autoFocus?: boolean;
  onFocus: () => void;
  onChange: (text: string) => void;
}

/**
 * Text, which may be pasted with line breaks or broken with Shift and Enter. An address is one
 * line.
 */
function TextValue({ isEmail, onChange, onLeave, ...props }: TextValueProps) {
  const field = {
    ...props,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onBlur: onLeave,
    onKeyDown: (event: KeyboardEvent) => {
      // Enter is a habit from forms: no one wants an empty line in "Dear Ann".
      if (event.key === "Enter" && !event.shiftKey && !isComposing(event)) event.preventDefault();
    },
  };
  return isEmail ? (
    <TextField
      {...field}
      slotProps={{ htmlInput: { inputMode: "email", autoCapitalize: "none", spellCheck: false } }}
    />
  ) : (
    <TextArea {...field} maxRows={6} dir="auto" />
  );
}
