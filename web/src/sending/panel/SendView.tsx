import type { RowResult } from "@sendwright/core/contract";
import { isAllSent, isOpen, partDone } from "@sendwright/core/sends/counts";
import type { ReactNode } from "react";
import { AirmailProgress } from "../../components/AirmailStripe.tsx";
import { Notice } from "../../components/ErrorNotice.tsx";
import type { SendProgress } from "../../data/look.ts";
import { NextMails } from "./NextMails.tsx";
import { Results } from "./Results.tsx";
import type { MailsBeside } from "./ResultsTable.tsx";
import styles from "./SendPanel.module.css";

interface Props {
  progress: SendProgress;
  /** The sentences about it; the first is the one that counts. */
  sentences: readonly (string | null | false)[];
  /** What stands above: a title, what can be done with the send. */
  head?: ReactNode;
  /** Whether only what stands above, and the first sentence, is wanted. */
  isFolded?: boolean | undefined;
  /** What can be done beside the sentences. */
  action?: ReactNode;
  ways?: (result: RowResult) => ReactNode;
  /** Whether its people can be searched. */
  canSearch?: boolean;
  /** Its mails, where one of them is looked at beside. */
  mails?: MailsBeside | undefined;
  /** Whether a toast tells its end. */
  isTold?: boolean;
  actions?: ReactNode;
  lastAction?: ReactNode;
  foot?: string | null;
}

/** Something is really on its way at this moment, not only due in a while. */
function isGoingOut({ state, next_at }: SendProgress["send"]): boolean {
  return state === "running" && next_at === null;
}

/** One send: how far it is, what there is to say about it, and what became of each row. */
export function SendView(props: Props) {
  const {
    progress,
    sentences,
    head,
    isFolded,
    action,
    ways,
    canSearch,
    mails,
    isTold = false,
    actions,
    lastAction,
    foot,
  } = props;
  const { send, results } = progress;
  const isGoing = isOpen(send);
  const variant = isGoing ? (send.state === "paused" ? "warning" : "info") : isAllSent(send) ? "success" : "warning";
  const said = sentences.filter((sentence) => typeof sentence === "string" && sentence !== "");
  if (isFolded) {
    return (
      <>
        {head}
        <p className={styles.counts}>{said[0]}</p>
      </>
    );
  }
  return (
    <>
      {head}
      <div className={styles.progress}>
        <AirmailProgress part={partDone(send)} moving={isGoingOut(send)} label="Emails done" />
        <NextMails send={send} />
      </div>
      <Notice variant={variant} action={action} isTold={isTold && !isGoing}>
        {said.map((sentence, index) => (
          <p key={String(sentence)} className={index === 0 ? styles.counts : undefined}>
            {sentence}
          </p>
        ))}
      </Notice>
      {results.length > 0 && (
        <Results
          results={results}
          ways={ways}
          canSearch={canSearch ?? false}
          mails={mails}
          actions={actions}
          lastAction={lastAction}
        />
      )}
      {foot && <p className={styles.soft}>{foot}</p>}
    </>
  );
}
