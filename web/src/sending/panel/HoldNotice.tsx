import Button from "@mui/material/Button";
import type { Hold } from "@sendwright/core/attempt/hold";
import { pluralize } from "@sendwright/core/pluralize";
import { useEffect, useState } from "react";
import { Notice } from "../../components/ErrorNotice.tsx";
import { useOnline } from "../../lib/useOnline.ts";
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
  isAnnounced?: boolean;
  /**
   * Whether to say that it is sent even if this window closes. Undo then follows the sentence: the
   * extension has no button of the result in its place.
   */
  mayClose?: boolean;
}

const PROBABLY_SENT =
  "You're offline. This has probably been sent. We check when you're back online.";

/** Says that an Undo hasn't reached the server yet, and what that means. */
function undoOffline(secondsLeft: number): string {
  if (secondsLeft === 0)
    return "You're offline, so we couldn't undo this in time. It has probably been sent.";
  return `You're offline. This is sent in ${secondsLeft} s, unless you're back online before that. Then we undo it.`;
}

/**
 * The countdown of a held send, with Undo. A screen reader announces it once. Undo comes first,
 * because the buttons of the result are at the end: a late click on Undo must not close it.
 */
export function HoldNotice({
  hold,
  isUndoing,
  onUndo,
  isAnnounced = false,
  mayClose = false,
}: Props) {
  const left = useSecondsLeft(hold.until);
  const [atFirst] = useState(left);
  const isOnline = useOnline();
  const emails = pluralize(hold.emails, "email");
  const anyway = mayClose ? ", even if you close this" : "";
  const undo = (
    <Button size="small" variant="outlined" disabled={isUndoing} onClick={onUndo}>
      Undo
    </Button>
  );
  return (
    <Notice isAnnounced={isAnnounced}>
      <div className={styles.held}>
        {!mayClose && undo}
        {isUndoing ? (
          <p>{isOnline ? "Undoing…" : undoOffline(left)}</p>
        ) : left === 0 && !isOnline ? (
          <p>{PROBABLY_SENT}</p>
        ) : (
          <>
            <p className="unseen">
              Sending {emails} in {atFirst} seconds{anyway}. Until then you can undo it.
            </p>
            <p aria-hidden>
              {left > 0
                ? `Sending ${emails} in ${pluralize(left, "second")}${anyway}`
                : `Sending ${emails}…`}
            </p>
          </>
        )}
        {mayClose && undo}
      </div>
    </Notice>
  );
}
