import type { ReactNode } from "react";
import styles from "./CheckField.module.css";

interface Props {
  /** Without it, the box starts empty and keeps its own state. */
  checked?: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}

/** A box to tick, beside its words. */
export function CheckField({ children, onChange, ...box }: Props) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...box} onChange={(event) => onChange(event.target.checked)} />
      {/* One item of the line, also if it is several nodes. */}
      <span>{children}</span>
    </label>
  );
}
