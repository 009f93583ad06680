import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import styles from "./HeroPicture.module.css";

const PEOPLE = [
  { to: "ada@example.com", name: "Ada", talk: "Engines that weave", date: "April 3, 2026" },
  { to: "grace@example.com", name: "Grace", talk: "A bug, found and kept", date: "April 4, 2026" },
  { to: "linus@corp.example", name: "Linus", talk: "Say it with patches", date: "April 4, 2026" },
];

/** One letter with blanks becomes three letters without: the product in one picture. */
export function HeroPicture() {
  return (
    <figure
      className={styles.picture}
      aria-label="An email with placeholders, and the three personalized emails made from it"
    >
      <div className={styles.letter} aria-hidden="true">
        <p className={styles.subject}>
          Your talk on <PlaceholderChip type="date" name="Talk Date" />
        </p>
        <p>
          Dear <PlaceholderChip type="text" name="First Name" />,
        </p>
        <p>
          we look forward to “<PlaceholderChip type="text" name="Talk" />
          ”. Bring your slides as <PlaceholderChip type="dropdown" name="Format" />, we bring the coffee.
        </p>
      </div>
      <ol className={styles.mails} aria-hidden="true">
        {PEOPLE.map(({ to, name, talk, date }) => (
          <li key={to} className={styles.mail}>
            <span className={styles.to}>{to}</span>
            <span className={styles.line}>
              <strong>Your talk on {date}</strong> Dear {name}, we look forward to “{talk}”.
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
