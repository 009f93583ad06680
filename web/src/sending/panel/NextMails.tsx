import type { Send } from "@sendwright/core/contract";
import { useEffect, useState } from "react";
import { nextMessage } from "../ahead.ts";
import styles from "./SendPanel.module.css";

/** Counts down to the next mails while none are going out; nobody has to hear each second of it. */
export function NextMails({ send }: { send: Send }) {
  const [now, setNow] = useState(Date.now);
  const isWaiting = nextMessage(send, Date.now()) !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const words = nextMessage(send, Math.max(now, Date.now()));
  return (
    words !== null && (
      <p className={styles.next} role="timer">
        {words}
      </p>
    )
  );
}
