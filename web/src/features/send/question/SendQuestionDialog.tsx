import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../components/Button.tsx";
import { breakable } from "../../../components/breakable.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import layout from "../../../components/facts.module.css";
import { isolated } from "../../../components/isolated.tsx";
import { useShowMore } from "../../../components/useShowMore.tsx";
import { namedTime } from "../../../lib/when.ts";
import { TEMPLATE_IS_COPIED } from "../../../sending/attemptMessages.ts";
import { contentSentence, repeatSentence } from "../../../sending/repeat/repeatWords.ts";
import { UnclearPeople } from "../../../sending/UnclearPeople.tsx";
import styles from "../check/check.module.css";
import { overlookedMessage } from "../check/questionWords.ts";
import { STATE_WORDS } from "../table/rowView.ts";
import { Answers } from "./Answers.tsx";
import { ListNotice } from "./ListNotice.tsx";
import type { QuestionPerson } from "./people.ts";
import type { SendDecision, SendQuestionInput } from "./sendQuestion.ts";

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
  const { facts, repeat, failure, clipped, isLater, edited, when, from, rowFiles } = question;
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
        <p className={styles.plan}>
          {repeat && `${emails}. `}
          {when.plan}
          {when.passesLimit && ` ${when.limit}`}
          {isLater && ` ${TEMPLATE_IS_COPIED}`}
          {edited !== null &&
            ` It takes the place of the send scheduled for ${namedTime(edited, Date.now())}.`}
          {edited !== null && !isLater && " You can't undo this."}
        </p>
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
              We don't keep the files that you choose. To choose them again, click Cancel.
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
                <p key={sentence}>{isolated(sentence)}</p>
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
                <p key={one.variable}>{isolated(overlookedMessage(one))}</p>
              ))}
            </Notice>
          </div>
        )}
        <dl className={`${layout.facts} ${styles.facts}`}>
          <Fact name="To">
            <People people={facts.people} />
          </Fact>
          <Fact name="Subject">
            <span className={layout.subject} dir="auto">
              {facts.subject}
            </span>
            {facts.exampleFor !== null && <> (for example, for {isolated(facts.exampleFor)})</>}
          </Fact>
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
          <Fact name="Not sent to yet">{facts.firstTime}</Fact>
          <Fact name={STATE_WORDS.fill}>{facts.toFill}</Fact>
          <Fact name={STATE_WORDS.skipped}>{facts.skipped}</Fact>
          <Fact name="Headers">{facts.headers}</Fact>
          <Fact name="Notes">
            {facts.notes.length > 0
              ? facts.notes.map((note) => <p key={note}>{isolated(note)}</p>)
              : null}
          </Fact>
          <Fact name="Files">{facts.files}</Fact>
          <Fact name="Own files">{rowFiles === null ? null : rowFiles.sentence}</Fact>
          <Fact name="From">
            {breakable(facts.separate === null ? from : `${from}: ${facts.separate}`)}
          </Fact>
        </dl>
      </DialogContent>
      <DialogActions>
        <Answers question={question} also={also} verb={verb} emails={emails} onAnswer={answer} />
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

/** How many people show at first. */
const MOST_LINES = 5;

/** One line for each person, first the names. */
function People({ people }: { people: readonly QuestionPerson[] }) {
  // A button for one more would take its line.
  const most = people.length === MOST_LINES + 1 ? people.length : MOST_LINES;
  const { shown, showMore } = useShowMore(people, most, (more) =>
    pluralize(more, "more person", "more people"),
  );
  return (
    <>
      {shown.map(({ name, address }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and none moves.
        <p key={at}>
          {name !== "" && (
            <>
              <bdi className={styles.who}>{name}</bdi>{" "}
            </>
          )}
          <span className={name === "" ? undefined : "hint"}>{breakable(address)}</span>
        </p>
      ))}
      {showMore}
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
      <dd>{isolated(children)}</dd>
    </>
  );
}
