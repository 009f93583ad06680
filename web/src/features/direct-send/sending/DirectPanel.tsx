import Button from "@mui/material/Button";
import type { Send } from "@sendwright/core/contract";
import { isOpen } from "@sendwright/core/sends/counts";
import { Link } from "react-router-dom";
import { useSendProgress } from "../../../data/sendProgress.ts";
import { counted } from "../../../lib/counted.ts";
import { knownMessage } from "../../../sending/messages.ts";
import { SendPanel } from "../../../sending/panel/SendPanel.tsx";
import { SendView } from "../../../sending/panel/SendView.tsx";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import { directForms, directWay } from "../directWay.ts";
import type { Direct } from "../useDirectSend.ts";
import { outcomeMessage } from "./outcome.ts";
import styles from "./Sending.module.css";

/** The last press of Send: how far its send is, and what became of each email. */
export function DirectPanel({ direct: { attempt, sending, change } }: { direct: Direct }) {
  const id = attempt.is === "begun" || attempt.is === "ended" ? attempt.key : null;
  const { data: progress } = useSendProgress(id);
  const account = useAccount();
  const leave = () => {
    // After a reload the form itself knows what was sent of it.
    change({ type: "left", frozen: attempt.is === "begun" ? (attempt.frozen ?? directForms(account).sent()) : null });
    sending.close();
  };
  const close = (
    <Button size="small" onClick={sending.close}>
      Close
    </Button>
  );
  const view = progress && (
    <SendView
      progress={progress}
      isTold
      sentences={[sentenceOf(progress.send, attempt.is === "ended"), knownMessage(attempt)]}
      action={
        attempt.is === "ended" ? close : isWaiting(progress.send) && <Ways send={progress.send} onLeave={leave} />
      }
    />
  );
  return (
    <SendPanel
      way={directWay}
      attempt={attempt}
      shown={id === null ? null : { id, view: view ?? null }}
      onUndo={sending.undo}
      onDismiss={sending.close}
    />
  );
}

function isWaiting(send: Send): boolean {
  return isOpen(send) && send.state !== "running" && send.state !== "queued";
}

/** While it goes on, and until the form has heard of its end, it is being sent. */
function sentenceOf(send: Send, hasEnded: boolean): string {
  if (hasEnded && !isOpen(send)) return outcomeMessage(send.counts);
  const all = counted(send.counts.total, "email");
  if (!isWaiting(send)) return `Sending ${all}`;
  return `Not all of it has gone out yet: ${send.counts.sent} of ${all} sent so far. The rest waits and is not lost: see why, resume or cancel it on the page of this send.`;
}

function Ways({ send, onLeave }: { send: Send; onLeave: () => void }) {
  return (
    <span className={styles.ways}>
      <Button size="small" component={Link} to={{ hash: `sends/${send.id}` }} replace>
        Look at this send
      </Button>
      <Button size="small" variant="text" onClick={onLeave}>
        Write another email
      </Button>
    </span>
  );
}
