import Button from "@mui/material/Button";
import type { Hold } from "@sendwright/core/attempt/hold";
import { useEffect, useState } from "react";
import { Notice } from "../../components/ErrorNotice.tsx";
import { useOnline } from "../../lib/useOnline.ts";
import { dayAndTime } from "../when.ts";
import styles from "./SendPanel.module.css";

/** The whole seconds left until a time (milliseconds), counting down. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

interface Props {
  hold: Hold;
  /** Whether Undo was clicked and has no answer yet. */
  isUndoing: boolean;
  onUndo: () => void;
  /** Whether another screen has already announced it. */
  isTold?: boolean;
}

/** Tells that an Undo hasn't reached the server yet, and its consequence. `later` is the start of a scheduled send. */
function undoOffline(secondsLeft: number, later: string | null): string {
  if (later !== null) {
    if (secondsLeft > 0) return `You're offline. We undo this if you're back online within ${secondsLeft} s.`;
    return `You're offline, so we couldn't undo this in time. It's scheduled for ${later}. You can cancel it on the Sends tab.`;
  }
  if (secondsLeft === 0) return "You're offline, so we couldn't undo this in time. It has probably been sent.";
  return `You're offline. This is sent in ${secondsLeft} s, unless you're back online before that. Then we undo it.`;
}

const undoFor = (left: number) => (left > 0 ? ` You can undo this for ${left} s.` : "");
const inSeconds = (left: number) => (left > 0 ? ` in ${left} s` : "");

/**
 * The countdown of a held send, with Undo. A screen reader announces it once. Undo comes first, because the buttons of
 * the result are at the end: a late click on Undo must not close it.
 */
export function HoldNotice({ hold, isUndoing, onUndo, isTold = false }: Props) {
  const left = useSecondsLeft(hold.until);
  const [atFirst] = useState(left);
  const isOnline = useOnline();
  const later = hold.later && dayAndTime(hold.later, Date.now());
  return (
    <Notice isTold={isTold}>
      <div className={styles.held}>
        <Button size="small" variant="outlined" disabled={isUndoing} onClick={onUndo}>
          Undo
        </Button>
        {isUndoing ? (
          <p>{isOnline ? "Undoing…" : undoOffline(left, later)}</p>
        ) : (
          <>
            <p className="unseen">
              {later
                ? `Scheduled for ${later}. You can undo this for ${atFirst} seconds.`
                : `Sending in ${atFirst} seconds. Until then you can undo it.`}
            </p>
            <p aria-hidden>{later ? `Scheduled for ${later}.${undoFor(left)}` : `Sending${inSeconds(left)}…`}</p>
          </>
        )}
      </div>
    </Notice>
  );
}
