import Link from "@mui/material/Link";
import type { RowResult, Send } from "@sendwright/core/contract";
import { withOwnPeople } from "@sendwright/core/list/results";
import { type Suppressed, withoutSuppressed } from "@sendwright/core/list/suppressed";
import { countsSentence, isAllSent, isOpen, partDone } from "@sendwright/core/sends/counts";
import { emailRowOf } from "@sendwright/core/sends/joined";
import { correctedRows, isUnnamed } from "@sendwright/core/sends/received";
import { withCommas } from "@sendwright/core/withCommas";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { AirmailProgress } from "../../components/AirmailStripe.tsx";
import { Button } from "../../components/Button.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { Notice } from "../../components/ErrorNotice.tsx";
import type { SendProgress } from "../../data/sendProgress.ts";
import { useSendList } from "../../data/sendQueries.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import { gmailSentSearch } from "../../lib/gmailSentSearch.ts";
import { SendAgain } from "../again/AgainButtons.tsx";
import { useSendAgain } from "../again/useSendAgain.tsx";
import { copiesSent, copyMessages } from "../copies.ts";
import { nextMessage, useSendEta } from "../sendFacts.ts";
import { COMMON_FAILURES } from "../sendWords.ts";
import { deletionMessage, stateMessage } from "../stateMessages.ts";
import { useSaid } from "../useEnded.ts";
import { notEmailedMessage, withNotEmailed } from "./notEmailedSoon.ts";
import { type OwnList, ResultDownload } from "./ResultDownload.tsx";
import { type PageParts, Results } from "./Results.tsx";
import { useControls } from "./SendControls.tsx";
import styles from "./SendPanel.module.css";

/** Whether another send of this person started first and is still in progress. */
function useIsBehind({ id, created_at }: Send): boolean {
  const { data } = useSendList();
  return (data?.sends ?? []).some(
    (other) =>
      other.id !== id &&
      (other.state === "running" || other.state === "queued") &&
      other.created_at <= created_at,
  );
}

/**
 * A send with the reasons that its table shows: someone is in a later send, or on the list of people
 * you don't email.
 */
export function asShown(progress: SendProgress, suppressed: Suppressed): SendProgress {
  return withNotEmailed(withCorrected(progress), suppressed);
}

function withCorrected(progress: SendProgress): SendProgress {
  const corrected = correctedRows(progress.send);
  if (corrected.size === 0) return progress;
  const results = progress.results.map((result) =>
    corrected.has(emailRowOf(result))
      ? { ...result, reason: `In a later send. ${result.reason}`.trimEnd() }
      : result,
  );
  return { ...progress, results };
}

interface Props {
  progress: SendProgress;
  email: string;
  /** Its list, if this page sent it. */
  own?: OwnList | null;
  /** A note if it started in an unusual way. */
  note?: string | null;
  head: ReactNode;
  /** Whether to show only its header and counts. */
  isFolded?: boolean;
  pageParts?: PageParts;
  /** Other actions for the people it didn't reach, once it has ended. */
  correct?: ReactNode;
  /** Whether its failed rows can be sent again from here. */
  canRetry?: boolean;
  /** Whether its emails leave as it appears. */
  runs?: boolean;
  onDeleted: () => void;
}

/** A send with its counts, its people and all actions for them. */
export function SendDetails(props: Props) {
  const {
    progress,
    email,
    own = null,
    note = null,
    head,
    isFolded,
    pageParts,
    correct,
    canRetry = true,
    runs,
    onDeleted,
  } = props;
  const { send } = progress;
  const confirm = useConfirm();
  const controls = useControls(send.id);
  const { change } = controls;
  const forecast = useSendEta(send);
  const isBehind = useIsBehind(send);
  const isGoing = isOpen(send);
  const { suppressed } = useSuppressedKeys(isGoing);
  const { isLooking, sendAgain } = useSendAgain(send, controls.retry);
  const place = useRef<HTMLDivElement>(null);
  const message = stateMessage(send, { now: Date.now(), forecast, isBehind });
  useSaid(send, { message, place });
  const isBusy = controls.isBusy || isLooking;
  const known = asShown(progress, suppressed);
  const results = own ? withOwnPeople(own.list, known.results, own.isSent) : known.results;

  const remove = async () => {
    const yes = await confirm({
      title: "Delete these results?",
      text: "This removes the send from your list and deletes its recipients and results now. Emails already sent can't be recalled. This can't be undone.",
      action: "Delete results",
    });
    if (yes) change({ control: "delete" }, onDeleted);
  };

  const resultActions = (result: RowResult) => (
    <>
      <Link href={gmailSentSearch(email, result.recipient)} target="_blank" rel="noreferrer">
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
  const isReplaced = send.replaced_by !== undefined;
  const again = !isGoing && !isReplaced && canRetry && (
    <>
      <SendAgain progress={progress} isBusy={isBusy} sendAgain={sendAgain} />
      {correct}
    </>
  );
  return (
    <SendView
      progress={{ ...known, results }}
      head={head}
      isFolded={isFolded}
      sentences={[
        !isReplaced && countsSentence(send),
        unnamedMessage(results),
        notEmailedMessage(progress, suppressed),
        note,
        message,
        addressesMessage(progress, send.started_at === null ? suppressed : undefined),
        send.counts.failed + send.counts.warning > 0 && COMMON_FAILURES,
        deletionMessage(send, results, Date.now()),
      ]}
      resultActions={resultActions}
      pageParts={pageParts}
      place={place}
      runs={runs}
      rest={send.cancelled > 0 && again && <div className="row">{again}</div>}
      actions={send.cancelled === 0 && again}
      lastAction={
        !isGoing && (
          <Button
            size="small"
            variant="text"
            color="secondary"
            disabled={isBusy}
            onClick={() => void remove()}
          >
            Delete now
          </Button>
        )
      }
      own={own}
    />
  );
}

/** Says why some rows have no one in them, and where to find them; null if there are none. */
function unnamedMessage(results: readonly RowResult[]): string | null {
  const rows = results.filter(isUnnamed);
  if (rows.length === 0) return null;
  const [were, them] = rows.length === 1 ? ["row was", "it"] : ["rows were", "them"];
  const fact = `${withCommas(rows.length)} ${were} skipped in your browser, so we don't know who is in ${them}.`;
  return rows.some(({ line }) => line !== null)
    ? `${fact} To see who, choose your list's file under “With all your columns” and download the results.`
    : fact;
}

/** Who gets copies, and where replies go, until the data is deleted. */
function addressesMessage({ send, results }: SendProgress, suppressed: Suppressed): string | null {
  const replies = send.reply_to === undefined ? [] : [`Replies go to ${send.reply_to}.`];
  const copies = copiesSent(send, results).map(
    (each) => withoutSuppressed(each, suppressed).copies,
  );
  const said = [...copyMessages(copies).map((words) => `${words}.`), ...replies];
  return said.length === 0 ? null : said.join(" ");
}

interface SendViewProps {
  progress: SendProgress;
  /** The sentences about it; the first is the main one. */
  sentences: readonly (string | null | false)[];
  /** Above the rest: a title, and the send's actions. */
  head?: ReactNode;
  /** Whether to show only that and the first sentence. */
  isFolded?: boolean | undefined;
  resultActions?: (result: RowResult) => ReactNode;
  pageParts?: PageParts | undefined;
  /** For the part that says its numbers and its state. */
  place?: Ref<HTMLDivElement>;
  /** Whether its emails leave as it appears. */
  runs?: boolean | undefined;
  actions?: ReactNode;
  /** For those whom a canceled send didn't reach: above the rows, where Cancel was. */
  rest?: ReactNode;
  lastAction?: ReactNode;
  own?: OwnList | null;
}

/** How long what moves as emails leave may begin to, in milliseconds. */
const LEAVING = 1_000;

/**
 * Whether emails leave as this appears: then the stripe runs, and names are ticked, but not
 * whenever they are drawn again.
 */
function useLeaving(runs: boolean): boolean {
  const [isLeaving, setLeaving] = useState(runs);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLeaving(false), LEAVING);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return isLeaving;
}

/** One send: its progress, the sentences about it, and the result of each row. */
export function SendView(props: SendViewProps) {
  const {
    progress,
    sentences,
    head,
    isFolded,
    resultActions,
    pageParts,
    place,
    runs = false,
    actions,
    rest,
    lastAction,
    own = null,
  } = props;
  const { send, results } = progress;
  const isGoing = isOpen(send);
  const isLeaving = useLeaving(runs);
  const variant =
    isGoing || send.replaced_by !== undefined
      ? send.state === "paused"
        ? "warning"
        : "info"
      : isAllSent(send)
        ? "success"
        : "warning";
  const said = sentences.filter((sentence) => typeof sentence === "string" && sentence !== "");
  if (isFolded) {
    return (
      <>
        {head}
        <div ref={place} className={styles.counts}>
          {said[0]}
        </div>
      </>
    );
  }
  return (
    <>
      {head}
      <div className="stack gap-4">
        <AirmailProgress part={partDone(send)} runs={isLeaving} label="Emails done" />
        <NextMails send={send} />
      </div>
      {/* Its numbers change all the time. Its events are announced by themselves. */}
      <div ref={place}>
        <Notice variant={variant} isAnnounced>
          {said.map((sentence, index) => (
            <p key={String(sentence)} className={index === 0 ? styles.counts : undefined}>
              {sentence}
            </p>
          ))}
        </Notice>
      </div>
      {rest}
      {results.length > 0 && (
        <Results
          results={results}
          isLeaving={isLeaving}
          resultActions={resultActions}
          {...pageParts}
          actions={actions}
          downloads={<ResultDownload send={send} results={results} own={own} />}
          lastAction={lastAction}
        />
      )}
    </>
  );
}

/**
 * Counts down to the next emails while none are going out; screen readers don't hear every second.
 */
function NextMails({ send }: { send: Send }) {
  const [now, setNow] = useState(Date.now);
  const isWaiting = nextMessage(send, Date.now()) !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const words = nextMessage(send, Math.max(now, Date.now()));
  return (
    words !== null && (
      <p className="hint tabular" role="timer">
        {words}
      </p>
    )
  );
}
