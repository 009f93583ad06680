import Button from "@mui/material/Button";
import { AirmailProgress } from "../../../components/AirmailStripe.tsx";
import { useConfirm } from "../../../components/Confirm.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import type { SendProgress } from "../../../data/sendProgress.ts";
import { isOpen } from "../../../data/sendProgress.ts";
import { counted } from "../../../lib/counted.ts";
import { partDone } from "../../../lib/partDone.ts";
import { Results } from "./Results.tsx";
import { SendControls, useControls } from "./SendControls.tsx";
import styles from "./SendPanel.module.css";
import { countsSentence, isAllSent } from "./sendWords.ts";
import { deletionWords, stateWords } from "./stateWords.ts";

const COMMON_FAILURES = "Common failures include invalid addresses, rate limits or permission issues.";

interface Props {
  progress: SendProgress;
  email: string;
  onClose: () => void;
}

/** One send: how far it is, what can be done with it, and what became of each row. */
export function SendView({ progress: { send, results }, email, onClose }: Props) {
  const confirm = useConfirm();
  const { change, isBusy } = useControls(send.id);
  const isGoing = isOpen(send);
  const hasFailures = send.counts.failed + send.counts.warning > 0;
  const variant = isGoing ? (send.state === "paused" ? "warning" : "info") : isAllSent(send) ? "success" : "warning";
  const state = stateWords(send, Date.now());
  const deletion = deletionWords(send, Date.now());

  const remove = async () => {
    const yes = await confirm({
      title: "Delete these results?",
      text: "The recipients and what became of them are deleted now. Mail that was sent stays sent. This cannot be undone.",
      action: "Delete results",
    });
    if (!yes) return;
    change("delete");
    onClose();
  };

  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{send.title ?? "A send whose data has been deleted"}</h2>
        <div className={styles.controls}>
          {isGoing && <SendControls send={send} email={email} />}
          <Button size="small" variant="text" onClick={onClose}>
            {isGoing ? "Hide" : "Close"}
          </Button>
        </div>
      </div>
      <AirmailProgress part={partDone(send.counts)} moving={send.state === "running"} label="Emails done" />
      <Notice variant={variant}>
        <p className={styles.counts}>{countsSentence(send)}</p>
        {state && <p>{state}</p>}
        {hasFailures && <p>{COMMON_FAILURES}</p>}
      </Notice>
      {results.length > 0 && (
        <Results
          results={results}
          sender={email}
          onAgain={isBusy ? undefined : (row) => change("retry", [row])}
          actions={
            !isGoing &&
            send.counts.failed > 0 && (
              <Button size="small" variant="contained" disabled={isBusy} onClick={() => change("retry")}>
                Send {counted(send.counts.failed, "failed row")} again
              </Button>
            )
          }
          lastAction={
            !isGoing && (
              <Button size="small" variant="text" disabled={isBusy} onClick={() => void remove()}>
                Delete now
              </Button>
            )
          }
        />
      )}
      {deletion && <p className={styles.soft}>{deletion}</p>}
    </>
  );
}
