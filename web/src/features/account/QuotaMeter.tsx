import type { Quota } from "@sendwright/functions/contract";
import { useId } from "react";
import styles from "./AccountMenu.module.css";

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

/** How much of the account's daily limit is used; only mail sent from here is counted. */
export function QuotaMeter({ quota }: { quota: Quota }) {
  const id = useId();
  const { sent, limit, left, more_at, more_count } = quota;
  const count = new Intl.NumberFormat("en-US");
  return (
    <div>
      <label htmlFor={id} className={styles.counts}>
        {count.format(sent)} of {count.format(limit)} mails in the last 24 hours
      </label>
      <meter id={id} className={styles.meter} min={0} max={limit} high={limit * 0.9} optimum={0} value={sent} />
      <p className={styles.soft}>
        {left === 0 && more_at
          ? `${count.format(more_count)} more from about ${clock.format(new Date(more_at))}. `
          : `${count.format(left)} left. `}
        Mail that you send from other programs is not counted.
      </p>
    </div>
  );
}
