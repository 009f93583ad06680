import { type ShownStatus, STATUS_WORDS } from "@sendwright/core/sends/statusWords";
import styles from "./chip.module.css";

/** How a row ended, or where it is: an icon, a word and a color. */
export function StatusChip({ status }: { status: ShownStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {STATUS_WORDS[status]}
    </span>
  );
}
