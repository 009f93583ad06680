import { useState } from "react";
import { flushSync } from "react-dom";
import type { Repeat } from "../../../sending/repeat/useRepeatGuard.ts";
import type { SendFacts } from "../../../sending/sendFacts.ts";
import type { QuestionFacts } from "./questionFacts.ts";

/** What is asked before a press of Send is meant. */
export interface Question {
  facts: QuestionFacts;
  from: string;
  /** When it goes, and what the daily limit has to do with it. */
  when: SendFacts;
  isLater: boolean;
  /** What earlier sends have in common with it; null for nothing. */
  repeat: Repeat | null;
  /** Says that earlier sends could not be checked, and why. */
  failure: string | null;
}

/**
 * To all, only to those whom no earlier send reached, or not at all: not yet, when something is to be put right first, or
 * when the rows above the limit come next.
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
        // Gone, and the focus given back, before anything else takes it.
        flushSync(() => setAsked(null));
        resolve(given);
      };
      setAsked({ question, answer });
    });
  return { asked, ask };
}

export type SendQuestion = ReturnType<typeof useSendQuestion>;
