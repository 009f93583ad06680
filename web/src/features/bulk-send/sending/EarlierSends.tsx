import Button from "@mui/material/Button";
import type { Send } from "@sendwright/functions/contract";
import { isOpen } from "../../../data/sendProgress.ts";
import { useSends } from "../../../data/sends.ts";
import styles from "../../../sending/panel/SendPanel.module.css";
import { countsSentence } from "../../../sending/sendMessages.ts";
import { dayAndTime } from "../../../sending/when.ts";

const STATES: Partial<Record<Send["state"], string>> = {
  scheduled: "Scheduled",
  queued: "Waiting",
  running: "Sending",
  paused: "Paused",
  cancelled: "Cancelled",
};

interface Props {
  /** The send on screen already. */
  shown: string | null;
  onOpen: (id: string) => void;
}

/** The sends of the last day, and those that still go on: each can be opened again until its data is deleted. */
export function EarlierSends({ shown, onOpen }: Props) {
  const { data = [], error } = useSends();
  const now = Date.now();
  const sends = data.filter(
    (send) => send.id !== shown && send.kind !== "test" && (send.title !== null || isOpen(send)),
  );
  if (error) return <p className={styles.soft}>{error.message}</p>;
  if (sends.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="earlier-sends">
      <h2 id="earlier-sends" className={styles.title}>
        Earlier sends
      </h2>
      <ul className={styles.list}>
        {sends.map((send) => (
          <li key={send.id}>
            <span>{send.title}</span>
            <span className={styles.soft}>
              {dayAndTime(send.state === "scheduled" ? send.starts_at : (send.started_at ?? send.created_at), now)}
            </span>
            <span>
              {STATES[send.state] && `${STATES[send.state]}: `}
              {countsSentence(send)}
            </span>
            <Button size="small" onClick={() => onOpen(send.id)}>
              Open
              <span className="unseen"> {send.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
