import { isFaultless, SENT_BEFORE } from "../check/leftOut.ts";
import type { RowResult, Send } from "../contract/sends.ts";
import { recipientKey } from "../recipients/recipients.ts";
import { isReached } from "./counts.ts";

/** The facts about a row that the rule needs. */
export type Correctable = Pick<RowResult, "row" | "recipient" | "name" | "status" | "reason">;

/** The rows of a send that later sends correct. */
export function correctedRows({ corrected = [] }: Pick<Send, "corrected">): ReadonlySet<number> {
  return new Set(corrected.flatMap(({ rows }) => rows));
}

/**
 * The rows of a send whose people didn't get it and can be corrected: rows skipped with an error, failed rows, and rows
 * meant to go until the send was canceled. Never someone who has the email, may have it or is about to get it from
 * another row, or whom another send corrects (`corrected`).
 */
export function toCorrect<Row extends Correctable>(results: readonly Row[], corrected: ReadonlySet<number>): Row[] {
  const served = new Set(results.filter(isServed).map(({ recipient }) => recipientKey(recipient)));
  return results.filter((row) => {
    const isOwed = row.status === "failed" || (row.status === "skipped" && !isFaultless(row.reason));
    return isOwed && !corrected.has(row.row) && isSomebody(row) && !served.has(recipientKey(row.recipient));
  });
}

/** Whether a row's person has the email, may have it, or got it before. */
function isServed(row: Correctable): boolean {
  return isReached(row) || row.reason === SENT_BEFORE;
}

/** A row with neither address nor name has no person; neither has the one that counts rows above the limit. */
function isSomebody({ recipient, name = "" }: Correctable): boolean {
  return recipient !== "" || name !== "";
}
