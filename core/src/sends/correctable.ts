import { isFaultless, SENT_BEFORE } from "../check/leftOut.ts";
import type { RowResult, Send } from "../contract/sends.ts";
import { recipientKey } from "../recipients/recipients.ts";
import { isReached } from "./counts.ts";

/** What the rule needs of a row. */
export type Correctable = Pick<RowResult, "row" | "recipient" | "name" | "status" | "reason">;

/** The rows of a send that later sends correct: its people are served there. */
export function correctedRows({ corrected = [] }: Pick<Send, "corrected">): ReadonlySet<number> {
  return new Set(corrected.flatMap(({ rows }) => rows));
}

/**
 * The rows of a send whose people did not get it and can be put right: those left out because something is wrong with
 * them, those that failed, and those that were to go until the send was cancelled. Never somebody who has the mail, may
 * have it or is about to get it by another row, or whom another send corrects (`corrected`).
 */
export function toCorrect<Row extends Correctable>(results: readonly Row[], corrected: ReadonlySet<number>): Row[] {
  const served = new Set(results.filter(isServed).map(({ recipient }) => recipientKey(recipient)));
  return results.filter((row) => {
    const isOwed = row.status === "failed" || (row.status === "skipped" && !isFaultless(row.reason));
    return isOwed && !corrected.has(row.row) && isSomebody(row) && !served.has(recipientKey(row.recipient));
  });
}

/** Whether a row's person has the mail, may have it, or got it before. */
function isServed(row: Correctable): boolean {
  return isReached(row) || row.reason === SENT_BEFORE;
}

/** A row with neither address nor name is nobody's; neither is the one that counts those above the limit. */
function isSomebody({ recipient, name = "" }: Correctable): boolean {
  return recipient !== "" || name !== "";
}
