import { SECOND } from "@sendwright/core/dates/units";
import { lazily } from "@sendwright/core/lazily";
import { memo, useEffect, useId, useMemo, useRef, useState } from "react";
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
 * The present in milliseconds, and a function that reads it again. It is also read again after each
 * midnight, so that a page left open keeps offering the right days, once the chosen time (ISO) has
 * passed, so that it shows as past, and after the clock was set back.
 */
function useNow(at: string | null): [now: number, readAgain: () => number] {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const day = new Date(now);
    const midnight = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
    const past = at === null ? midnight : Date.parse(at) + 1;
    const next = past > now ? Math.min(midnight, past) : midnight;
    // Not a timer until then: it would be late after the computer slept.
    const timer = setInterval(() => {
      const time = Date.now();
      if (time >= next || time < now) setNow(time);
    }, SECOND);
    return () => clearInterval(timer);
  }, [now, at]);
  const readAgain = () => {
    const time = Date.now();
    setNow(time);
    return time;
  };
  return [now, readAgain];
}

interface StartPickerProps {
  /** ISO time; null while none is chosen. */
  at: string | null;
  /** The present, and a function that reads it again. */
  clock: ReturnType<typeof useNow>;
  /** Called with null if the fields don't hold a valid time. */
  onChange: (at: string | null) => void;
  /** Whether Send was clicked, so that a missing time is an error. */
  isAsked: boolean;
}

/** Chooses a day in words and a time, in your time zone, at most 30 days ahead. */
function StartPicker({ at, clock: [now, readAgain], onChange, isAsked }: StartPickerProps) {
  const id = useId();
  const days = useMemo(() => startDays(now), [now]);
  // An invalid time counts as none, but must stay in the fields, as long as no one else sets a time.
  const [typed, setTyped] = useState<{ parts: StartParts; at: string | null } | null>(null);
  const [wasLeft, setLeft] = useState(false);
  const given = at === null ? { day: days[1]?.value ?? "", time: "" } : partsOf(at);
  const shown = typed?.at === at ? typed.parts : given;
  const { at: chosen, problem } = chosenStart(shown.day, shown.time, now);
  const change = (changed: Partial<StartParts>) => {
    const parts = { ...shown, ...changed };
    const next = chosenStart(parts.day, parts.time, readAgain()).at;
    setTyped({ parts, at: next });
    onChange(next);
  };
  const error = isAsked || wasLeft || shown.time !== "" ? problem : null;
  return (
    <div className={styles.start}>
      <div className={styles.fields}>
        <SelectField
          id={`${id}-day`}
          label="Day"
          value={shown.day}
          options={days}
          onChange={(day) => day !== null && change({ day })}
        />
        <MomentField
          id={`${id}-time`}
          type="time"
          label="Time"
          formats={formats()}
          value={shown.time}
          error={error !== null}
          helperText={null}
          describedBy={`${id}-words`}
          disabled={false}
          onChange={(time) => change({ time })}
          onLeave={() => setLeft(true)}
        />
      </div>
      <p id={`${id}-words`} role="status" className={error === null ? "hint tabular" : "wrong"}>
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
  const at = when.kind === "later" ? when.at : null;
  const clock = useNow(at);
  const [now] = clock;
  const offers = useMemo(() => suggestions(now), [now]);
  // The time in the fields, which can also be a morning on offer.
  const [custom, setCustom] = useState<{ at: string | null } | null>(null);
  const isCustom = custom !== null && custom.at === at;
  const morning = isCustom ? undefined : offers.find((offer) => offer.at === at)?.at;
  const value = when.kind === "now" ? NOW : (morning ?? CUSTOM);
  const change = (next: string | null, isOwn: boolean) => {
    setCustom(isOwn ? { at: next } : null);
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
        <StartPicker
          at={at}
          clock={clock}
          onChange={(chosen) => change(chosen, true)}
          isAsked={isAsked}
        />
      )}
      {morning !== undefined && (
        <p role="status" className="hint tabular">
          {fullWords(morning)}
        </p>
      )}
    </div>
  );
});
