import type { Send } from "@sendwright/core/contract";
import { Link } from "react-router-dom";
import { counted } from "../../lib/counted.ts";
import { dayAndTime } from "../../sending/when.ts";
import styles from "./Sends.module.css";

/** The sends that belong to one: the one that it corrects, and those that correct it. */
export function Related({ send: { corrects, corrected = [] } }: { send: Send }) {
  if (!corrects && corrected.length === 0) return null;
  return (
    <ul className={styles.related}>
      {corrects && (
        <li>
          Includes people from <Link to={{ hash: `sends/${corrects}` }}>an earlier send</Link>.
        </li>
      )}
      {corrected.map(({ id, created_at, rows }) => (
        <li key={id}>
          {counted(rows.length, "person is", "people are")} in{" "}
          <Link to={{ hash: `sends/${id}` }}>the send from {dayAndTime(created_at, Date.now())}</Link>.
        </li>
      ))}
    </ul>
  );
}
