import type { Hold } from "@sendwright/core/attempt/hold";
import { pluralize } from "@sendwright/core/pluralize";
import { useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/ErrorNotice.tsx";
import { useOnline } from "../../lib/useOnline.ts";

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

const PROBABLY_SENT =
  "You're offline. This has probably been sent. We check when you're back online.";

/** Says that an Undo hasn't reached the server yet. A screen reader hears the time once. */
function UndoOffline({ left }: { left: number }) {
  const [atFirst] = useState(left);
  if (left === 0) {
    return <p>You're offline, so we couldn't undo this in time. It has probably been sent.</p>;
  }
  const sentence = (seconds: number) =>
    `You're offline. This is sent in ${seconds} s, unless you're back online before that. Then we undo it.`;
  return (
    <>
      <p className="unseen">{sentence(atFirst)}</p>
      <p aria-hidden className="tabular">
        {sentence(left)}
      </p>
    </>
  );
}

interface WordsProps {
  hold: Hold;
  /** Whether Undo was clicked and has no answer yet. */
  isUndoing: boolean;
  /** Whether to say that it is sent even if this window closes. */
  mayClose?: boolean;
}

/** The countdown of a held send. A screen reader hears it once. */
export function HoldWords({ hold, isUndoing, mayClose = false }: WordsProps) {
  const left = useSecondsLeft(hold.until);
  const [atFirst] = useState(left);
  const isOnline = useOnline();
  const emails = pluralize(hold.emails, "email");
  const anyway = mayClose ? ", even if you close this" : "";
  if (isUndoing) return isOnline ? <p>Undoing…</p> : <UndoOffline left={left} />;
  if (left === 0 && !isOnline) return <p>{PROBABLY_SENT}</p>;
  return (
    <>
      <p className="unseen">
        Sending {emails} begins in {atFirst} seconds{anyway}. Until then you can undo it.
      </p>
      <p aria-hidden className="tabular">
        {left > 0
          ? `Sending ${emails} begins in ${pluralize(left, "second")}${anyway}`
          : `Sending ${emails}…`}
      </p>
    </>
  );
}

interface Props extends WordsProps {
  onUndo: () => void;
  /** Whether another screen has already announced it. */
  isAnnounced?: boolean;
}

/**
 * The countdown of a held send with Undo, where there is no button Send in whose place Undo could
 * be.
 */
export function HoldNotice({ onUndo, isAnnounced = false, ...words }: Props) {
  return (
    <Notice
      isAnnounced={isAnnounced}
      action={
        <Button size="small" variant="outlined" disabled={words.isUndoing} onClick={onUndo}>
          Undo
        </Button>
      }
    >
      <HoldWords {...words} />
    </Notice>
  );
}
