import { AppError } from "@sendwright/core/contract";
import { directSendFailure } from "@sendwright/core/contract/messages";
import { checkOnPage } from "@sendwright/core/list/belonging";
import { applyChange } from "@sendwright/core/list/change";
import { cellText, filledList, type List } from "@sendwright/core/list/list";
import { uploadOf } from "@sendwright/core/list/upload";
import { pluralize } from "@sendwright/core/pluralize";
import {
  Button,
  ErrorNotice,
  emailContents,
  holdAsked,
  Notice,
  questionFacts,
  rowsToSkip,
  SendQuestionDialog,
  useRepeatGuard,
  useSameEmail,
  useSendFacts,
  useSendQuestion,
  useSettings,
} from "@sendwright/web/parts";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { SubmittedSend, Task } from "../shared/stored.ts";
import { Compose, Problems, sentencesOf, Values } from "./EmailFields.tsx";
import { InsertionBanner, InsertionOutcome } from "./Insertion.tsx";
import { InView } from "./InView.tsx";
import { Preview } from "./Preview.tsx";
import { ask } from "./panelAccess.ts";
import { withTable } from "./peopleOfDraft.ts";
import { Recipients } from "./Recipients.tsx";
import styles from "./surface.module.css";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { sendErrorMessage } from "./troubleMessages.ts";
import { useInsertion } from "./useInsertion.ts";
import type { PanelForm } from "./usePanelForm.ts";
import type { AttemptView } from "./useStored.ts";

interface Props {
  form: PanelForm;
  attempt: AttemptView;
  /** The place of the Recipients field. */
  people: RefObject<HTMLDivElement | null>;
  /** The click in a page's menu that asked to insert a template; null for none. */
  inserting: Extract<Task, { kind: "insert" }> | null;
  onInserted: () => void;
  /** Collects the people of the page in front. */
  onCollect: () => void;
}

/**
 * One email for two purposes: it is sent to the recipients, or inserted where the cursor is in the
 * page beside it.
 */
export function EmailForm({ form, attempt, people, inserting, onInserted, onCollect }: Props) {
  const { draft, recipients, problems, isBusy, quotaLeft, template, isWithoutTemplates } = form;
  const insertion = useInsertion(form, inserting !== null, inserting?.id);
  const sending = useSend(form, attempt, people);
  if (!draft) return null;
  const lookAtPeople = () => people.current?.querySelector("input")?.focus();
  const isWithoutSubject = form.isComposed && draft.subject.trim() === "";
  // With a value missing that all have in common, no one is ready: Send says what is missing.
  const ready = form.isTable ? (form.check?.summary.ready ?? 0) : 0;
  const out = form.check?.summary.suppressed ?? 0;
  const count = ready > 0 ? ready : recipients.length - out;
  return (
    <form className="stack gap-16" onSubmit={(event) => event.preventDefault()} noValidate>
      {inserting && (
        <InView key={inserting.id}>
          <InsertionBanner
            insertion={insertion}
            action={
              <Button size="small" onClick={onInserted}>
                Close
              </Button>
            }
          />
        </InView>
      )}
      <TemplateChoice
        form={form}
        onChosen={recipients.length === 0 && !inserting ? lookAtPeople : null}
      />
      <div ref={people} hidden={isWithoutTemplates && recipients.length === 0}>
        <Recipients form={form} onLook={lookAtPeople} onCollect={onCollect} />
      </div>
      {form.isComposed ? <Compose form={form} /> : <Values form={form} />}
      {quotaLeft !== undefined && count > quotaLeft && (
        <Notice variant="warning">
          Your account's daily limit leaves {quotaLeft} now. The rest will be sent automatically
          when the limit resets.
        </Notice>
      )}
      <Problems problems={problems} />
      {sending.refusal && (
        <InView key={sending.refusal.message}>
          <ErrorNotice message={sendErrorMessage(sending.refusal)} />
        </InView>
      )}
      <InsertionOutcome insertion={insertion} />
      <div className={`row ${styles.actions}`} hidden={isWithoutTemplates}>
        <Button disabled={isBusy || form.mail === null} onClick={form.askPreview}>
          Generate Preview
        </Button>
        {inserting && (
          <>
            <Button
              disabled={insertion.mail === null || insertion.isBusy || isWithoutSubject}
              onClick={() => void insertion.copySubject()}
            >
              Copy subject
            </Button>
            <Button
              disabled={insertion.mail === null || insertion.isBusy}
              onClick={() => void insertion.copy()}
            >
              Copy template
            </Button>
          </>
        )}
      </div>
      <Preview form={form} mail={inserting ? insertion.mail : form.mail} />
      <div className={styles.verbs} hidden={isWithoutTemplates}>
        <Button
          disabled={insertion.mail === null || insertion.isBusy}
          onClick={() => void insertion.insert()}
        >
          Insert
        </Button>
        <Button
          variant="contained"
          disabled={isBusy || template.isLoading || sending.isLooking}
          onClick={() => void sending.send()}
        >
          {attempt.isOpen ? "Sending..." : sendWords(count)}
        </Button>
      </div>
      <SendQuestionDialog question={sending.question} />
    </form>
  );
}

function sendWords(people: number): string {
  return people === 0 ? "Send" : `Send to ${pluralize(people, "person", "people")}`;
}

/** The act of sending: checks the form, asks the question, and has the worker send. */
function useSend(form: PanelForm, attempt: AttemptView, people: Props["people"]) {
  const { draft, change, setAsked, list, check, isTable, values } = form;
  const question = useSendQuestion();
  const guard = useRepeatGuard();
  const clippedOf = useSameEmail(form.mail, form.form);
  const factsOf = useSendFacts();
  const { data: settings } = useSettings();
  const [refusal, setRefusal] = useRefusal(attempt);
  // While offline, the panel couldn't learn of other sends of this email.
  const askAgain = useEffectEvent(() => {
    if (!question.asked) return;
    question.asked.answer({ decision: "cancel", also: new Set() });
    void send();
  });
  useEffect(() => {
    const online = () => askAgain();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, []);

  const send = async () => {
    setAsked("send");
    setRefusal(null);
    const { form: mail } = form;
    const faults = form.problemsFor("send");
    // Their field shows the messages.
    if (faults.found && faults.found.recipients.length > 0)
      people.current?.querySelector("input")?.focus();
    if (!draft || !mail || !list || !check || sentencesOf(faults).length > 0) return;
    const isSigned = form.isComposed || form.template.data?.signature !== false;
    const signature = isSigned ? (settings?.signature ?? null) : "";
    const email = {
      template_id: draft.templateId ?? "",
      subject: mail.subject,
      list,
      contents: emailContents({ ...mail, signature, added: [] }, check),
    };
    const [{ repeat, failure }, clipped] = await Promise.all([
      guard.look(email, check.rows),
      clippedOf(),
    ]);
    const { decision, also } = await question.ask({
      facts: questionFacts({
        mail,
        check,
        list,
        repeat,
        replyTo: mail.replyTo,
        files: [],
        missing: [],
        same: isTable ? null : Object.fromEntries(values),
      }),
      from: form.email,
      when: factsOf(check.summary.ready, null),
      isLater: false,
      edited: null,
      repeat,
      failure,
      clipped,
      rowFiles: null,
    });
    if (decision === "correct") {
      people.current?.querySelector<HTMLElement>("[data-questions] button")?.focus();
      return;
    }
    if (decision !== "send" && decision !== "skip" && decision !== "skip_same") return;
    const gone = repeat === null ? [] : rowsToSkip(check, repeat, { decision, also }).ids;
    const to = filledList(
      gone.length > 0 ? applyChange(list, { type: "delete", ids: gone }) : list,
    );
    if (isTable) change(withTable(to));
    else if (gone.length > 0) change({ recipients: textsOf(to) });
    const submitted = freeze(form, to);
    if (!submitted) return;
    setAsked(null);
    try {
      const isTaken = await ask("send", {
        key: crypto.randomUUID(),
        submitted,
        ...holdAsked(settings),
      });
      if (!isTaken)
        setRefusal(
          new AppError(
            "wrong_state",
            "An email is already being sent from another window. Look at its result above before you send again.",
          ),
        );
    } catch (error) {
      setRefusal(
        error instanceof AppError
          ? error
          : new AppError("send_failed", directSendFailure(), { cause: error }),
      );
    }
  };
  return { send, refusal, question, isLooking: guard.isLooking };
}

function textsOf({ rows }: List): string[] {
  return rows.map(({ cells: [cell] }) => cellText(cell));
}

/** The form's content as it is sent to these people; null if there is no email. */
function freeze(
  { draft, isComposed, isTable, form, template, list, values, limits, suppressed }: PanelForm,
  to: List,
): SubmittedSend | null {
  if (!draft || !form) return null;
  const limit = limits.MAX_DIRECT_RECIPIENTS;
  // The people who are left out still say how the columns are written.
  const whole = list ?? to;
  const checking = { ...form, values, limit, whole, ...(suppressed && { suppressed }) };
  const check = checkOnPage(to, checking);
  const isReady = new Set(check.rows.flatMap(({ id, verdict }) => (verdict === "ready" ? id : [])));
  const recipients = textsOf(
    isTable ? { ...to, rows: to.rows.filter(({ id }) => isReady.has(id)) } : to,
  );
  const { dateFormat, timeFormat } = form;
  const common = { recipients, dateFormat, timeFormat };
  if (isComposed) {
    const { subject, body } = draft;
    return { ...common, templateId: "", title: subject, values: [], subject, body };
  }
  if (!template.data) return null;
  const { id, revision, name } = template.data;
  const trimmed = [...values].map(([variable, value]): [string, string] => [
    variable,
    value.trim(),
  ]);
  return {
    ...common,
    templateId: id,
    revision,
    title: name,
    ...(isTable && {
      upload: uploadOf(to, check, { variables: form.variables, values, limit }),
    }),
    values: trimmed,
    subject: "",
    body: "",
  };
}

/**
 * The error of a click on Send for which no attempt was stored. That another window is sending is an
 * error only for as long as it does.
 */
function useRefusal({ isOpen }: AttemptView) {
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isOver = refusal?.reason === "wrong_state" && !isOpen;
  // The next send of another window is not the cause of this error.
  useEffect(() => {
    if (!isOpen) setRefusal((last) => (last?.reason === "wrong_state" ? null : last));
  }, [isOpen]);
  return [isOver ? null : refusal, setRefusal] as const;
}
