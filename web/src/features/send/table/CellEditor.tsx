import type { Variable } from "@sendwright/core/contract";
import { type ClipboardEvent, useState } from "react";
import { DropdownOptions } from "./DropdownOptions.tsx";
import styles from "./table.module.css";

interface Props {
  /** The placeholder that the column feeds; null for the addresses and for a column that feeds none. */
  variable: Variable | null;
  label: string;
  /** What is wrong with the cell; "" if nothing is. */
  problem: string;
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  /** More than one cell was pasted. */
  onBlock: (text: string) => void;
}

/** Typing replaces what is in the cell, as in a spreadsheet. */
function begin(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

/**
 * The field of a cell that is being edited, by the type of its column. Dates and times are text: a native field reads them in the
 * browser's own order and clock, which may be neither the email's nor the person's, without saying so. Text is checked,
 * or asked about, like that of a file.
 */
export function CellEditor({ variable, ...given }: Props) {
  const { label, problem, value, onChange, onLeave } = given;
  if (variable?.type === "dropdown") {
    return (
      <select
        ref={(field) => field?.focus()}
        className={styles.editor}
        aria-label={label}
        aria-description={problem}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      >
        <DropdownOptions options={variable.options} value={value} />
      </select>
    );
  }
  return <Field {...given} />;
}

function Field({ label, problem, value, onChange, onLeave, onBlock }: Omit<Props, "variable">) {
  // The text at the beginning may differ from the cell's.
  const [text, setText] = useState(value);
  // A field of one line would lose the line breaks of a text that has some.
  const [hasLines] = useState(() => value.includes("\n"));
  const wiring = {
    ...{ "aria-label": label, "aria-description": problem, value: text, autoComplete: "off", spellCheck: false },
    onBlur: onLeave,
    onPaste: (event: ClipboardEvent) => {
      const block = event.clipboardData.getData("text/plain");
      if (hasLines ? !block.includes("\t") : !/[\t\n]/.test(block.trimEnd())) return;
      event.preventDefault();
      onBlock(block);
    },
  };
  const onText = (next: string) => {
    setText(next);
    onChange(next);
  };
  if (hasLines) {
    return (
      <textarea ref={begin} className={styles.editor} {...wiring} onChange={(event) => onText(event.target.value)} />
    );
  }
  return (
    <input
      ref={begin}
      className={styles.editor}
      type="text"
      {...wiring}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
