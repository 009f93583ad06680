import type { Variable } from "@sendwright/core/contract";
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

/** What is typed takes the place of what stands in the cell, as in a spreadsheet. */
function begin(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/**
 * The field of a cell that is being written in, by the type of its column. A date or a time is text: a native field takes day and
 * month in the browser's order and the hours on its clock, which may be neither the mail's nor the person's, and would say
 * nothing of it; as text it is read, or asked about, as that of a file.
 */
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
  return <Field {...given} />;
}

function Field({ label, value, onChange, onLeave, onBlock }: Omit<Props, "variable">) {
  // What is shown at the beginning may be written otherwise than what the table keeps.
  const [text, setText] = useState(value);
  return (
    <input
      ref={begin}
      className={styles.editor}
      type="text"
      aria-label={label}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        setText(event.target.value);
        onChange(event.target.value);
      }}
      onBlur={onLeave}
      onPaste={(event) => {
        const block = event.clipboardData.getData("text/plain");
        if (!/[\t\n]/.test(block.trimEnd())) return;
        event.preventDefault();
        onBlock(block);
      }}
    />
  );
}
