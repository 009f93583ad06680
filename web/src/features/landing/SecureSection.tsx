import { Check } from "lucide-react";
import { Link } from "react-router-dom";
import styles from "./Landing.module.css";

const PROMISES = [
  "Emails are sent from your own Gmail account and appear in your Sent folder.",
  "We can only send email. We can't read your inbox.",
  "We keep the lists you send to only as long as we need them, then delete them.",
  "You can disconnect Google or delete your account and all its data at any time.",
];

/** What we do with other people's data. */
export function SecureSection() {
  return (
    <section className={styles.section} aria-labelledby="secure">
      <div className={styles.promises}>
        <div>
          <h2 id="secure" className={styles.heading}>
            Secure and Private
          </h2>
          <p className={styles.under}>
            For details, read the <Link to="/privacy">privacy policy</Link>.
          </p>
        </div>
        <ul>
          {PROMISES.map((promise) => (
            <li key={promise}>
              <Check size={18} aria-hidden />
              {promise}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
