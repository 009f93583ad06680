import type { HoursOfDay } from "@sendwright/core/contract";
import { ownTimeZone } from "@sendwright/core/hours/hours";
import { SelectField } from "../../components/SelectField.tsx";
import { clockTime } from "../../lib/when.ts";
import styles from "./Settings.module.css";

interface Props {
  hours: HoursOfDay;
  /** `timeZone`: the time zone of these hours. */
  onChange: (hours: HoursOfDay, timeZone: string | undefined) => void;
}

/** A whole hour from 0 to 24 on the reader's kind of clock. */
function hourWord(hour: number): string {
  return hour === 24 ? "midnight" : clockTime(new Date(2026, 0, 5, hour).toISOString());
}

function hoursBetween(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index;
    return { value: String(hour), word: hourWord(hour) };
  });
}

/**
 * Chooses the hours in which a send resumes after the daily limit paused it. Offers only hours that
 * we can keep.
 */
export function HoursField({ hours, onChange }: Props) {
  const zone = ownTimeZone();
  const { from, to } = hours;
  return (
    <fieldset className={`bare stack ${styles.hours}`}>
      <legend>Resume paused sends between</legend>
      <div className={styles.fromTo}>
        <SelectField
          id="hours-from"
          label="From"
          value={String(from)}
          options={hoursBetween(0, to - 1)}
          onChange={(hour) => hour !== null && onChange({ from: Number(hour), to }, zone)}
        />
        <SelectField
          id="hours-to"
          label="To"
          value={String(to)}
          options={hoursBetween(from + 1, 24)}
          onChange={(hour) => hour !== null && onChange({ from, to: Number(hour) }, zone)}
        />
      </div>
      <p className="hint">
        In your time zone{zone === undefined ? "" : `, ${zone.replaceAll("_", " ")}`}. This applies
        to sends paused by the daily limit. Sends that you start or schedule go out at any hour. A
        change doesn't affect sends in progress.
      </p>
    </fieldset>
  );
}
