import { holdOf } from "@sendwright/core/attempt/hold";
import type { Send } from "@sendwright/core/contract";
import { countsSentence, partDone } from "@sendwright/core/sends/counts";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { AirmailProgress } from "../../components/AirmailStripe.tsx";
import rowName from "../../components/rowName.module.css";
import { WrittenText, writtenWords } from "../../components/WrittenText.tsx";
import { UndoButton } from "../../sending/panel/UndoButton.tsx";
import { kindAndPeople, sendSubject, sendTitle, sendWhen } from "../../sending/sendHeading.ts";
import styles from "./Sends.module.css";
import { StateMark } from "./StateMark.tsx";

interface Props {
  send: Send;
  now: number;
  /** Whether the person just left its page: the focus continues here. */
  isLeft: boolean;
}

/** One send of the list; all of its row leads to its page. */
export function SendRow({ send, now, isLeft }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isLeft) link.current?.focus();
  }, [isLeft]);
  const subject = sendSubject(send);
  const isGoing = send.state === "running" || send.state === "paused" || send.state === "queued";
  return (
    <li className={styles.row}>
      <StateMark send={send} />
      <span className={styles.main}>
        <Link ref={link} to={{ hash: `sends/${send.id}` }} className={`${rowName.name} ${styles.name}`} dir="auto">
          <WrittenText text={sendTitle(send)} />
        </Link>
        {subject !== null && (
          <span className={styles.subject} dir="auto">
            <WrittenText text={subject} />
          </span>
        )}
        <span className={`${styles.soft} ${styles.kind}`}>{kindAndPeople(send)}</span>
      </span>
      <span className={styles.numbers}>
        {countsSentence(send)}
        {isGoing && (
          <AirmailProgress
            part={partDone(send)}
            moving={false}
            label={`Emails sent of ${writtenWords(sendTitle(send))}`}
          />
        )}
      </span>
      <span className={styles.when}>
        {sendWhen(send, now)}
        {holdOf(send, now) && <UndoButton send={send} />}
      </span>
    </li>
  );
}
