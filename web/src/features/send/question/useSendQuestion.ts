import { useState } from "react";
import { flushSync } from "react-dom";
import type { Repeat } from "../../../sending/repeat/useRepeatGuard.ts";
import type { SendFacts } from "../../../sending/sendFacts.ts";
import type { QuestionFacts } from "./questionFacts.ts";

/** The input of the question before a send. */
export interface Question {
  facts: QuestionFacts;
  from: string;
  /** When the send starts, and how the daily limit affects it. */
  when: SendFacts;
  isLater: boolean;
  /** Repeats of earlier sends; null for none. */
  repeat: Repeat | null;
  /** Says that the check of earlier sends failed, and why. */
  failure: string | null;
}

/**
 * Send to everyone, send only to those that no earlier send reached, or don't send: cancel, fix something first, or
 * send the rows above the limit next.
 */
export type SendDecision = "send" | "leave_out" | "next_rows" | "correct" | "cancel";

interface OpenQuestion {
  question: Question;
  answer: (answer: SendDecision) => void;
}

/** Asks one question at a time. */
export function useSendQuestion() {
  const [asked, setAsked] = useState<OpenQuestion | null>(null);
  const ask = (question: Question): Promise<SendDecision> =>
    new Promise((resolve) => {
      const answer = (given: SendDecision) => {
        // Closes and gives the focus back before anything else takes it.
        flushSync(() => setAsked(null));
        resolve(given);
      };
      setAsked({ question, answer });
    });
  return { asked, ask };
}

export type SendQuestion = ReturnType<typeof useSendQuestion>;
