import type { Repeat } from "../../../sending/repeatGuard.ts";
import type { SendFacts } from "../../../sending/sendFacts.ts";
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
 * Send to everyone, only to those that no earlier send reached (`skip`) or whose email was another
 * one (`skip_same`), or don't send: cancel, fix something first, use the columns that the emails
 * lack, or send the rows above the limit next.
 */
export type SendDecision =
  | "send"
  | "skip"
  | "skip_same"
  | "next_rows"
  | "correct"
  | "use_columns"
  | "cancel";
