import { lazily } from "@sendwright/core/lazily";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Segmented } from "../components/Segmented.tsx";
import { SelectField } from "../components/SelectField.tsx";
import { MomentField } from "../components/VariableField/MomentField.tsx";
import { ownClock } from "../lib/when.ts";
import styles from "./panel/SendPanel.module.css";
import { chosenStart, fullWords, partsOf, startDays, suggestions } from "./startTimes.ts";

/**
 * Native time fields use the browser's own clock format; these use the format of the text below
 * them.
 */
const formats = lazily(() => ({ dateFormat: "iso", timeFormat: ownClock() }) as const);

/**
 * The present in milliseconds, read again after each midnight: what a page left open says about
 * days must stay true.
 */
function useDay(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const day = new Date(now);
    const midnight = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
    // A computer that slept runs the timer late, but tells us when the page is looked at again.
    const look = () => Date.now() >= midnight && setNow(Date.now());
    const timer = setTimeout(look, midnight - Date.now());
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [now]);
  return now;
}

interface StartPickerProps {
  /** ISO time; null while none is chosen. */
  at: string | null;
  /** Called with null if the fields don't hold a valid time. */
  onChange: (at: string | null) => void;
  /** Whether Send was clicked, so that a missing time is an error. */
  isAsked: boolean;
}

/** Chooses a day in words and a time, in your time zone, at most 30 days ahead. */
function StartPicker({ at, onChange, isAsked }: StartPickerProps) {
  const today = useDay();
  const days = useMemo(() => startDays(today), [today]);
  // An invalid time counts as none, but must stay in the fields.
  const [shown, setShown] = useState(() =>
    at === null ? { day: days[1]?.value ?? "", time: "" } : partsOf(at),
  );
  const [isLeft, setLeft] = useState(at !== null);
  const { at: chosen, problem } = chosenStart(shown.day, shown.time, Date.now());
  const change = (parts: Partial<typeof shown>) => {
    const next = { ...shown, ...parts };
    setShown(next);
    onChange(chosenStart(next.day, next.time, Date.now()).at);
  };
  const error = isAsked || isLeft || shown.time !== "" ? problem : null;
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
        <MomentField
          id="start-time"
          type="time"
          label="Time"
          formats={formats()}
          value={shown.time}
          error={error !== null}
          helperText={null}
          describedBy="start-words"
          disabled={false}
          onChange={(time) => change({ time })}
          onLeave={() => setLeft(true)}
        />
      </div>
      <p id="start-words" role="status" className={error === null ? "hint tabular" : "wrong"}>
        {error ?? (chosen === null ? "Choose a time of day." : fullWords(chosen))}
      </p>
    </div>
  );
}

/** When a send starts. `at`: ISO time; null while the chosen time is invalid. */
export type ChosenStart = { kind: "now" } | { kind: "later"; at: string | null };

interface Props {
  when: ChosenStart;
  onChange: (when: ChosenStart) => void;
  /** Whether Send was clicked. */
  isAsked?: boolean;
}

const NOW = "now";
const OWN = "own";

/** Now, one of the next mornings, or a time of your own; shows the start in full. */
export function StartChoice({ when, onChange, isAsked = false }: Props) {
  const today = useDay();
  const offers = useMemo(() => suggestions(today), [today]);
  const at = when.kind === "later" ? when.at : null;
  const [isOwn, setOwn] = useState(
    when.kind === "later" && !offers.some((offer) => offer.at === at),
  );
  // A morning that is no longer on offer, because the day has changed, is a time of your own.
  const isOffered = offers.some((offer) => offer.at === at);
  const value = when.kind === "now" ? NOW : isOwn || at === null || !isOffered ? OWN : at;
  const place = useRef<HTMLDivElement>(null);
  const choose = (next: string) => {
    flushSync(() => {
      setOwn(next === OWN);
      if (next === NOW) onChange({ kind: "now" });
      // Your own time starts with the one chosen before.
      else onChange({ kind: "later", at: next === OWN ? at : next });
    });
    // Its fields may be below the window.
    place.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div ref={place} className={styles.start}>
      <Segmented
        label="When"
        value={value}
        options={[
          { value: NOW, word: "Now" },
          ...offers.map((offer) => ({ value: offer.at, word: offer.word })),
          { value: OWN, word: "Choose…" },
        ]}
        onChange={choose}
      />
      {value === OWN && (
        <StartPicker
          at={at}
          onChange={(chosen) => onChange({ kind: "later", at: chosen })}
          isAsked={isAsked}
        />
      )}
      {value !== OWN && at !== null && (
        <p role="status" className="hint tabular">
          {fullWords(at)}
        </p>
      )}
    </div>
  );
}
