import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import type { RowResult } from "@sendwright/functions/contract";
import { useConfirm } from "../../../components/Confirm.tsx";
import { sentSearch } from "../../../components/sentSearch.ts";
import { isOpen, type SendProgress } from "../../../data/sendProgress.ts";
import { counted } from "../../../lib/counted.ts";
import { SendControls, useControls } from "../../../sending/panel/SendControls.tsx";
import styles from "../../../sending/panel/SendPanel.module.css";
import { SendView } from "../../../sending/panel/SendView.tsx";
import { countsSentence } from "../../../sending/sendMessages.ts";
import { deletionWords, stateWords } from "../../../sending/stateMessages.ts";

const COMMON_FAILURES = "Common failures include invalid addresses, rate limits or permission issues.";

interface Props {
  progress: SendProgress;
  email: string;
  /** What is odd about how it began. */
  note: string | null;
  onClose: () => void;
}

/** A bulk send on the screen, with everything that can be done with it. */
export function BulkView({ progress, email, note, onClose }: Props) {
  const { send } = progress;
  const confirm = useConfirm();
  const { change, isBusy } = useControls(send.id);
  const isGoing = isOpen(send);

  const remove = async () => {
    const yes = await confirm({
      title: "Delete these results?",
      text: "The recipients and what became of them are deleted now. Mail that was sent stays sent. This cannot be undone.",
      action: "Delete results",
    });
    if (yes) change("delete", { onDone: onClose });
  };

  const head = (
    <div className={styles.head}>
      <h2 className={styles.title}>{send.title ?? "A send whose data has been deleted"}</h2>
      <div className={styles.controls}>
        {isGoing && <SendControls send={send} email={email} />}
        <Button size="small" variant="text" onClick={onClose}>
          {isGoing ? "Hide" : "Close"}
        </Button>
      </div>
    </div>
  );
  const ways = ({ row, recipient }: RowResult) => (
    <>
      <Link href={sentSearch(email, recipient)} target="_blank" rel="noreferrer">
        Look in your Sent folder
      </Link>
      {!isBusy && (
        <Button size="small" onClick={() => change("retry", { rows: [row] })}>
          Send again
          <span className="unseen"> to {recipient}</span>
        </Button>
      )}
    </>
  );
  return (
    <SendView
      progress={progress}
      head={head}
      sentences={[
        countsSentence(send),
        note,
        stateWords(send, Date.now()),
        send.counts.failed + send.counts.warning > 0 && COMMON_FAILURES,
      ]}
      ways={ways}
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
      foot={deletionWords(send, Date.now())}
    />
  );
}
