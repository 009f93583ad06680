import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import styles from "./RecipientChips.module.css";

interface Props {
  text: string;
  /** Called once, with the text, or null to change nothing; `isByKey` tells a key from a click elsewhere. */
  onDone: (text: string | null, isByKey: boolean) => void;
}

/** A chip that is being written anew: Enter, Tab or leaving takes the text, Escape leaves it as it was. */
export function ChipEditor({ text, onDone }: Props) {
  const [value, setValue] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const finish = (result: string | null, isByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(result, isByKey);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") finish(null, true);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) finish(value, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={field}
      className={styles.editor}
      type="text"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-label={`Edit ${text}`}
      size={Math.max(12, value.length)}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={press}
      onBlur={() => finish(value, false)}
    />
  );
}
