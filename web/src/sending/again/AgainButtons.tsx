import type { RowResult, Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { listRows, withoutFurther } from "@sendwright/core/sends/joined";
import {
  correctedRows,
  countLeftOut,
  isSuppressedRow,
  type OutReason,
  toCorrect,
  toSendAgain,
} from "@sendwright/core/sends/received";
import { withCommas } from "@sendwright/core/withCommas";
import { Button } from "../../components/Button.tsx";
import type { SendProgress } from "../../data/sendProgress.ts";
import { useSuppressedKeys } from "../../data/suppressionQueries.ts";
import styles from "../panel/SendPanel.module.css";
import { useCorrect } from "./useCorrect.ts";
import type { useSendAgain } from "./useSendAgain.tsx";

interface SendAgainProps {
  progress: SendProgress;
  isBusy: boolean;
  sendAgain: ReturnType<typeof useSendAgain>["sendAgain"];
}

/**
 * Sends a finished send unchanged to people who didn't get it, as long as its data is stored: its
 * failed rows, and those that were to go when it was canceled.
 */
export function SendAgain({ progress: { send, results }, isBusy, sendAgain }: SendAgainProps) {
  const corrected = correctedRows(send);
  const failed = toSendAgain(results, corrected, undefined);
  const { suppressed } = useSuppressedKeys(failed.length > 0);
  const owed = toSendAgain(results, corrected, suppressed);
  const isCanceled = send.cancelled > 0;
  const one = withoutFurther(results).length < results.length ? "failed email" : "failed row";
  const out = failed.length - owed.length;
  return (
    <>
      {owed.length > 0 && (
        <Button
          size="small"
          variant={isCanceled ? "text" : "contained"}
          disabled={isBusy}
          onClick={() => void sendAgain(owed, { isCanceled })}
        >
          {isCanceled
            ? `Send to the ${withCommas(owed.length)} who did not get it`
            : `Send ${pluralize(owed.length, one)} again`}
        </Button>
      )}
      {isCanceled && failed.length > 0 && (
        <NotIncluded send={send} results={results} served={owed} suppressed={suppressed} />
      )}
      {!isCanceled && out > 0 && (
        <p className={`hint ${styles.after}`}>
          Not sent again: {OUT_WORDS.suppressed(out, false)}.
        </p>
      )}
    </>
  );
}

/** Whether people of a send can become a list: one of a Direct Send has none. */
function isForList({ kind }: Send): boolean {
  return kind === "csv" || kind === "manual";
}

/** Puts the people a bulk send didn't reach, and its email, into Bulk Send to be corrected. */
export function CorrectThem({ progress: { send, results } }: { progress: SendProgress }) {
  const { isReady, correct } = useCorrect(send);
  // Someone whom the page skipped is in a blank row, which brings no one back.
  const { suppressed } = useSuppressedKeys(
    results.some((row) => isSuppressedRow(row) && row.recipient !== ""),
  );
  const people = toCorrect(results, correctedRows(send), suppressed);
  if (people.length === 0 || !isForList(send)) return null;
  const who = people.length === 1 ? "the one" : `the ${withCommas(people.length)}`;
  // Shown beside the button that sends a canceled email to them unchanged.
  const isBeside = send.cancelled > 0;
  return (
    <>
      <Button size="small" disabled={!isReady} onClick={correct}>
        {isBeside ? "Edit it first" : `Correct ${who} who did not get it`}
      </Button>
      {!isBeside && (
        <NotIncluded send={send} results={results} served={people} suppressed={suppressed} />
      )}
    </>
  );
}

interface NotIncludedProps {
  send: Send;
  results: readonly RowResult[];
  /** Those whom the button beside it serves. */
  served: readonly RowResult[];
  suppressed: ReadonlySet<string> | undefined;
}

/** Says who else didn't get a send and why the button beside it leaves them out. */
function NotIncluded({ send, results, served, suppressed }: NotIncludedProps) {
  const people = results.filter(({ row }) => row <= listRows(send));
  const rows = new Set(served.map(({ row }) => row));
  const out = countLeftOut(people, rows, correctedRows(send), suppressed);
  const parts = OUT_REASONS.flatMap((reason) => {
    const count = out.get(reason) ?? 0;
    return count === 0 ? [] : [OUT_WORDS[reason](count, isForList(send))];
  });
  const over = send.rows_over_limit;
  if (over > 0) parts.push(`${withCommas(over)} above the limit`);
  if (parts.length === 0) return null;
  return (
    <p className={`hint ${styles.after}`}>
      {besides(served.length)}: {parts.join(", ")}.
    </p>
  );
}

/** The beginning of the sentence about those left out, in the words of the button. */
function besides(served: number): string {
  if (served === 0) return "No one to send it to";
  return served === 1
    ? "Besides the one who did not get it"
    : `Not among the ${withCommas(served)} who did not get it`;
}

const OUT_WORDS: Record<OutReason, (count: number, canEdit: boolean) => string> = {
  correctable: (n, canEdit) =>
    `${withCommas(n)} with a problem${canEdit ? " (“Edit it first” includes them)" : ""}`,
  suppressed: (n) => `${withCommas(n)} on your list of people you don't email`,
  unconfirmed: (n) => `${withCommas(n)} unconfirmed`,
  later: (n) => `${withCommas(n)} in a later send`,
  duplicate: (n) => pluralize(n, "duplicate"),
  byYou: (n) => `${withCommas(n)} skipped by you`,
  nobody: (n) => `${withCommas(n)} without an address`,
};
const OUT_REASONS = Object.keys(OUT_WORDS) as OutReason[];
