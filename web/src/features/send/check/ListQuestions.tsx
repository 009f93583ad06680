import Button from "@mui/material/Button";
import type { Repeats } from "@sendwright/core/list/list";
import { Notice } from "../../../components/ErrorNotice.tsx";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./check.module.css";
import { DateAnswer } from "./DateAnswer.tsx";
import { DomainTypos } from "./DomainTypos.tsx";
import { readingMessage } from "./momentMessages.ts";
import { repeatsQuestion } from "./repeatMessages.ts";

/**
 * Questions about the list, and columns whose dates the email writes with day and month swapped, beside the email. You
 * can change your answers here.
 */
export function ListQuestions({ state }: { state: SendFormState }) {
  const { mode, change, check } = state;
  if (!check) return null;
  if (mode !== "csv") {
    return (
      <div className={styles.questions} data-questions tabIndex={-1}>
        <DomainTypos state={state} />
      </div>
    );
  }
  const repeats = (answer: Repeats) => change({ type: "list", change: { type: "repeats", repeats: answer } });
  return (
    <div className={styles.questions} data-questions tabIndex={-1}>
      {check.repeats && (
        <Notice variant={check.repeats.isOpen ? "warning" : "info"}>
          <p>{repeatsQuestion(check.repeats)}</p>
          <RepeatAnswer answer={state.list?.repeats ?? "ask"} onAnswer={repeats} state={state} />
        </Notice>
      )}
      <DomainTypos state={state} />
      {check.moments.map((moment) => {
        const { column, example, question } = moment;
        const isTurned = example?.inMail !== undefined;
        if (question === null && !isTurned) return null;
        return (
          <Notice
            key={column}
            variant={question?.answer === null || isTurned ? "warning" : "info"}
            action={question && <DateAnswer column={column} question={question} change={change} />}
          >
            {readingMessage(moment)}
          </Notice>
        );
      })}
    </div>
  );
}

interface RepeatProps {
  answer: Repeats;
  onAnswer: (answer: Repeats) => void;
  state: SendFormState;
}

const ANSWERS = [
  { value: "each", word: "Send each" },
  { value: "first", word: "Only the first" },
] as const;

/** The answers for the whole list; its rows show the same answers. */
function RepeatAnswer({ answer, onAnswer, state }: RepeatProps) {
  return (
    <fieldset className={styles.answer}>
      <legend className="unseen">Rows that share a mailbox</legend>
      {ANSWERS.map(({ value, word }) => (
        <Button
          key={value}
          size="small"
          variant={answer === value ? "contained" : "outlined"}
          aria-pressed={answer === value}
          onClick={() => onAnswer(value)}
        >
          {word}
        </Button>
      ))}
      <Button size="small" variant="text" onClick={() => state.lookAtCheck(new Set(["sibling"]))}>
        Decide row by row
      </Button>
    </fieldset>
  );
}
