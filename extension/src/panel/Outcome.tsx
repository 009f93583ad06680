import MuiLink from "@mui/material/Link";
import type { Hold } from "@sendwright/core/attempt/hold";
import type { Counts, RowResult } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { namedPerson } from "@sendwright/core/recipients/peopleNames";
import { isAllSent, partDone } from "@sendwright/core/sends/counts";
import {
  ABSENT,
  AirmailProgress,
  Button,
  ErrorNotice,
  gmailSentSearch,
  HoldNotice,
  LATE,
  Notice,
  quotedReason,
  Results,
  UNDONE,
  useOnline,
  useScrollToOutcome,
} from "@sendwright/web/parts";
import { useState } from "react";
import { siteLink } from "../shared/openSite.ts";
import type { StoredAttempt } from "../shared/stored.ts";
import { fromStored } from "../shared/stored.ts";
import { withRecipients } from "./draftChanges.ts";
import { ask } from "./panelAccess.ts";
import styles from "./surface.module.css";
import { endedMessage, PAUSE_MESSAGES, sendErrorMessage } from "./troubleMessages.ts";
import type { PanelForm } from "./usePanelForm.ts";
import type { AttemptView } from "./useStored.ts";

interface UnknownPeopleProps {
  /** People who may or may not have received the email. */
  people: readonly string[];
  /** The results of the last send, which may have their names. */
  results: readonly RowResult[];
  sender: string;
  onAgain: (recipient: string) => void;
  onSettled: (recipient: string) => void;
  disabled: boolean;
}

/**
 * Kept apart from the recipients, so that no one receives the email twice: only the person, after a
 * look at their Sent folder, can send it again.
 */
function UnknownPeople(props: UnknownPeopleProps) {
  const { people, results, sender, onAgain, onSettled, disabled } = props;
  const who = (recipient: string) =>
    namedPerson(results.find((result) => result.recipient === recipient) ?? { recipient });
  if (people.length === 0) return null;
  return (
    <Notice variant="warning" title="We can't tell whether these people received the email">
      <p>We lost Gmail's response. Check your Sent folder, then decide.</p>
      <ul className="bare">
        {people.map((recipient) => (
          <li key={recipient} className={styles.unknown}>
            <span className="breaks">{who(recipient)}</span>
            <span className={styles.ways}>
              <MuiLink href={gmailSentSearch(sender, recipient)} target="_blank" rel="noreferrer">
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

/** The result of a finished send, in a sentence. */
function outcomeMessage({ sent, total, warning }: Counts): string {
  if (sent === total) return `${pluralize(total, "email")} sent.`;
  const unsent = total - sent - warning;
  const parts = [
    sent > 0 && `${sent} of ${total} emails sent.`,
    sent === 0 && warning === 0 && "No email was sent.",
    unsent > 0 &&
      `${unsent === 1 ? "1 person" : `${unsent} people`} didn't receive it. They're still in the recipients.`,
    warning > 0 && `${warning === 1 ? "1 person" : `${warning} people`} unconfirmed.`,
  ];
  return parts.filter((part) => part !== false).join(" ");
}

const CONNECTION_LOST =
  "The connection was lost while sending. We're checking what happened to your emails. Wait, or close this window and come back later.";
const GONE = "This send was deleted on Sendwright before we could show its result here.";
const EARLIER =
  "Your earlier click on Send went through after all. This is the result; nothing else was sent.";

interface Props {
  attempt: AttemptView;
  form: PanelForm;
  /** Whether the person has started something else since the send ended. */
  isOld: boolean;
  onClose: () => void;
}

/**
 * The last send: its progress, or the result of each email. Each change of its state comes into
 * view. An old result has only a link to its send, and isn't shown if all emails were sent.
 */
export function Outcome({
  attempt,
  form: { draft, change, email, isBusy },
  isOld,
  onClose,
}: Props) {
  const { own, is, isOpen } = attempt;
  const place = useScrollToOutcome(is, null);
  const isDone = is === "ended" && own?.seen && isAllSent(own.seen.send);
  const isShown = is !== "idle" && !(isOld && isDone);
  const without = (recipient: string) => draft?.unknown.filter((one) => one !== recipient) ?? [];
  return (
    <div ref={place} tabIndex={-1} className="stack gap-16 filled reached">
      {own && isShown && (
        <Press stored={own} isOld={isOld} templateId={draft?.templateId ?? null} />
      )}
      {/* On the other side from Undo, so that a late click on Undo doesn't close the outcome. */}
      {isShown && !isOpen && (
        <div className={styles.close}>
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
      <UnknownPeople
        people={draft?.unknown ?? []}
        results={own?.seen?.results ?? []}
        sender={email}
        onAgain={(one) =>
          change({
            unknown: without(one),
            recipients: withRecipients(draft?.recipients ?? [], [one]),
          })
        }
        onSettled={(one) => change({ unknown: without(one) })}
        disabled={isBusy}
      />
    </div>
  );
}

interface PressProps {
  stored: StoredAttempt;
  isOld: boolean;
  /** The template in the form. */
  templateId: string | null;
}

function Press({ stored: { attempt, seen }, isOld, templateId }: PressProps) {
  const isOnline = useOnline();
  switch (attempt.status) {
    case "idle":
      return null;
    case "held":
    case "undoing":
      return (
        <HeldOutcome
          key={attempt.key}
          hold={attempt.hold}
          isUndoing={attempt.status === "undoing"}
        />
      );
    case "undone":
      return <Notice>{UNDONE}</Notice>;
    case "asked":
    case "begun":
      return <Going count={attempt.submitted?.recipients.length ?? 0} seen={seen} />;
    case "lost":
      return <Notice variant="warning">{CONNECTION_LOST}</Notice>;
    case "absent":
      return <Notice variant="warning">{ABSENT}</Notice>;
    case "gone":
      return <Notice variant="warning">{GONE}</Notice>;
    case "refused": {
      const refusal = fromStored(attempt.refusal);
      const isOtherTemplate =
        templateId !== null && templateId !== (attempt.submitted?.templateId ?? templateId);
      const ended = endedMessage(refusal, { isOnline, isOtherTemplate });
      if (ended !== null) return <Notice>{ended}</Notice>;
      return <ErrorNotice message={sendErrorMessage(refusal)} requestId={refusal.requestId} />;
    }
    case "ended": {
      const [onlyResult] = seen?.results.length === 1 ? seen.results : [];
      return (
        <section className="stack gap-16" aria-label="Results">
          <Notice variant={seen && isAllSent(seen.send) ? "success" : "warning"}>
            {attempt.known === "earlier" && <p>{EARLIER}</p>}
            {attempt.known === "late" && <p>{LATE}</p>}
            <p>{seen ? outcomeMessage(seen.send.counts) : "The send has ended."}</p>
            {onlyResult && !isOld && <OneResult result={onlyResult} />}
            {seen && isOld && <p>{linkTo(seen.send.id)}</p>}
          </Notice>
          {seen && !isOld && !onlyResult && <Results results={seen.results} />}
        </section>
      );
    }
  }
}

/** The result of the one email of a send: a table would say only that it is row 1. */
function OneResult({ result }: { result: RowResult }) {
  return (
    <p className="breaks">
      To {namedPerson(result)}
      {result.reason !== "" && `: ${result.reason}`}
    </p>
  );
}

const linkTo = (id: string) => (
  <MuiLink {...siteLink(`#sends/${id}`)}>View this send on Sendwright</MuiLink>
);

/** It goes out in some seconds, and can be undone. */
function HeldOutcome({ hold, isUndoing }: { hold: Hold; isUndoing: boolean }) {
  const [refusal, setRefusal] = useState<Error | null>(null);
  const undo = () => {
    setRefusal(null);
    ask("undo", {}).catch(setRefusal);
  };
  return (
    <>
      {refusal && <ErrorNotice message={refusal.message} />}
      <HoldNotice hold={hold} isUndoing={isUndoing} onUndo={undo} mayClose />
    </>
  );
}

function Going({ count, seen }: { count: number; seen: StoredAttempt["seen"] }) {
  const send = seen?.send;
  const isWaiting = send?.state === "paused" || send?.state === "scheduled";
  return (
    <section className="stack gap-16" aria-label="Results">
      <AirmailProgress part={send ? partDone(send) : 0} label="Emails sent" />
      {isWaiting ? (
        <Notice
          variant="warning"
          title={
            send.counts.total === 1
              ? "This email hasn't been sent yet"
              : "Some emails haven't been sent yet"
          }
        >
          <p>
            {send.pause_reason ? PAUSE_MESSAGES[send.pause_reason] : "It's scheduled for later."}
            {quotedReason(send.pause_note)}
          </p>
          <p>{linkTo(send.id)}</p>
        </Notice>
      ) : (
        <p role="status">
          Sending {pluralize(send?.counts.total ?? count, "email")}. You can close this window.
          Sending continues, and the result will be here.
        </p>
      )}
    </section>
  );
}
