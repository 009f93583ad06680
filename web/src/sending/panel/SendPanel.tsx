import { type Attempt, certainAt, isUnanswered } from "@sendwright/core/attempt/attempt";
import { pluralize } from "@sendwright/core/pluralize";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AirmailProgress } from "../../components/AirmailStripe.tsx";
import { BusyWord } from "../../components/BusyWord.tsx";
import { Button } from "../../components/Button.tsx";
import { ErrorNotice, Notice } from "../../components/ErrorNotice.tsx";
import { countdown } from "../../lib/when.ts";
import { ABSENT, CONNECTION_LOST, GONE, UNDONE } from "../attemptMessages.ts";
import { useSendingOf } from "../SendingProvider.tsx";
import { SEND_WORDS, type SendTab } from "../sendWords.ts";
import { useSecondsLeft } from "./HoldNotice.tsx";
import styles from "./SendPanel.module.css";

interface LostNoticeProps {
  loss: { at: number; lostAt: number };
  /** Asks the server once, immediately; resolves with the answer. */
  onAsk: () => Promise<void>;
}

/**
 * A send whose answer was lost: how long that can take, how we ask the server, and a button to ask
 * now.
 */
export function LostNotice({ loss, onAsk }: LostNoticeProps) {
  const left = useSecondsLeft(certainAt(loss));
  const [atFirst] = useState(left);
  const [asking, setAsking] = useState<"no" | "now" | "asked">("no");
  const ask = async () => {
    if (asking === "now") return;
    setAsking("now");
    await onAsk().finally(() => setAsking("asked"));
  };
  return (
    <>
      <Notice
        variant="warning"
        title="We can't tell yet whether your send began"
        action={
          <Button size="small" variant="outlined" onClick={() => void ask()}>
            <BusyWord isBusy={asking === "now"} word="Check now" busyWord="Checking…" />
          </Button>
        }
      >
        <p>{CONNECTION_LOST}</p>
        <p className="unseen">
          {left > 0 ? waitMessage(pluralize(atFirst, "second")) : NO_ANSWER_YET}
        </p>
        <p aria-hidden className="tabular">
          {left > 0 ? waitMessage(countdown(left)) : NO_ANSWER_YET}
        </p>
      </Notice>
      <p role="status">{asking === "asked" && "We don't know yet. We'll keep checking."}</p>
    </>
  );
}

const NO_ANSWER_YET = "The server hasn't answered yet. We check twice a minute until it does.";

function waitMessage(time: string): string {
  return `You'll know within ${time} if the server can be reached. We check after a second, then less often, down to twice a minute.`;
}

interface Props {
  kind: SendTab;
  attempt: Attempt;
  /** Shown after a click on Send until there is progress to show. */
  asked: string;
  /** The send on the screen: its id and its progress, or null before it has any. */
  shown: { id: string; view: ReactNode; isFolded?: boolean } | null;
  /** Dismisses the attempt's messages. */
  onDismiss: () => void;
}

/**
 * The outcome of the last click on Send, which a toast announces, and the send on the screen;
 * nothing if there is neither.
 */
export function SendPanel({ kind, attempt, asked, shown, onDismiss }: Props) {
  const place = useScrollToOutcome(attempt.status, shown && !shown.isFolded ? shown.id : null);
  const closing = (
    <Button size="small" onClick={onDismiss}>
      Close
    </Button>
  );
  const { panel, causes } = SEND_WORDS[kind];
  // A send that has begun and isn't on the screen was hidden.
  const isAwaited = isUnanswered(attempt) || (attempt.status === "begun" && shown !== null);
  return (
    <div ref={place} className={styles.place} tabIndex={-1} data-last-send={kind}>
      {attempt.status === "refused" && (
        <ErrorNotice
          message={`${panel}: ${attempt.refusal.message}`}
          note={causes}
          requestId={attempt.refusal.requestId}
          isAnnounced
          action={
            attempt.refusal.reason === "page_outdated" ? (
              <Button size="small" onClick={() => window.location.reload()}>
                Reload
              </Button>
            ) : (
              closing
            )
          }
        />
      )}
      {attempt.status === "absent" && (
        <ErrorNotice message={`${panel}: ${ABSENT}`} note={causes} action={closing} isAnnounced />
      )}
      {attempt.status === "gone" && (
        <Notice variant="warning" action={closing} isAnnounced>
          {GONE}
        </Notice>
      )}
      {attempt.status === "undone" && (
        <Notice action={closing} isAnnounced>
          {UNDONE}
        </Notice>
      )}
      {(shown?.view || isAwaited) && (
        <section className={styles.panel} aria-label="Results">
          {shown?.view ?? <Awaited kind={kind} attempt={attempt} asked={asked} />}
        </section>
      )}
    </div>
  );
}

/** A send that has been asked for, as long as there is nothing to be seen of it. */
function Awaited({ kind, attempt, asked }: Pick<Props, "kind" | "attempt" | "asked">) {
  const sending = useSendingOf(kind);
  if (attempt.status === "lost" && attempt.cause !== "reload")
    return <LostNotice loss={attempt} onAsk={sending.lookNow} />;
  return (
    <>
      <AirmailProgress part={0} label="Emails done" />
      <p role="status">{asked}</p>
    </>
  );
}

/**
 * Scrolls to a send that you requested, and to the outcome of a click on Send, which then has the
 * focus if the button has lost it. Returns the ref of their element.
 */
export function useScrollToOutcome(status: Attempt["status"], sendId: string | null) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(status);
  useEffect(() => {
    if (sendId !== null) place.current?.scrollIntoView({ block: "start" });
  }, [sendId]);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    // A held send is at the button Send.
    if (status === "idle" || status === "held" || status === "undoing") return;
    place.current?.scrollIntoView({ block: "nearest" });
    const focused = document.activeElement;
    // The button that started it is disabled now; without this, keyboard focus would return to the
    // top of the page.
    if (focused === null || focused === document.body || focused.matches(":disabled")) {
      place.current?.focus({ preventScroll: true });
    }
  }, [status]);
  return place;
}
