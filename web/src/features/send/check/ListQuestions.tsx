import type {
  AmountQuestion,
  DateQuestion,
  MomentColumn,
  Problem,
  ProblemKind,
  RepeatEmails,
  RepeatQuestion,
} from "@sendwright/core/check/types";
import { dateOrder, numberForm, type Variable } from "@sendwright/core/contract";
import type { Mismatch, PageCheck } from "@sendwright/core/list/belonging";
import type { CellChange } from "@sendwright/core/list/cells";
import type { List, Repeats } from "@sendwright/core/list/list";
import { addressTexts } from "@sendwright/core/list/read";
import { pluralize } from "@sendwright/core/pluralize";
import type { Dispatch } from "react";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { useWriteTemplate } from "../../../lib/templateEditorContext.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import { listSample } from "../list/templateForList.ts";
import { AnswerButtons } from "./AnswerButtons.tsx";
import { CenturyQuestions } from "./CenturyQuestions.tsx";
import styles from "./check.module.css";
import { DomainQuestions } from "./DomainQuestions.tsx";
import {
  amountMessage,
  mismatchMessage,
  readingMessage,
  repeatsQuestion,
} from "./questionWords.ts";
import { SaysNoNotes } from "./SaysNoNotes.tsx";
import { SeveralAddresses } from "./SeveralAddresses.tsx";

interface DateProps {
  column: string;
  question: DateQuestion;
  change: Dispatch<SendFormAction>;
}

/** The two days that an ambiguous date can be. */
export function DateAnswer({ column, question, change }: DateProps) {
  return (
    <AnswerButtons
      label={`Dates in ${column}`}
      options={dateOrder.options.map((value) => ({ value, word: question[value] }))}
      answer={question.answer}
      onAnswer={(order) =>
        change({ type: "list", change: { type: "dates", header: column, order } })
      }
    />
  );
}

interface AmountProps {
  question: AmountQuestion;
  change: Dispatch<SendFormAction>;
}

/** The two numbers that an amount can be. */
function AmountAnswer({ question, change }: AmountProps) {
  const { column, answer } = question;
  return (
    <AnswerButtons
      label={`Numbers in ${column}`}
      options={numberForm.options.map((value) => ({ value, word: question[value] }))}
      answer={answer}
      onAnswer={(form) =>
        change({ type: "list", change: { type: "numbers", header: column, form } })
      }
    />
  );
}

interface Props {
  form: SendForm;
  change: (action: SendFormAction) => void;
  list: List;
  check: PageCheck;
  /** The placeholders of the email. */
  variables: readonly Variable[];
  /** Leads to the first problem of these kinds. */
  onLook: (kinds: ReadonlySet<ProblemKind>) => void;
}

/** The questions about domains, with answers that change the form. */
function DomainTypos({ form, change, list, check, onLook }: Omit<Props, "variables">) {
  const fix = (problems: readonly Problem[]) => {
    if (form.people.now.mode === "manual" && form.tab === "bulk") {
      const texts = addressTexts(list, problems);
      if (texts !== null) change({ type: "manualText", text: texts.join("\n") });
    } else {
      const cells = problems.flatMap(({ id, column, suggestion }) =>
        column === null || suggestion === undefined ? [] : { id, header: column, cell: suggestion },
      );
      change({ type: "list", change: { type: "cells", cells } });
    }
  };
  return (
    <DomainQuestions
      check={check}
      list={list}
      onFix={fix}
      onFixShared={(place, text) =>
        "field" in place
          ? change({ type: "copies", copies: { [place.field]: text } })
          : change({ type: "value", variable: place.variable, value: text, isUnfinished: false })
      }
      onKeep={(domain) => change({ type: "list", change: { type: "asTyped", texts: [domain] } })}
      onLook={() => onLook(new Set(["domain"]))}
    />
  );
}

/**
 * Questions about the list, and columns whose dates the email writes with day and month swapped,
 * beside the email. You can change your answers here.
 */
export function ListQuestions({ form, change, list, check, variables, onLook }: Props) {
  const typos = (
    <DomainTypos form={form} change={change} list={list} check={check} onLook={onLook} />
  );
  const readings = <ReadingQuestions check={check} change={change} />;
  if (form.people.now.mode !== "csv") {
    return (
      <div className={`stack gap-8 filled ${styles.questions}`} data-questions tabIndex={-1}>
        {typos}
        {readings}
      </div>
    );
  }
  const write = (cells: readonly CellChange[]) =>
    change({ type: "list", change: { type: "cells", cells } });
  return (
    <div className={`stack gap-8 filled ${styles.questions}`} data-questions tabIndex={-1}>
      {check.several && form.tab === "bulk" && (
        <SeveralAddresses
          question={check.several}
          onAnswer={(decision) =>
            change({ type: "list", change: { type: "several", ...decision } })
          }
        />
      )}
      {check.repeats && (
        <Notice
          variant={check.repeats.isOpen ? "warning" : "info"}
          action={
            <RepeatAnswer
              form={form}
              change={change}
              list={list}
              question={check.repeats}
              variables={variables}
              onLook={() => onLook(new Set(["sibling"]))}
            />
          }
        >
          {repeatsQuestion(check.repeats)}
        </Notice>
      )}
      <ShiftedRows check={check} change={change} onLook={onLook} />
      {check.mismatch && <MismatchQuestion mismatch={check.mismatch} change={change} />}
      {typos}
      <CenturyQuestions list={list} problems={check.problems} onCells={write} />
      <SaysNoNotes check={check} variables={variables} onCells={write} />
      {readings}
    </div>
  );
}

/** Whether `ReadingQuestions` says how a column is read. No other place says it then. */
export function isAmongQuestions({ question, example }: MomentColumn): boolean {
  return question !== null || example?.inMail !== undefined;
}

/** How columns of dates and amounts are read, as far as someone has to know or to decide it. */
export function ReadingQuestions({ check, change }: Pick<Props, "check" | "change">) {
  return (
    <>
      {check.moments.filter(isAmongQuestions).map((moment) => {
        const { column, example, question } = moment;
        const isWarning = question?.answer === null || example?.inMail !== undefined;
        return (
          <Notice
            key={column}
            variant={isWarning ? "warning" : "info"}
            action={question && <DateAnswer column={column} question={question} change={change} />}
          >
            {readingMessage(moment)}
          </Notice>
        );
      })}
      {check.amounts.map((question) => (
        <Notice
          key={question.column}
          variant={question.answer === null ? "warning" : "info"}
          action={<AmountAnswer question={question} change={change} />}
        >
          {amountMessage(question)}
        </Notice>
      ))}
    </>
  );
}

/**
 * Rows whose values may be in the wrong columns: they aren't sent until the person says that they
 * are right.
 */
function ShiftedRows({ check, change, onLook }: Pick<Props, "check" | "change" | "onLook">) {
  const shifted = check.problems.filter(({ kind }) => kind === "shifted");
  if (shifted.length === 0) return null;
  return (
    <Notice
      variant="warning"
      action={
        <>
          <Button
            size="small"
            variant="outlined"
            onClick={() => change({ type: "list", change: { type: "keepShifted", ids: null } })}
          >
            The columns are right
          </Button>
          <Button
            size="small"
            variant="text"
            color="secondary"
            onClick={() => onLook(new Set(["shifted"]))}
          >
            Decide row by row
          </Button>
        </>
      }
    >
      {pluralize(shifted.length, "row has", "rows have")} more values than columns, so some may be
      in the wrong column. Often a comma in a number, such as 34,30, separates its parts.
    </Notice>
  );
}

/**
 * Names that seem to belong to other addresses: the person fixes the list, or says that it is
 * right.
 */
function MismatchQuestion({ mismatch, change }: { mismatch: Mismatch } & Pick<Props, "change">) {
  return (
    <Notice
      variant="warning"
      action={
        <Button
          size="small"
          variant="outlined"
          onClick={() => change({ type: "list", change: { type: "belongs" } })}
        >
          The list is right
        </Button>
      }
    >
      <p>{mismatchMessage(mismatch)}</p>
      <ul>
        {mismatch.examples.map(({ row, name, address, fits }) => (
          <li key={row}>
            “{name}” has {address}, but fits {fits}.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface RepeatProps extends Pick<Props, "form" | "change" | "list" | "variables"> {
  question: RepeatQuestion;
  /** Leads to the first of these rows. */
  onLook: () => void;
}

const REPEAT_ANSWERS = [
  { value: "each", word: "Send each" },
  { value: "first", word: "Only the first" },
] as const;

/** The answers for the whole list; its rows show the first two. */
function RepeatAnswer(props: RepeatProps) {
  const { change, list, question, onLook } = props;
  const emailsOf = (word: string, answer: keyof RepeatEmails) =>
    question.emails === null ? word : `${word}: ${pluralize(question.emails[answer], "email")}`;
  const writeOne = useOneEmail(props);
  return (
    <>
      <AnswerButtons<Repeats>
        label="Rows that share a mailbox"
        options={REPEAT_ANSWERS.map(({ value, word }) => ({ value, word: emailsOf(word, value) }))}
        answer={list.repeats}
        onAnswer={(repeats) => change({ type: "list", change: { type: "repeats", repeats } })}
      >
        {writeOne && (
          <Button size="small" variant="outlined" onClick={writeOne}>
            {emailsOf("One email with all their rows", "joined")}
          </Button>
        )}
        <Button size="small" variant="text" color="secondary" onClick={onLook}>
          Decide row by row
        </Button>
      </AnswerButtons>
      {writeOne && (
        <p className="hint">
          One email needs a part of the template that repeats for each row. The editor opens with a
          suggestion.
        </p>
      )}
    </>
  );
}

/**
 * A function that opens the template with a suggestion of what to repeat for each row, and shows
 * the first of these emails once it is saved; null if there is no template to open.
 */
function useOneEmail({ form: { choice }, change, list, question, variables }: RepeatProps) {
  const write = useWriteTemplate();
  const [first] = question.rows;
  if (!write || choice.kind !== "template" || first === undefined) return null;
  // Rows may also differ in their files.
  const known = new Set(variables.map(({ name }) => name));
  const repeat = question.names.filter((name) => known.has(name));
  return () =>
    write({ id: choice.id, sample: listSample(list), repeat }, () =>
      change({ type: "preview", row: first }),
    );
}
