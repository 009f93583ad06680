import { MousePointer2, SquareCheck } from "lucide-react";
import styles from "./TickTheBox.module.css";

/** What to do when the Gmail box was left empty on Google's page: a picture of that box, ticked. */
export function TickTheBox() {
  return (
    <div className={styles.panel} role="alert">
      <p className={styles.title}>One box wasn't ticked</p>
      <p>
        Google signed you in, but didn't give Sendwright permission to send email, so we haven't linked your account.
        Sign in again and tick this box in Google's window before you click Continue:
      </p>
      <p className={styles.box}>
        <SquareCheck size={22} color="var(--accent)" aria-label="ticked box" />
        <span>Send email on your behalf.</span>
        <MousePointer2 size={18} aria-hidden className={styles.pointer} />
      </p>
      <p className={styles.small}>
        This is the only Gmail permission Sendwright asks for. It doesn't let us read your email.
      </p>
    </div>
  );
}
