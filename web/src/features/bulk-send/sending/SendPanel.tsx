import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { AirmailProgress } from "../../../components/AirmailStripe.tsx";
import { ErrorNotice, Notice } from "../../../components/ErrorNotice.tsx";
import { useToast } from "../../../components/Toasts.tsx";
import { isOpen } from "../../../data/sendProgress.ts";
import { useSession } from "../../../lib/useSession.ts";
import styles from "./SendPanel.module.css";
import { SendView } from "./SendView.tsx";
import { countsSentence, outcomeVariant } from "./sendWords.ts";
import { RESULT_TOAST, type Sending } from "./useSending.ts";

/** Says once, when a send that was watched has come to its end, what became of it. */
function useEndToast({ id, progress, isBeginning }: Sending) {
  const toast = useToast();
  const watched = useRef<string>(null);
  const send = progress?.send;
  const isGoing = isBeginning || (send !== undefined && isOpen(send));
  useEffect(() => {
    if (isGoing) watched.current = id;
    else if (send && watched.current === id) {
      watched.current = null;
      toast(countsSentence(send), { variant: outcomeVariant(send), duration: RESULT_TOAST });
    }
  }, [id, isGoing, send, toast]);
}

/** The send that someone asked for, or that just begins, comes into view. */
function useShown(id: string | null) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id !== null) panel.current?.scrollIntoView({ block: "start" });
  }, [id]);
  return panel;
}

/** The send on screen; or why there is none. */
export function SendPanel({ sending }: { sending: Sending }) {
  const { user } = useSession();
  useEndToast(sending);
  const { id, progress, progressError, refusal, isUnknown } = sending;
  const panel = useShown(id);
  const close = () => sending.open(null);
  const closing = (
    <Button size="small" onClick={close}>
      Close
    </Button>
  );
  return (
    <>
      {refusal && (
        <ErrorNotice message={`Bulk send failed: ${refusal.message}`} requestId={refusal.requestId} action={closing} />
      )}
      {id !== null && (
        <section ref={panel} className={styles.panel} aria-label="Results">
          {progress && <SendView key={id} progress={progress} email={user?.email ?? ""} onClose={close} />}
          {!progress && !progressError && !isUnknown && (
            <>
              <AirmailProgress part={0} moving={false} label="Emails done" />
              <p role="status">Preparing your emails</p>
            </>
          )}
          {isUnknown && (
            <Notice variant="warning" title="We can't tell yet whether your send began">
              The connection broke before the answer came. We keep asking; please wait before you send again.
            </Notice>
          )}
          {!progress && progressError && <ErrorNotice message={progressError.message} action={closing} />}
        </section>
      )}
    </>
  );
}
