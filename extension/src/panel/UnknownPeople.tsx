import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import { Notice, sentSearch } from "@sendwright/web/parts";
import styles from "./surface.module.css";

interface Props {
  /** People who may or may not have received the email. */
  people: readonly string[];
  sender: string;
  onAgain: (recipient: string) => void;
  onSettled: (recipient: string) => void;
  disabled: boolean;
}

/**
 * Kept apart from the recipients, so that no one receives the email twice: only the person, after a look at their Sent
 * folder, can send it again.
 */
export function UnknownPeople({ people, sender, onAgain, onSettled, disabled }: Props) {
  if (people.length === 0) return null;
  return (
    <Notice variant="warning" title="We can't tell whether these people received the email">
      <p>We lost Gmail's response. Check your Sent folder, then decide.</p>
      <ul className={styles.unknown}>
        {people.map((recipient) => (
          <li key={recipient}>
            <span className={styles.recipient}>{recipient}</span>
            <span className={styles.ways}>
              <MuiLink href={sentSearch(sender, recipient)} target="_blank" rel="noreferrer">
                Check your Sent folder
              </MuiLink>
              <Button size="small" disabled={disabled} onClick={() => onSettled(recipient)}>
                They received it<span className="unseen"> ({recipient})</span>
              </Button>
              <Button size="small" disabled={disabled} onClick={() => onAgain(recipient)}>
                Send again<span className="unseen"> to {recipient}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
