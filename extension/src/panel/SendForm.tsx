import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import { AppError } from "@sendwright/core/contract";
import { cellText } from "@sendwright/core/list/list";
import { directSendFailure } from "@sendwright/core/sends/counts";
import {
  ErrorNotice,
  holdAsked,
  Notice,
  pluralize,
  questionFacts,
  RecipientChips,
  RestoreButton,
  SendQuestionDialog,
  useRepeatGuard,
  useSendFacts,
  useSendQuestion,
  useSettings,
} from "@sendwright/web/parts";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { siteLink } from "../shared/openSite.ts";
import type { SubmittedSend } from "../shared/stored.ts";
import { AddressQuestions, checkedPeople } from "./AddressQuestions.tsx";
import { restoredRecipients, unusedRecipients } from "./draftChanges.ts";
import { Compose, Problems, sentencesOf, Values } from "./EmailFields.tsx";
import { InView } from "./InView.tsx";
import { Preview } from "./Preview.tsx";
import { ask } from "./panelAccess.ts";
import styles from "./surface.module.css";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { sendErrorMessage } from "./troubleMessages.ts";
import type { PanelForm } from "./usePanelForm.ts";
import { useRefusal } from "./useRefusal.ts";
import type { AttemptView } from "./useStored.ts";

interface Props {
  form: PanelForm;
  attempt: AttemptView;
  /** The place of the Recipients field. */
  people: RefObject<HTMLDivElement | null>;
}

/** A compact Direct Send: template, recipients, values, preview, send. */
export function SendForm({ form, attempt, people }: Props) {
  const {
    draft,
    change,
    recipients,
    limits,
    problems,
    setAsked,
    isBusy,
    quotaLeft,
    template,
    values,
  } = form;
  const { isWithoutTemplates, askPreview } = form;
  const question = useSendQuestion();
  const guard = useRepeatGuard();
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
  if (!draft) return null;
  const limit = limits.MAX_DIRECT_RECIPIENTS;
  const unusedCount = unusedRecipients(draft).length;

  const send = async () => {
    setAsked("send");
    setRefusal(null);
    const { form: mail } = form;
    const faults = form.problemsFor("send");
    // Their field shows the messages.
    if (faults.found && faults.found.recipients.length > 0)
      people.current?.querySelector("input")?.focus();
    if (!mail || sentencesOf(faults).length > 0) return;
    const checked = checkedPeople(form);
    if (!checked) return;
    const { list, check } = checked;
    const email = { template_id: draft.templateId ?? "", subject: mail.subject };
    const { repeat, failure } = await guard.look(email, check.rows);
    const { decision: answer, also } = await question.ask({
      facts: questionFacts({
        mail,
        check,
        list,
        repeat,
        replyTo: mail.replyTo,
        files: [],
        missing: [],
        same: Object.fromEntries(values),
      }),
      from: form.email,
      when: factsOf(check.summary.ready, null),
      isLater: false,
      repeat,
      failure,
      clipped: null,
    });
    if (answer === "correct") {
      people.current?.querySelector<HTMLElement>("[data-questions] button")?.focus();
      return;
    }
    if (answer !== "send" && answer !== "skip") return;
    const got = new Set(answer === "skip" ? repeat?.rows.filter((n) => !also.has(n)) : []);
    const to = list.rows
      .map(({ cells: [cell] }) => cellText(cell))
      .filter((_text, at) => !got.has(at + 1));
    if (got.size > 0) change({ recipients: to });
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

  return (
    <form className="stack gap-16" onSubmit={(event) => event.preventDefault()} noValidate>
      <TemplateChoice form={form} isToSend />
      <div ref={people} hidden={isWithoutTemplates && recipients.length === 0}>
        <RecipientChips
          label="Recipients"
          recipients={recipients}
          typed={draft.typed}
          limit={limit}
          onChange={(next) => change({ recipients: next.map(({ text }) => text) })}
          onTyped={(typed) => change({ typed })}
          errors={problems.found?.recipients ?? []}
          disabled={isBusy}
        />
        {!isBusy && (
          <AddressQuestions
            form={form}
            onLook={() => people.current?.querySelector("input")?.focus()}
          />
        )}
        {unusedCount > 0 && (
          <RestoreButton
            name={pluralize(unusedCount, "recipient")}
            place={people}
            onRestore={() => change(restoredRecipients(draft, limit))}
            disabled={isBusy || recipients.length >= limit}
          />
        )}
      </div>
      {form.isComposed ? <Compose form={form} /> : <Values form={form} />}
      {recipients.length > 1 && values.size > 0 && (
        <p className="hint">
          Values are the same for all. Each their own?{" "}
          <MuiLink {...siteLink("#direct-send")}>Use Direct Send.</MuiLink>
        </p>
      )}
      {quotaLeft !== undefined && recipients.length > quotaLeft && (
        <Notice variant="warning">
          Your account's daily limit leaves {quotaLeft} now. The rest will be sent automatically
          when the limit resets.
        </Notice>
      )}
      <Problems problems={problems} />
      {refusal && (
        <InView key={refusal.message}>
          <ErrorNotice message={sendErrorMessage(refusal)} />
        </InView>
      )}
      <div className={`row ${styles.actions}`} hidden={isWithoutTemplates}>
        <Button disabled={isBusy || form.mail === null} onClick={askPreview}>
          Generate Preview
        </Button>
        <Button
          variant="contained"
          disabled={isBusy || template.isLoading || guard.isLooking}
          onClick={() => void send()}
        >
          {attempt.isOpen ? "Sending..." : "Send Email(s)"}
        </Button>
      </div>
      <Preview form={form} />
      <SendQuestionDialog question={question} />
    </form>
  );
}

/** The form's content as it is sent to these people; null if there is no email. */
function freeze(
  { draft, isComposed, form, template, values }: PanelForm,
  recipients: string[],
): SubmittedSend | null {
  if (!draft || !form) return null;
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
    values: trimmed,
    subject: "",
    body: "",
  };
}
