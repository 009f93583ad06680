import TextField from "@mui/material/TextField";
import { useState } from "react";
import { SelectField } from "../components/SelectField.tsx";
import styles from "./Start.module.css";
import { fullWords, partsOf, startDays, startOf } from "./startTimes.ts";

interface Props {
  /** ISO time; null while none is chosen. */
  at: string | null;
  /** Null when what stands in the fields is no time that can be taken. */
  onChange: (at: string | null) => void;
}

/** Chooses a day in words and a time, in the person's zone, at most 30 days ahead. */
export function StartPicker({ at, onChange }: Props) {
  const [days] = useState(() => startDays(Date.now()));
  // What cannot be taken is no time, but it must stay in the fields.
  const [shown, setShown] = useState(() => (at === null ? { day: days[1]?.value ?? "", time: "" } : partsOf(at)));
  const [isAsked, setAsked] = useState(at !== null);
  const { at: chosen, problem } = startOf(shown.day, shown.time, Date.now());
  const change = (parts: Partial<typeof shown>) => {
    const next = { ...shown, ...parts };
    setShown(next);
    onChange(startOf(next.day, next.time, Date.now()).at);
  };
  const error = isAsked || shown.time !== "" ? problem : null;
  return (
    <div className={styles.start}>
      <div className={styles.fields}>
        <SelectField
          id="start-day"
          label="Day"
          value={shown.day}
          options={days}
          onChange={(day) => day !== null && change({ day })}
        />
        <TextField
          id="start-time"
          type="time"
          label="Time"
          value={shown.time}
          error={error !== null}
          onChange={(event) => change({ time: event.target.value })}
          onBlur={() => setAsked(true)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { "aria-describedby": "start-words" } }}
        />
      </div>
      <p id="start-words" role="status" className={error === null ? styles.words : styles.problem}>
        {error ?? (chosen === null ? "Choose a time of day." : fullWords(chosen))}
      </p>
    </div>
  );
}
