import { type ReactNode, useId } from "react";
import styles from "../field.module.css";

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
  /** Renders the control with these attributes. */
  children: (attributes: InputAttributes) => ReactNode;
}

/** A form control with its label, for pages without MUI. */
export function PlainField({ label, error, children }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        "aria-invalid": error !== undefined,
        "aria-describedby": error === undefined ? undefined : `${id}-error`,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
