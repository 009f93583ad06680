import type { Variable } from "@sendwright/core/contract";
import { asCell } from "@sendwright/core/list/list";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import styles from "./cards.module.css";
import { DropdownOptions } from "./DropdownOptions.tsx";

interface Props {
  label: string;
  /** The placeholder that the column feeds; null for the addresses and for a column that feeds none. */
  variable: Variable | null;
  value: string;
  isWrong: boolean;
  /** Attributes by which others find the field, and its title. */
  marks: { "data-kind"?: string; title?: string };
  /** The cell has another text: on Enter and on leaving the field. */
  onFinish: (value: string) => void;
  onEnter: () => void;
  /** The problems of the cell. */
  children: ReactNode;
}

/** A cell of a card that is open. Escape restores its text. */
export function CardField({ value, ...given }: Props) {
  const [text, setText] = useState({ value, typed: value });
  // The cell was changed from elsewhere: by a suggestion, or undone.
  if (text.value !== value) setText({ value, typed: value });
  return <Field {...given} value={value} text={text.typed} onText={(typed) => setText({ value, typed })} />;
}

function Field(props: Props & { text: string; onText: (text: string) => void }) {
  const { label, variable, value, text, onText, isWrong, marks, onFinish, onEnter, children } = props;
  const id = useId();
  const options = variable?.type === "dropdown" ? variable.options : null;
  const finish = (next = text) => {
    if (next !== value) onFinish(asCell(next));
  };
  const wiring = {
    ...{ id, value: text, "aria-invalid": isWrong, "aria-describedby": `${id}-problems`, className: styles.field },
    ...marks,
    onBlur: () => finish(),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Escape") onText(value);
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      // Leaving the field finishes the cell, also where the field is about to go.
      event.currentTarget.blur();
      onEnter();
    },
  };
  return (
    <div className={styles.value} data-wrong={isWrong}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {options !== null ? (
        <select
          {...wiring}
          onChange={(event) => {
            onText(event.target.value);
            finish(event.target.value);
          }}
        >
          <DropdownOptions options={options} value={text} />
        </select>
      ) : value.includes("\n") ? (
        <textarea {...wiring} rows={3} onChange={(event) => onText(event.target.value)} />
      ) : (
        <input {...wiring} autoComplete="off" spellCheck={false} onChange={(event) => onText(event.target.value)} />
      )}
      <div id={`${id}-problems`}>{children}</div>
    </div>
  );
}
