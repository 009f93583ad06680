import type { Quota } from "@sendwright/core/contract";
import { useId } from "react";
import { OTHER_PROGRAMS } from "../../sending/messages.ts";
import styles from "./AccountMenu.module.css";

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

/** How much of the daily limit is used; counts only emails sent from here. */
export function QuotaMeter({ quota }: { quota: Quota }) {
  const id = useId();
  const { sent, limit, left, more_at, more_count } = quota;
  const count = new Intl.NumberFormat("en-US");
  return (
    <div>
      <p id={id} className={styles.counts}>
        {count.format(sent)} of {count.format(limit)} emails in the last 24 hours
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers let no style sheet reach all parts of a <meter>. */}
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(sent, limit)}
        className={styles.meter}
      >
        <div className={styles.used} data-scarce={left < limit / 10} style={{ width: `${(100 * sent) / limit}%` }} />
      </div>
      <p className={styles.soft}>
        {left === 0 && more_at
          ? `${count.format(more_count)} more from about ${clock.format(new Date(more_at))}. `
          : `${count.format(left)} left. `}
        {OTHER_PROGRAMS}
      </p>
    </div>
  );
}
