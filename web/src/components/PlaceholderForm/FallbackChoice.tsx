import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import styles from "./PlaceholderForm.module.css";

type Choice = "required" | "nothing" | "words";

interface Props {
  /** As in the grammar: null means that a value is required, "" that nothing stands in for it. */
  value: string | null;
  onChange: (fallback: string | null) => void;
}

/** What to do if the value is blank: don't send, leave it blank or use other text. */
export function FallbackChoice({ value, onChange }: Props) {
  const name = useId();
  const [choice, setChoice] = useState<Choice>(value === null ? "required" : value === "" ? "nothing" : "words");
  const [words, setWords] = useState(value ?? "");
  const choose = (next: Choice) => {
    setChoice(next);
    onChange(next === "required" ? null : next === "nothing" ? "" : words);
  };
  const radio = (own: Choice, label: string) => (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={choice === own} onChange={() => choose(own)} />
      {label}
    </label>
  );
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>If the value is blank</legend>
      {radio("required", "Required: don't send without it")}
      {radio("nothing", "Leave it blank")}
      {radio("words", "Use this instead")}
      {choice === "words" && (
        <TextField
          slotProps={{ htmlInput: { "aria-label": "Text to use instead" } }}
          placeholder="there"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            onChange(event.target.value);
          }}
        />
      )}
    </fieldset>
  );
}
