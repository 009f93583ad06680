import { Link } from "react-router-dom";
import { OPERATOR } from "../lib/operator.ts";
import styles from "./EmptyState.module.css";

/** The foot of the pages for visitors. */
export function SiteFooter({ version }: { version: string }) {
  return (
    <footer className={`hint ${styles.footer}`}>
      <div className={styles.line}>
        <span>Sendwright</span>
        <span>{version}</span>
        <span>
          Run by{" "}
          <a href={OPERATOR.imprint} className={styles.link}>
            {OPERATOR.name}
          </a>
        </span>
        <Link to="/privacy" className={styles.link}>
          Privacy Policy
        </Link>
        <Link to="/terms" className={styles.link}>
          Terms of Use
        </Link>
      </div>
    </footer>
  );
}
