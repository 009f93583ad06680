import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { Button } from "../../../components/Button.tsx";
import { decisionForOthers, outcomeOf } from "../../../sending/repeat/repeat.ts";
import type { SendDecision, SendQuestionInput } from "./sendQuestion.ts";

interface AnswersProps {
  question: SendQuestionInput;
  /** The rows whose unclear addresses get the email, too. */
  also: ReadonlySet<number>;
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
  const only = decisionForOthers(repeat, facts.ready, also);
  // Everyone already has it, or may have it and isn't checked.
  const isAgainForAll = outcomeOf(repeat, facts.ready, { decision: "skip", also }).emails === 0;
  const toAll = (
    <Button onClick={() => onAnswer("send")}>
      {facts.ready === 1 ? verb : `${verb} to all ${withCommas(facts.ready)}`}
      {isAgainForAll && " again"}
    </Button>
  );
  if (isAgainForAll) {
    return (
      <>
        {toAll}
        {only && (
          <Button onClick={() => onAnswer(only.decision)}>
            Only to {only.emails === 1 ? facts.otherFor : `the ${withCommas(only.emails)} others`}
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
      {only && (
        <Button variant={otherwise} onClick={() => onAnswer(only.decision)}>
          Only to{" "}
          {only.emails === 1 && also.size === 0
            ? facts.firstTime
            : `the ${pluralize(only.emails, "other", "others")}`}
        </Button>
      )}
      {fix}
    </>
  );
}
