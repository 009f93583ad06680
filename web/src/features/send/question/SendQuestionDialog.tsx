import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { breakable } from "../../../components/breakable.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import layout from "../../../components/facts.module.css";
import { TEMPLATE_IS_COPIED } from "../../../sending/attemptMessages.ts";
import type { Repeat } from "../../../sending/repeatGuard.ts";
import { contentSentence, repeatSentence } from "../../../sending/repeatGuard.ts";
import type { SendFacts } from "../../../sending/sendFacts.ts";
import { UnclearPeople } from "../../../sending/UnclearPeople.tsx";
import styles from "../check/check.module.css";
import { overlookedMessage } from "../check/questionWords.ts";
import type { FileFacts } from "../files/fileFacts.ts";
import { ListNotice } from "./ListNotice.tsx";
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
type SendDecision =
  | "send"
  | "skip"
  | "skip_same"
  | "next_rows"
  | "correct"
  | "use_columns"
  | "cancel";

/**
 * The decision, and the rows that share a mailbox with someone who has the email but are sent to
 * all the same.
 */
interface QuestionAnswer {
  decision: SendDecision;
  also: ReadonlySet<number>;
}

interface OpenQuestion {
  question: SendQuestionInput;
  answer: (answer: QuestionAnswer) => void;
}

/** Asks one question at a time. */
export function useSendQuestion() {
  const [asked, setAsked] = useState<OpenQuestion | null>(null);
  const ask = (question: SendQuestionInput): Promise<QuestionAnswer> =>
    new Promise((resolve) => {
      const answer = (given: QuestionAnswer) => {
        // Closes and gives the focus back before anything else takes it.
        flushSync(() => setAsked(null));
        resolve(given);
      };
      setAsked({ question, answer });
    });
  return { asked, ask };
}

type SendQuestion = ReturnType<typeof useSendQuestion>;

/**
 * The last question before sending: the email, the people, the skipped rows, the time. The safe
 * answer is the main button.
 */
export function SendQuestionDialog({ question: { asked } }: { question: SendQuestion }) {
  return asked && <OpenDialog key={asked.question.when.plan} {...asked} />;
}

function OpenDialog({ question, answer: decide }: OpenQuestion) {
  const [also, setAlso] = useState<ReadonlySet<number>>(new Set());
  const answer = (decision: SendDecision) => decide({ decision, also });
  const { facts, repeat, failure, clipped, isLater, when, from, rowFiles } = question;
  const emails = pluralize(facts.ready, "email");
  const verb = isLater ? "Schedule" : "Send";
  return (
    <Dialog
      open
      onClose={() => answer("cancel")}
      maxWidth="sm"
      fullWidth
      role="alertdialog"
      aria-labelledby="send-question"
      aria-describedby="send-question-text"
    >
      <DialogTitle id="send-question">
        {repeat ? `Send “${facts.name}” again?` : `${verb} ${emails}?`}
      </DialogTitle>
      {/* In a small window it scrolls, also by keyboard. */}
      <DialogContent id="send-question-text" tabIndex={0}>
        {repeat && (
          <div className={styles.repeat}>
            <Notice variant="warning" title={repeatSentence(repeat, facts, Date.now())}>
              {contentSentence(repeat, facts.sameFor)}
            </Notice>
          </div>
        )}
        {facts.unclear.length > 0 && (
          <div className={styles.repeat}>
            <UnclearPeople people={facts.unclear} chosen={also} onChange={setAlso} />
          </div>
        )}
        {facts.inPart.length > 0 && (
          <div className={styles.repeat}>
            <ListNotice
              title={`Some addresses of ${facts.inPart.length === 1 ? "1 row have" : `${withCommas(facts.inPart.length)} rows have`} it, others don't:`}
              lines={facts.inPart}
              noun="row"
            />
          </div>
        )}
        {facts.next && (
          <div className={styles.repeat}>
            <ListNotice {...facts.next} noun="row" />
          </div>
        )}
        {failure !== null && (
          <div className={styles.repeat}>
            <Notice variant="warning">{failure}</Notice>
          </div>
        )}
        {clipped !== null && (
          <div className={styles.repeat}>
            <Notice variant="warning">{clipped}</Notice>
          </div>
        )}
        {facts.missing !== null && (
          <div className={styles.repeat}>
            <Notice variant="warning" title={facts.missing}>
              We don't keep files when you reload the page. To choose them again, click Cancel.
            </Notice>
          </div>
        )}
        {rowFiles !== null && rowFiles.unproven.length > 0 && (
          <div className={styles.repeat}>
            <ListNotice
              title={unprovenTitle(rowFiles.unproven.length)}
              lines={rowFiles.unproven}
              noun="file"
            />
          </div>
        )}
        {facts.many && (
          <div className={styles.repeat}>
            <Notice variant="warning" title={facts.many.title}>
              {facts.many.text}
            </Notice>
          </div>
        )}
        {facts.asWritten && (
          <div className={styles.repeat}>
            <Notice variant="warning" title={asWrittenTitle(facts.asWritten.values)}>
              {facts.asWritten.sentences.map((sentence) => (
                <p key={sentence} dir="auto">
                  {sentence}
                </p>
              ))}
            </Notice>
          </div>
        )}
        {facts.overlooked.length > 0 && (
          <div className={styles.repeat}>
            <Notice
              variant="warning"
              action={
                <Button size="small" variant="contained" onClick={() => answer("use_columns")}>
                  Use {facts.overlooked.length === 1 ? "it" : "them"}
                </Button>
              }
            >
              {facts.overlooked.map((one) => (
                <p key={one.variable}>{overlookedMessage(one)}</p>
              ))}
            </Notice>
          </div>
        )}
        <dl className={`${layout.facts} ${styles.facts}`}>
          <Fact name="Subject">
            <span className={layout.subject} dir="auto">
              {facts.subject}
            </span>
            {facts.exampleFor !== null && <> (for example, for {facts.exampleFor})</>}
          </Fact>
          <Fact name="To">{breakable(facts.to)}</Fact>
          <Fact name="Rows">{facts.joined}</Fact>
          <Fact name="Copies">
            {facts.copies?.map((sentence) => <p key={sentence}>{breakable(sentence)}</p>) ?? null}
          </Fact>
          <Fact name="Reply-To">{facts.replyTo && breakable(facts.replyTo)}</Fact>
          <Fact name="Values">
            {facts.shared && (
              <>
                {facts.shared.sentence !== null && `${facts.shared.sentence}:`}
                {facts.shared.values.map(({ name, value }) => (
                  <p key={name}>
                    {name}: <bdi>{value}</bdi>
                  </p>
                ))}
              </>
            )}
          </Fact>
          <Fact name="First time">{facts.firstTime}</Fact>
          <Fact name="Skipped">{facts.skipped}</Fact>
          <Fact name="Headers">{facts.headers}</Fact>
          <Fact name="Notes">
            {facts.notes.length > 0
              ? facts.notes.map((note) => (
                  <p key={note} dir="auto">
                    {note}
                  </p>
                ))
              : null}
          </Fact>
          <Fact name="Files">{facts.files}</Fact>
          <Fact name="Own files">{rowFiles === null ? null : rowFiles.sentence}</Fact>
          <Fact name="From">
            {breakable(facts.ready === 1 ? from : `${from}: one separate email to each recipient`)}
          </Fact>
          <Fact name="When">
            {when.plan}
            {when.passesLimit && ` ${when.limit}`}
            {isLater && ` ${TEMPLATE_IS_COPIED}`}
          </Fact>
        </dl>
      </DialogContent>
      <DialogActions>
        <Answers
          question={question}
          also={[...also].filter((n) => repeat?.rows.includes(n)).length}
          verb={verb}
          emails={emails}
          onAnswer={answer}
        />
      </DialogActions>
    </Dialog>
  );
}

/** Of files whose text doesn't prove that they are their person's. */
function unprovenTitle(files: number): string {
  return files === 1
    ? "Check this file: it doesn't prove whose it is."
    : `Check these ${withCommas(files)} files: they don't prove whose they are.`;
}

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
function Answers({ question: { facts, repeat }, also, verb, emails, onAnswer }: AnswersProps) {
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
          Don't send
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

function asWrittenTitle(values: number): string {
  return values === 1
    ? "1 value looks wrong. It will be sent as typed."
    : `${withCommas(values)} values look wrong. They'll be sent as typed.`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
