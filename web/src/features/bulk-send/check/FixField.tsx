import TextField from "@mui/material/TextField";
import { type KeyboardEvent, useState } from "react";
import { goToNext } from "./nextFix.ts";

interface Props {
  row: number;
  column: string;
  value: string;
  /** Of a dropdown: what may stand here. */
  options: readonly string[] | undefined;
  onFix: (value: string) => void;
}

const NARROW = { flex: "1 1 12ch", minWidth: "12ch", maxWidth: "24ch" };

/** The cell that a problem stands in. What is written takes effect on Enter or on leaving the field; Escape takes it back. */
export function FixField({ row, column, value, options, onFix }: Props) {
  const [text, setText] = useState(value);
  const wiring = { "aria-label": `${column}, row ${row}`, "data-fix": "" };
  const commit = () => {
    if (text !== value) onFix(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape") setText(value);
    // What Tab would reach goes with the problem: it goes to the next one, like Enter.
    const isOn = event.key === "Tab" && !event.shiftKey && text !== value;
    if (event.key !== "Enter" && !isOn) return;
    event.preventDefault();
    // Leaving the field is what puts the text into effect.
    if (event.target instanceof HTMLElement) goToNext(event.target);
  };
  if (options && options.length > 0) {
    return (
      <TextField
        select
        size="small"
        sx={NARROW}
        value=""
        // The browser's own list: as quick with two hundred of these on the screen as with one.
        slotProps={{ select: { native: true }, htmlInput: wiring }}
        onChange={(event) => {
          goToNext(event.target);
          onFix(event.target.value);
        }}
      >
        <option value="">Choose {column}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </TextField>
    );
  }
  return (
    <TextField
      size="small"
      sx={NARROW}
      placeholder={column}
      value={text}
      autoComplete="off"
      slotProps={{ htmlInput: { ...wiring, spellCheck: false } }}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
