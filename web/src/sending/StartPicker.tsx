import { lazy, Suspense, useState } from "react";
import { Loading } from "../components/Loading.tsx";
import { SelectField } from "../components/SelectField.tsx";
import styles from "./Start.module.css";
import { chosenStart, fullWords, partsOf, startDays } from "./startTimes.ts";
import { ownClock } from "./when.ts";

const MomentValue = lazy(() => import("../components/VariableField/MomentValue.tsx"));

/** A browser's own field writes its hours as the browser likes; these are written as in the words below them. */
const FORMATS = { dateFormat: "iso", timeFormat: ownClock } as const;

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
  const { at: chosen, problem } = chosenStart(shown.day, shown.time, Date.now());
  const change = (parts: Partial<typeof shown>) => {
    const next = { ...shown, ...parts };
    setShown(next);
    onChange(chosenStart(next.day, next.time, Date.now()).at);
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
        <Suspense fallback={<Loading what="the time" heights={[68]} />}>
          <MomentValue
            id="start-time"
            type="time"
            label="Time"
            formats={FORMATS}
            value={shown.time}
            error={error !== null}
            helperText={null}
            describedBy="start-words"
            disabled={false}
            onChange={(time) => change({ time })}
            onLeave={() => setAsked(true)}
          />
        </Suspense>
      </div>
      <p id="start-words" role="status" className={error === null ? styles.words : styles.problem}>
        {error ?? (chosen === null ? "Choose a time of day." : fullWords(chosen))}
      </p>
    </div>
  );
}
