import { Check } from "lucide-react";
import { Link } from "react-router-dom";
import styles from "./Landing.module.css";

const PROMISES = [
  "Your mail goes out through your own Gmail account and stands in your own Sent folder.",
  "The one permission to your mailbox is to send. Reading is not possible.",
  "The lists you send to are kept only while they are needed, then deleted.",
  "You can disconnect Google, or delete your account and everything in it, at any time.",
];

/** What is done with other people's names. */
export function SecureSection() {
  return (
    <section className={styles.section} aria-labelledby="secure">
      <div className={styles.promises}>
        <div>
          <h2 id="secure" className={styles.heading}>
            Secure and Private
          </h2>
          <p className={styles.under}>
            The whole story is in the <Link to="/privacy">privacy policy</Link>.
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
