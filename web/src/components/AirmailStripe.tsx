import styles from "./AirmailStripe.module.css";

/** The thin slanted line of red, paper and blue under the top bar. It only decorates. */
export function AirmailStripe() {
  return <div className={styles.stripe} aria-hidden="true" />;
}

interface ProgressProps {
  /** From 0 to 1. */
  part: number;
  /** Whether it runs up to there as it appears, because the emails are leaving now. */
  runs?: boolean;
  label: string;
}

/** The same stripe as a send's progress bar. */
export function AirmailProgress({ part, runs = false, label }: ProgressProps) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <div
      className="meter"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.filled} data-runs={runs} style={{ width: `${percent}%` }} />
    </div>
  );
}
