import type { RowResult } from "@sendwright/functions/contract";
import type { ReactNode } from "react";
import { AirmailProgress } from "../../components/AirmailStripe.tsx";
import { Notice } from "../../components/ErrorNotice.tsx";
import { isOpen, type SendProgress } from "../../data/sendProgress.ts";
import { partDone } from "../../lib/partDone.ts";
import { isAllSent } from "../sendMessages.ts";
import { Results } from "./Results.tsx";
import styles from "./SendPanel.module.css";

interface Props {
  progress: SendProgress;
  /** The sentences about it; the first is the one that counts. */
  sentences: readonly (string | null | false)[];
  /** What stands above: a title, what can be done with the send. */
  head?: ReactNode;
  /** What can be done beside the sentences. */
  action?: ReactNode;
  ways?: (result: RowResult) => ReactNode;
  actions?: ReactNode;
  lastAction?: ReactNode;
  foot?: string | null;
}

/** One send: how far it is, what there is to say about it, and what became of each row. */
export function SendView({ progress, sentences, head, action, ways, actions, lastAction, foot }: Props) {
  const { send, results } = progress;
  const isGoing = isOpen(send);
  const variant = isGoing ? (send.state === "paused" ? "warning" : "info") : isAllSent(send) ? "success" : "warning";
  const said = sentences.filter((sentence) => typeof sentence === "string" && sentence !== "");
  return (
    <>
      {head}
      {/* What has not begun has done nothing, whatever is left out of it already. */}
      <AirmailProgress
        part={send.state === "scheduled" ? 0 : partDone(send.counts)}
        moving={send.state === "running"}
        label="Emails done"
      />
      <Notice variant={variant} action={action}>
        {said.map((sentence, index) => (
          <p key={String(sentence)} className={index === 0 ? styles.counts : undefined}>
            {sentence}
          </p>
        ))}
      </Notice>
      {results.length > 0 && <Results results={results} ways={ways} actions={actions} lastAction={lastAction} />}
      {foot && <p className={styles.soft}>{foot}</p>}
    </>
  );
}
