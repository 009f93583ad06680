import { type ReactNode, useId } from "react";
import field from "../field.module.css";

interface InputAttributes {
  id: string;
  className: string | undefined;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface Props {
  label: string;
  /** The value's error. */
  error?: string | undefined;
  /** Draws the control with what ties it to its label. */
  children: (wiring: InputAttributes) => ReactNode;
}

/** A labelled control of the pages that come without MUI. */
export function PlainField({ label, error, children }: Props) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      {children({
        id,
        className: field.control,
        "aria-invalid": error !== undefined,
        "aria-describedby": error === undefined ? undefined : `${id}-error`,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </div>
  );
}
