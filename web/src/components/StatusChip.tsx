import { type ShownStatus, STATUS_WORDS } from "@sendwright/core/sends/statusWords";
import chip from "./chip.module.css";
import styles from "./StatusChip.module.css";

/** How a row ended, or where it is: an icon, a word and a color. */
export function StatusChip({ status }: { status: ShownStatus }) {
  return (
    <span className={`${chip.chip} ${styles.status}`} data-status={status}>
      {STATUS_WORDS[status]}
    </span>
  );
}
