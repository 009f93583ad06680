import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { AirmailProgress } from "../../../components/AirmailStripe.tsx";
import { ErrorNotice, Notice } from "../../../components/ErrorNotice.tsx";
import { useToast } from "../../../components/Toasts.tsx";
import { isOpen } from "../../../data/sendProgress.ts";
import { ResultsTable } from "./ResultsTable.tsx";
import styles from "./SendPanel.module.css";
import { countsSentence, isAllSent, outcomeVariant, partDone } from "./sendWords.ts";
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

/** The send on screen: how far it is, and what became of each row. */
export function SendPanel({ sending }: { sending: Sending }) {
  useEndToast(sending);
  const { id, progress, progressError, refusal } = sending;
  if (refusal) {
    return <ErrorNotice message={`Bulk send failed: ${refusal.message}`} requestId={refusal.requestId} />;
  }
  if (id === null) return null;
  if (!progress) {
    return (
      <section className={styles.panel}>
        {progressError ? <ErrorNotice message={progressError.message} /> : <p>Preparing your emails</p>}
      </section>
    );
  }
  const { send, results } = progress;
  const going = isOpen(send);
  return (
    <section className={styles.panel} aria-label="Results">
      <AirmailProgress part={partDone(send.counts)} moving={send.state === "running"} label="Emails done" />
      <Notice
        variant={going ? "info" : isAllSent(send) ? "success" : "warning"}
        action={
          !going && (
            <Button size="small" onClick={() => sending.open(null)}>
              Close
            </Button>
          )
        }
      >
        {countsSentence(send)}
      </Notice>
      <ResultsTable results={results} />
    </section>
  );
}
