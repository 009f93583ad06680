import { useId } from "react";
import field from "../../components/field.module.css";
import type { EditedFields } from "./useFields.ts";

interface LineProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Replaces the hint. */
  error: string | undefined;
  hint?: string;
  disabled: boolean;
  isRequired?: boolean;
  hasFocus: boolean;
}

/** A field of the template that is a line. */
export interface EditedLine
  extends Pick<LineProps, "value" | "error" | "disabled">,
    Pick<EditedFields, "set"> {}

/** A line of text. MUI's own field would load its select, too. */
export function LineField({
  label,
  value,
  onChange,
  error,
  hint,
  disabled,
  isRequired = false,
  hasFocus,
}: LineProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label} data-required={isRequired || undefined}>
        {label}
      </label>
      <div className={field.box} data-invalid={error !== undefined} data-disabled={disabled}>
        <input
          id={id}
          className={`${field.text} ${field.input}`}
          dir="auto"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: a dialog begins at its first field, and a button's field gets its focus.
          autoFocus={hasFocus}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-required={isRequired}
          aria-describedby={note && `${id}-note`}
        />
      </div>
      <p id={`${id}-note`} className={error === undefined ? `hint ${field.notes}` : field.error}>
        {note}
      </p>
    </div>
  );
}
