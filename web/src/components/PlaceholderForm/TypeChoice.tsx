import { type VariableType, variableType } from "@sendwright/core/contract";
import { useId } from "react";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import styles from "./PlaceholderForm.module.css";

const MEANINGS: Record<VariableType, string> = {
  text: "Any text.",
  sticky: "Text that this browser remembers between sends.",
  dropdown: "One of the options below.",
  date: "A date, shown in the template's date format.",
  time: "A time of day, shown in the template's time format.",
  email: "An email address.",
};

/** The six types of placeholder, in their colours. */
export function TypeChoice({ value, onChange }: { value: VariableType; onChange: (type: VariableType) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.types} aria-describedby={`${name}-meaning`}>
      <legend className={styles.legend}>Type</legend>
      {variableType.options.map((type) => {
        const { word, Icon, colour, tint } = PLACEHOLDER_KINDS[type];
        const on = type === value;
        return (
          <label
            key={type}
            className={styles.type}
            data-on={on}
            style={{ color: colour, background: on ? tint : "none" }}
          >
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={type}
              checked={on}
              onChange={() => onChange(type)}
            />
            <Icon size={14} aria-hidden />
            {word}
          </label>
        );
      })}
      <p id={`${name}-meaning`} className={styles.meaning}>
        {MEANINGS[value]}
      </p>
    </fieldset>
  );
}
