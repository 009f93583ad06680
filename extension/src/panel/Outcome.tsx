import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import type { Hold } from "@sendwright/core/attempt/hold";
import { isAllSent, partDone } from "@sendwright/core/sends/counts";
import {
  ABSENT,
  AirmailProgress,
  ErrorNotice,
  HoldNotice,
  LATE,
  Notice,
  pluralize,
  Results,
  UNDONE,
} from "@sendwright/web/parts";
import { type ReactNode, useState } from "react";
import { fromStored } from "../shared/refusal.ts";
import { ORIGIN } from "../shared/settings.ts";
import type { StoredAttempt } from "../shared/stored.ts";
import { ask } from "./ask.ts";
import { withRecipients } from "./draftChanges.ts";
import { outcomeMessage } from "./outcomeMessage.ts";
import styles from "./surface.module.css";
import { nextStep, PAUSE_MESSAGES } from "./troubleMessages.ts";
import { UnknownPeople } from "./UnknownPeople.tsx";
import type { AttemptView } from "./useAttempt.ts";
import type { PanelForm } from "./usePanelForm.ts";

const CONNECTION_LOST =
  "The connection was lost while sending. We're checking what happened to your emails. Wait, or close this window and come back later.";
const GONE = "This send was deleted on Sendwright before we could show its result here.";
const EARLIER = "Your earlier click on Send went through after all. This is the result; nothing else was sent.";

interface Props {
  attempt: AttemptView;
  desk: PanelForm;
  onClose: () => void;
}

/** The last send: its progress, or the result of each email. */
export function Outcome({ attempt: { own }, desk: { draft, change, email, isBusy }, onClose }: Props) {
  const without = (recipient: string) => draft?.unknown.filter((one) => one !== recipient) ?? [];
  const close = (
    <Button size="small" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <>
      {own && <Press stored={own} close={close} />}
      <UnknownPeople
        people={draft?.unknown ?? []}
        sender={email}
        onAgain={(one) => change({ unknown: without(one), recipients: withRecipients(draft?.recipients ?? [], [one]) })}
        onSettled={(one) => change({ unknown: without(one) })}
        disabled={isBusy}
      />
    </>
  );
}

function Press({ stored: { attempt, seen }, close }: { stored: StoredAttempt; close: ReactNode }) {
  switch (attempt.status) {
    case "idle":
      return null;
    case "held":
    case "undoing":
      return <HeldOutcome key={attempt.key} hold={attempt.hold} isUndoing={attempt.status === "undoing"} />;
    case "undone":
      return <Notice action={close}>{UNDONE}</Notice>;
    case "asked":
    case "begun":
      return <Going count={attempt.submitted?.recipients.length ?? 0} seen={seen} />;
    case "lost":
      return <Notice variant="warning">{CONNECTION_LOST}</Notice>;
    case "absent":
      return (
        <Notice variant="warning" action={close}>
          {ABSENT}
        </Notice>
      );
    case "gone":
      return (
        <Notice variant="warning" action={close}>
          {GONE}
        </Notice>
      );
    case "refused": {
      const refusal = fromStored(attempt.refusal);
      const message = `Send Error: ${refusal.message} ${nextStep(refusal)}`;
      return <ErrorNotice message={message} requestId={refusal.requestId} action={close} />;
    }
    case "ended":
      return (
        <section className={styles.outcome} aria-label="Results">
          <Notice variant={seen && isAllSent(seen.send) ? "success" : "warning"} action={close}>
            {attempt.known === "earlier" && <p>{EARLIER}</p>}
            {attempt.known === "late" && <p>{LATE}</p>}
            <p>{seen ? outcomeMessage(seen.send.counts) : "The send has ended."}</p>
          </Notice>
          {seen && <Results results={seen.results} />}
        </section>
      );
  }
}

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
      <HoldNotice hold={hold} isUndoing={isUndoing} onUndo={undo} />
    </>
  );
}

function Going({ count, seen }: { count: number; seen: StoredAttempt["seen"] }) {
  const send = seen?.send;
  const isWaiting = send?.state === "paused" || send?.state === "scheduled";
  const link = send && (
    <MuiLink href={`${ORIGIN}/app#sends/${send.id}`} target="_blank" rel="noreferrer">
      View this send on Sendwright
    </MuiLink>
  );
  return (
    <section className={styles.outcome} aria-label="Results">
      <AirmailProgress part={send ? partDone(send) : 0} moving={!isWaiting} label="Emails sent" />
      {isWaiting ? (
        <Notice variant="warning" title="Some emails haven't been sent yet">
          <p>{send.pause_reason ? PAUSE_MESSAGES[send.pause_reason] : "It's scheduled for later."}</p>
          <p>{link}</p>
        </Notice>
      ) : (
        <p role="status">
          Sending {pluralize(send?.counts.total ?? count, "email")}. You can close this window. Sending continues, and
          the result will be here.
        </p>
      )}
    </section>
  );
}
