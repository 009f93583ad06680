import { leadingRow } from "@sendwright/core/check/joinedRows";
import type { CheckResult } from "@sendwright/core/check/types";
import { outcomeOf, type Repeat, type RepeatAnswer } from "../../../sending/repeat/repeat.ts";
import type { SendFacts } from "../../../sending/sendFacts.ts";
import { withRepeats } from "../check/findings.ts";
import type { FileFacts } from "../files/fileFacts.ts";
import type { QuestionFacts } from "./questionFacts.ts";

/** The input of the question before a send. */
export interface SendQuestionInput {
  facts: QuestionFacts;
  /** About the files for each person; null if there are none. */
  rowFiles: FileFacts | null;
  from: string;
  /** When the send starts, and how the daily limit affects it. */
  when: SendFacts;
  isLater: boolean;
  /** When the send starts whose place it takes; null for none. */
  edited: string | null;
  /** Repeats of earlier sends; null for none. */
  repeat: Repeat | null;
  /** Says that the check of earlier sends failed, and why. */
  failure: string | null;
  /** Says that Gmail shows only a part of the largest email; null if it shows all of each. */
  clipped: string | null;
}

/**
 * Sends to all or some people, or doesn't send: cancel, fix something first, or use the columns that
 * the emails lack.
 */
export type SendDecision = RepeatAnswer["decision"] | "correct" | "use_columns" | "cancel";

/**
 * The rows (by id) that an answer skips, with their repeats, which would be sent in their place, and
 * by other row the mailboxes that it skips.
 */
export function rowsToSkip(check: CheckResult, repeat: Repeat, answer: RepeatAnswer) {
  const { skipped, inPart } = outcomeOf(repeat, check.summary.ready, answer);
  // An email goes to all of its rows or none.
  const emails = check.rows.map((row) => ({ id: row.id, n: leadingRow(check.rows, row).n }));
  const ids = emails.flatMap(({ id, n }) => (skipped.has(n) ? id : []));
  const mailboxes = emails.flatMap(({ id, n }) => {
    const some = inPart.get(n);
    return some ? [[id, some] as const] : [];
  });
  return { ids: withRepeats(check, ids), inPart: new Map(mailboxes) };
}
