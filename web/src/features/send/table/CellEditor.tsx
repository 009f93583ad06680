import type { Variable } from "@sendwright/core/contract";
import { type ClipboardEvent, useState } from "react";
import { DropdownOptions } from "./DropdownOptions.tsx";
import styles from "./table.module.css";

interface Props {
  /** The placeholder that the column feeds; null for the addresses and for a column that feeds none. */
  variable: Variable | null;
  label: string;
  /** The cell's error; "" for none. */
  problem: string;
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  /** Called when more than one cell is pasted. */
  onBlock: (text: string) => void;
}

/** Typing replaces the cell's text, as in a spreadsheet. */
function begin(field: HTMLInputElement | HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}

/**
 * The field of a cell in edit mode, by the type of its column. Dates and times are text: a native field would read them
 * in the browser's own order and clock, which may match neither the email nor the person. Text is checked, or asked
 * about, like that of a file.
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
  // The initial text may differ from the cell's.
  const [text, setText] = useState(value);
  // A single-line field would lose line breaks.
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
