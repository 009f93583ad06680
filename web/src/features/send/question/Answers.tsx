import Button from "@mui/material/Button";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import type { SendDecision, SendQuestionInput } from "./sendQuestion.ts";

interface AnswersProps {
  question: SendQuestionInput;
  /** How many people whose mailbox has the email get it, too. */
  also: number;
  verb: string;
  emails: string;
  onAnswer: (answer: SendDecision) => void;
}

/**
 * Highlights the safe choice: to fix what looks wrong, otherwise, if some people already have the
 * email, to send it to the others.
 */
export function Answers({
  question: { facts, repeat },
  also,
  verb,
  emails,
  onAnswer,
}: AnswersProps) {
  const fix = facts.asWritten && (
    <Button variant="contained" onClick={() => onAnswer("correct")}>
      Fix {facts.asWritten.values === 1 ? "it" : "them"} first
    </Button>
  );
  const otherwise = fix ? "outlined" : "contained";
  if (!repeat && fix) {
    return (
      <>
        <Button autoFocus onClick={() => onAnswer("cancel")}>
          Cancel
        </Button>
        <Button onClick={() => onAnswer("send")}>
          {verb} {emails} as typed
        </Button>
        {fix}
      </>
    );
  }
  if (!repeat) {
    return (
      <>
        <Button autoFocus onClick={() => onAnswer("cancel")}>
          Cancel
        </Button>
        <Button
          variant={facts.overlooked.length > 0 ? "outlined" : "contained"}
          onClick={() => onAnswer("send")}
        >
          {verb} {emails}
          {facts.many && " with copies"}
        </Button>
      </>
    );
  }
  const others = facts.ready - repeat.rows.length + also;
  const toAll = (
    <Button onClick={() => onAnswer("send")}>
      {facts.ready === 1 ? verb : `${verb} to all ${withCommas(facts.ready)}`}
      {others === 0 && " again"}
    </Button>
  );
  if (others === 0) {
    // Of those who have it, as the sentence above says.
    const changed = repeat.several ? 0 : facts.ready - (repeat.same?.length ?? facts.ready);
    return (
      <>
        {toAll}
        {changed > 0 && (
          <Button onClick={() => onAnswer("skip_same")}>
            Only to {changed === 1 ? facts.otherFor : `the ${withCommas(changed)} others`}
          </Button>
        )}
        {facts.above > 0 && (
          <Button onClick={() => onAnswer("next_rows")}>
            Continue with the {pluralize(facts.above, "row")} above the limit
          </Button>
        )}
        <Button variant={otherwise} autoFocus onClick={() => onAnswer("cancel")}>
          Cancel
        </Button>
        {fix}
      </>
    );
  }
  return (
    <>
      <Button autoFocus onClick={() => onAnswer("cancel")}>
        Cancel
      </Button>
      {toAll}
      <Button variant={otherwise} onClick={() => onAnswer("skip")}>
        Only to{" "}
        {others === 1 && also === 0
          ? facts.firstTime
          : `the ${pluralize(others, "other", "others")}`}
      </Button>
      {fix}
    </>
  );
}
