import { lazily } from "@sendwright/core/lazily";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Segmented } from "../components/Segmented.tsx";
import { SelectField } from "../components/SelectField.tsx";
import { MomentField } from "../components/VariableField/MomentField.tsx";
import { ownClock } from "../lib/when.ts";
import styles from "./StartChoice.module.css";
import {
  chosenStart,
  fullWords,
  partsOf,
  type StartParts,
  startDays,
  suggestions,
} from "./startTimes.ts";

/**
 * Native time fields use the browser's own clock format; these use the format of the text below
 * them.
 */
const formats = lazily(() => ({ dateFormat: "iso", timeFormat: ownClock() }) as const);

/**
 * The present in milliseconds, read again after each midnight, so that a page left open keeps
 * offering the right days, and once the chosen time (ISO) has passed, so that it shows as past.
 */
function useNow(at: string | null = null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const day = new Date(now);
    const midnight = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
    const past = at === null ? midnight : Date.parse(at) + 1;
    const next = past > now ? Math.min(midnight, past) : midnight;
    // A computer that slept runs the timer late, but reports when someone looks at the page again.
    const look = () => Date.now() >= next && setNow(Date.now());
    const timer = setTimeout(look, next - Date.now());
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [now, at]);
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
  const today = useNow(at);
  const days = useMemo(() => startDays(today), [today]);
  // An invalid time counts as none, but must stay in the fields, as long as no one else sets a time.
  const [typed, setTyped] = useState<{ parts: StartParts; at: string | null } | null>(null);
  const [isLeft, setLeft] = useState(at !== null);
  const unchanged = at === null ? { day: days[1]?.value ?? "", time: "" } : partsOf(at);
  const shown = typed?.at === at ? typed.parts : unchanged;
  const { at: chosen, problem } = chosenStart(shown.day, shown.time, Date.now());
  const change = (changed: Partial<StartParts>) => {
    const parts = { ...shown, ...changed };
    const next = chosenStart(parts.day, parts.time, Date.now()).at;
    setTyped({ parts, at: next });
    onChange(next);
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
const CUSTOM = "custom";

/** Now, one of the next mornings, or a time of your own; shows the start in full. */
export const StartChoice = memo(function StartChoice({ when, onChange, isAsked = false }: Props) {
  const today = useNow();
  const offers = useMemo(() => suggestions(today), [today]);
  const at = when.kind === "later" ? when.at : null;
  // The time in the fields, which can also be a morning on offer.
  const [custom, setCustom] = useState<{ at: string | null } | null>(null);
  const isOffered = custom?.at !== at && offers.some((offer) => offer.at === at);
  const morning = isOffered ? at : null;
  const value = when.kind === "now" ? NOW : (morning ?? CUSTOM);
  const change = (next: string | null, isCustom: boolean) => {
    setCustom(isCustom ? { at: next } : null);
    onChange({ kind: "later", at: next });
  };
  const place = useRef<HTMLDivElement>(null);
  const choose = (next: string) => {
    flushSync(() => {
      if (next === NOW) onChange({ kind: "now" });
      // Your own time starts with the one chosen before.
      else if (next === CUSTOM) change(at, true);
      else change(next, false);
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
          { value: CUSTOM, word: "Choose…" },
        ]}
        onChange={choose}
      />
      {value === CUSTOM && (
        <StartPicker at={at} onChange={(chosen) => change(chosen, true)} isAsked={isAsked} />
      )}
      {morning !== null && value !== NOW && (
        <p role="status" className="hint tabular">
          {fullWords(morning)}
        </p>
      )}
    </div>
  );
});
