import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import type { RowResult, Send } from "@sendwright/core/contract";
import { correctedRows } from "@sendwright/core/sends/correctable";
import { countsSentence, isOpen } from "@sendwright/core/sends/counts";
import type { ReactNode } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { sentSearch } from "../../components/sentSearch.ts";
import type { SendProgress } from "../../data/look.ts";
import { useSendList } from "../../data/sends.ts";
import { counted } from "../../lib/counted.ts";
import { useSendAgain } from "../again/useSendAgain.tsx";
import { deletionMessage, stateMessage } from "../messages.ts";
import { useAhead } from "../useAhead.ts";
import type { MailsBeside } from "./ResultsTable.tsx";
import { useControls } from "./SendControls.tsx";
import { SendToTheRest } from "./SendToTheRest.tsx";
import { SendView } from "./SendView.tsx";

const COMMON_FAILURES = "Common failures include invalid addresses, rate limits or permission issues.";

/** Whether another send of this person began before this one and goes on. */
function useIsBehind({ id, created_at }: Send): boolean {
  const { data } = useSendList();
  return (data?.sends ?? []).some(
    (other) =>
      other.id !== id && (other.state === "running" || other.state === "queued") && other.created_at <= created_at,
  );
}

/** A send whose rows say that another send corrects them. */
function withCorrected(progress: SendProgress): SendProgress {
  const corrected = correctedRows(progress.send);
  if (corrected.size === 0) return progress;
  const results = progress.results.map((result) =>
    corrected.has(result.row) ? { ...result, reason: `In a later send. ${result.reason}`.trimEnd() } : result,
  );
  return { ...progress, results };
}

interface Props {
  progress: SendProgress;
  email: string;
  /** What is odd about how it began. */
  note?: string | null;
  head: ReactNode;
  /** Whether only its head and its numbers are wanted. */
  isFolded?: boolean;
  /** Whether its people can be searched. */
  canSearch?: boolean;
  /** Its mails, where one of them is looked at beside. */
  mails?: MailsBeside;
  /** What else can be done about those who did not get it, once it is over. */
  correct?: ReactNode;
  /** Whether the rows that failed can be sent again from here. */
  canRetry?: boolean;
  /** Whether a toast tells its end. */
  isTold?: boolean;
  onDeleted: () => void;
}

/** A send with its numbers, its people and everything that can be done about them. */
export function SendDetails(props: Props) {
  const {
    progress,
    email,
    note = null,
    head,
    isFolded,
    canSearch = false,
    mails,
    correct,
    canRetry = true,
    isTold = false,
    onDeleted,
  } = props;
  const { send } = progress;
  const confirm = useConfirm();
  const controls = useControls(send.id);
  const { change } = controls;
  const ahead = useAhead(send);
  const isBehind = useIsBehind(send);
  const isGoing = isOpen(send);
  const corrected = correctedRows(send);
  const failed = progress.results.filter(({ row, status }) => status === "failed" && !corrected.has(row));
  const { isLooking, sendAgain } = useSendAgain(send, controls.retry);
  const isBusy = controls.isBusy || isLooking;

  const remove = async () => {
    const yes = await confirm({
      title: "Delete these results?",
      text: "This removes the send from your list and deletes its recipients and results now. Emails already sent can't be recalled. This can't be undone.",
      action: "Delete results",
    });
    if (yes) change("delete", { onDone: onDeleted });
  };

  const ways = (result: RowResult) => (
    <>
      <Link href={sentSearch(email, result.recipient)} target="_blank" rel="noreferrer">
        Check your Sent folder
      </Link>
      {!isBusy && (
        <Button size="small" onClick={() => void sendAgain([result])}>
          Send again
          <span className="unseen"> to {result.recipient}</span>
        </Button>
      )}
    </>
  );
  return (
    <SendView
      progress={withCorrected(progress)}
      head={head}
      isFolded={isFolded}
      sentences={[
        countsSentence(send),
        note,
        stateMessage(send, { now: Date.now(), ahead, isBehind }),
        send.counts.failed + send.counts.warning > 0 && COMMON_FAILURES,
      ]}
      ways={ways}
      canSearch={canSearch}
      mails={mails}
      isTold={isTold}
      actions={
        !isGoing &&
        canRetry && (
          <>
            {send.cancelled > 0 ? (
              <SendToTheRest progress={progress} isBusy={isBusy} sendAgain={sendAgain} />
            ) : (
              failed.length > 0 && (
                <Button size="small" variant="contained" disabled={isBusy} onClick={() => void sendAgain(failed)}>
                  Send {counted(failed.length, "failed row")} again
                </Button>
              )
            )}
            {correct}
          </>
        )
      }
      lastAction={
        !isGoing && (
          <Button size="small" variant="text" disabled={isBusy} onClick={() => void remove()}>
            Delete now
          </Button>
        )
      }
      foot={deletionMessage(send, Date.now())}
    />
  );
}
