import { MousePointer2, SquareCheck } from "lucide-react";
import styles from "./TickTheBox.module.css";

/** What to do when the Gmail box was left empty on Google's page: a picture of that box, ticked. */
export function TickTheBox() {
  return (
    <div className={styles.panel} role="alert">
      <p className={styles.title}>One box was left empty</p>
      <p>
        You are known to Google now, but Sendwright was not allowed to send mail, so nothing was linked. Sign in again
        and tick this box in Google's window before you choose Continue:
      </p>
      <p className={styles.box}>
        <SquareCheck size={22} color="var(--accent)" aria-label="ticked box" />
        <span>Send email on your behalf.</span>
        <MousePointer2 size={18} aria-hidden className={styles.pointer} />
      </p>
      <p className={styles.small}>
        It is the only permission to your mailbox that Sendwright asks for. It allows no reading.
      </p>
    </div>
  );
}
