import type { Variable } from "@sendwright/functions/contract";
import { useState } from "react";
import styles from "./table.module.css";

interface Props {
  /** The column's variable; null: the addresses. */
  variable: Variable | null;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  /** More than one cell was pasted. */
  onBlock: (text: string) => void;
}

/**
 * A native field can show only what it could have written: other text, as it was pasted, is edited as text. A date is text
 * always: a native field takes day and month in the browser's order, which may be neither the mail's nor the person's, and
 * would say nothing of it; as text it is read, or asked about, as that of a file.
 */
function nativeType(variable: Variable | null, value: string): "time" | "text" {
  if (variable?.type === "time" && (value === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(value))) return "time";
  return "text";
}

/** What is typed takes the place of what stands in the cell, as in a spreadsheet. */
function begin(field: HTMLInputElement | null): void {
  field?.focus();
  if (field?.type === "text" || field?.type === "email") field.select();
}

/** The field of a cell that is being written in, by the type of its column. */
export function CellEditor({ variable, ...given }: Props) {
  const { label, value, onChange, onLeave } = given;
  if (variable?.type === "dropdown") {
    const isOption = value === "" || variable.options.includes(value);
    return (
      <select
        ref={(field) => field?.focus()}
        className={styles.editor}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      >
        <option value="" />
        {!isOption && <option value={value}>{value} (not an option)</option>}
        {variable.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  return <Field type={nativeType(variable, value)} {...given} />;
}

function Field({ type, label, value, onChange, onLeave, onBlock }: Omit<Props, "variable"> & { type: string }) {
  const [kept] = useState(type);
  return (
    <input
      ref={begin}
      className={styles.editor}
      type={kept}
      aria-label={label}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
      onPaste={(event) => {
        const text = event.clipboardData.getData("text/plain");
        if (!/[\t\n]/.test(text.trimEnd())) return;
        event.preventDefault();
        onBlock(text);
      }}
    />
  );
}
