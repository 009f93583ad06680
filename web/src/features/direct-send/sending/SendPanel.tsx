import Button from "@mui/material/Button";
import type { Send } from "@sendwright/functions/contract";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { AirmailProgress } from "../../../components/AirmailStripe.tsx";
import { ErrorNotice, Notice } from "../../../components/ErrorNotice.tsx";
import { isOpen } from "../../../data/sendProgress.ts";
import { counted } from "../../../lib/counted.ts";
import { partDone } from "../../../lib/partDone.ts";
import type { DirectForm } from "../form/directForm.ts";
import { isAllSent, outcomeWords } from "./outcome.ts";
import { ResultList } from "./ResultList.tsx";
import styles from "./Sending.module.css";
import type { Sending } from "./useSending.ts";

const LOST = "The connection was lost while sending. We are asking what became of your emails; please wait.";
const EARLIER =
  "An earlier press of Send had begun after all, with what stood here then. This is what became of it; nothing was sent since.";

interface Props {
  form: DirectForm;
  sending: Sending;
  onClose: () => void;
  onLeave: () => void;
}

/** The send on screen: how far it is, then what became of each email; or why nothing was sent. */
export function SendPanel({ form, sending, onClose, onLeave }: Props) {
  const { progress, refusal } = sending;
  const panel = useRef<HTMLDivElement>(null);
  const { shown, isSending } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what begins, ends or is refused comes into view.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: "nearest" });
    const focused = document.activeElement;
    // The button that began it rests now: without this the keyboard would begin at the top of the page.
    if (focused === null || focused === document.body || focused.matches(":disabled")) {
      panel.current?.focus({ preventScroll: true });
    }
  }, [shown, isSending, refusal]);

  if (refusal) {
    return (
      <div ref={panel} className={styles.place} tabIndex={-1}>
        <ErrorNotice
          message={`Send Error: ${refusal.message}`}
          requestId={refusal.requestId}
          action={<CloseButton onClick={sending.dismiss} />}
        />
      </div>
    );
  }
  if (form.shown === null) return null;
  return (
    <section ref={panel} className={styles.panel} aria-label="Results" tabIndex={-1}>
      {progress && !form.isSending && <Outcome form={form} send={progress.send} onClose={onClose} />}
      {form.isSending && <Going form={form} send={progress?.send ?? null} onLeave={onLeave} />}
      {progress && <ResultList results={progress.results} />}
    </section>
  );
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      Close
    </Button>
  );
}

function Outcome({ form, send, onClose }: { form: DirectForm; send: Send; onClose: () => void }) {
  return (
    <Notice variant={isAllSent(send.counts) ? "success" : "warning"} action={<CloseButton onClick={onClose} />}>
      {form.trouble === "earlier" && <p>{EARLIER}</p>}
      {form.trouble === "lost" && <p>The connection was lost, but the server had your emails.</p>}
      <p>{outcomeWords(send.counts)}</p>
    </Notice>
  );
}

function Going({ form, send, onLeave }: { form: DirectForm; send: Send | null; onLeave: () => void }) {
  const isWaiting = send !== null && isOpen(send) && send.state !== "running" && send.state !== "queued";
  const count = send?.counts.total ?? form.recipients.length;
  return (
    <>
      <AirmailProgress
        part={send ? partDone(send.counts) : 0}
        moving={!isWaiting && form.trouble === null}
        label="Emails done"
      />
      {form.trouble === "lost" && send === null && <Notice variant="warning">{LOST}</Notice>}
      {isWaiting ? (
        <Notice variant="warning" title="Not all of it has gone out yet">
          <p>
            {outcomeSoFar(send)} The rest waits and is not lost: see why, resume or cancel it on the page of this send.
          </p>
          <p className={styles.ways}>
            <Button size="small" component={Link} to={{ hash: `bulk-send/${send.id}` }} replace>
              Look at this send
            </Button>
            <Button size="small" variant="text" onClick={onLeave}>
              Write another email
            </Button>
          </p>
        </Notice>
      ) : (
        form.trouble === null && <p role="status">Sending {count === 0 ? "your emails" : counted(count, "email")}</p>
      )}
    </>
  );
}

function outcomeSoFar({ counts }: Send): string {
  return `${counts.sent} of ${counted(counts.total, "email")} sent so far.`;
}
