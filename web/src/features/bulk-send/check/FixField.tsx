import { type KeyboardEvent, useState } from "react";
import styles from "./check.module.css";
import { goToNext } from "./nextFix.ts";

interface Props {
  row: number;
  column: string;
  value: string;
  /** Of a dropdown: what may stand here. */
  options: readonly string[] | undefined;
  onFix: (value: string) => void;
}

/** The cell that a problem stands in. What is written takes effect on Enter or on leaving the field; Escape takes it back. */
export function FixField({ row, column, value, options, onFix }: Props) {
  const [text, setText] = useState(value);
  const label = `${column}, row ${row}`;
  const commit = () => {
    if (text !== value) onFix(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") setText(value);
    if (event.key !== "Enter") return;
    event.preventDefault();
    // Leaving the field is what puts the text into effect.
    goToNext(event.currentTarget);
  };
  if (options && options.length > 0) {
    return (
      <select
        className={styles.fix}
        data-fix
        aria-label={label}
        value=""
        onChange={(event) => {
          goToNext(event.currentTarget);
          onFix(event.target.value);
        }}
      >
        <option value="">Choose {column}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      className={styles.fix}
      data-fix
      aria-label={label}
      placeholder={column}
      value={text}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
