import type { RowResult, Send } from "../../contract/sends.ts";
import { isFaultless, SENT_BEFORE } from "../check/leftOut.ts";
import { recipientKey } from "../recipients/recipients.ts";
import { isReached } from "./counts.ts";

/** What the rule needs of a row. */
export type Correctable = Pick<RowResult, "row" | "recipient" | "name" | "status" | "reason" | "cancelled">;

/** The rows of a send that later sends correct: its people are served there. */
export function correctedRows({ corrected = [] }: Pick<Send, "corrected">): ReadonlySet<number> {
  return new Set(corrected.flatMap(({ rows }) => rows));
}

/**
 * The rows of a send whose people did not get it and can be put right: those left out because something is wrong with
 * them, and those that failed. Never somebody who has the mail, may have it or is about to get it by another row, or whom
 * another send corrects (`corrected`).
 * While there are cancelled rows, they and the failed ones can be sent as they are, so only who was left out is here.
 */
export function toCorrect<Row extends Correctable>(results: readonly Row[], corrected: ReadonlySet<number>): Row[] {
  const isStopped = results.some(({ cancelled }) => cancelled === true);
  const served = new Set(results.filter(isServed).map(({ recipient }) => recipientKey(recipient)));
  return results.filter((row) => {
    const isWrong = row.status === "failed" ? !isStopped : isLeftOut(row) && !isFaultless(row.reason);
    return isWrong && !corrected.has(row.row) && isSomebody(row) && !served.has(recipientKey(row.recipient));
  });
}

function isLeftOut({ status, cancelled }: Correctable): boolean {
  return status === "skipped" && cancelled !== true;
}

/** Whether a row's person has the mail, may have it, or gets it in another way. */
function isServed(row: Correctable): boolean {
  return isReached(row) || row.cancelled === true || row.reason === SENT_BEFORE;
}

/** A row with neither address nor name is nobody's; neither is the one that counts those above the limit. */
function isSomebody({ recipient, name = "" }: Correctable): boolean {
  return recipient !== "" || name !== "";
}
