import Button from "@mui/material/Button";
import { AppError, cannotAddMore, DEFAULT_FORMATS } from "@sendwright/core/contract";
import { compileTemplate } from "@sendwright/core/placeholders";
import { directSendFailure } from "@sendwright/core/sends/counts";
import {
  asText,
  BringBackButton,
  counted,
  DirectQuestion,
  ErrorNotice,
  holdAsked,
  Notice,
  RecipientChips,
  sharedValues,
  useConfirm,
  useSettings,
} from "@sendwright/web/parts";
import { useRef, useState } from "react";
import type { Frozen } from "../shared/stored.ts";
import { ask } from "./ask.ts";
import { Compose } from "./Compose.tsx";
import { broughtBack, setAside } from "./draftChanges.ts";
import { Preview } from "./Preview.tsx";
import { Problems, sentencesOf } from "./Problems.tsx";
import styles from "./surface.module.css";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { nextStep } from "./troubleMessages.ts";
import type { AttemptView } from "./useAttempt.ts";
import type { Desk } from "./useDesk.ts";
import { Values } from "./Values.tsx";

/** A compact Direct Send: which template, to whom, with which values; look at it, send it. */
export function SendForm({ desk, attempt }: { desk: Desk; attempt: AttemptView }) {
  const { draft, change, recipients, limits, problems, setAsked, isBusy, quotaLeft, template, values } = desk;
  const confirm = useConfirm();
  const { data: settings } = useSettings();
  const people = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  if (!draft) return null;
  const limit = limits.MAX_DIRECT_RECIPIENTS;
  const isFull = recipients.length >= limit;
  const aside = setAside(draft).length;

  const send = async () => {
    setAsked("send");
    setRefusal(null);
    const frozen = freeze(desk);
    if (!frozen || sentencesOf(desk.problemsFor("send")).length > 0) return;
    const emails = counted(recipients.length, "email");
    const text = (
      <DirectQuestion
        subject={template.data ? compileTemplate(template.data).renderSubject(values, frozen) : frozen.subject}
        from={desk.email}
        people={frozen.recipients}
        values={template.data ? sharedValues(template.data, values) : []}
        files={template.data?.attachments ?? []}
      />
    );
    if (!(await confirm({ title: `Send ${emails}?`, text, action: `Send ${emails}`, danger: false }))) return;
    setAsked(null);
    try {
      const isTaken = await ask("send", { key: crypto.randomUUID(), frozen, ...holdAsked(settings) });
      if (!isTaken)
        setRefusal(
          new AppError("wrong_state", "Another email is still on its way. Wait for it, then press Send again."),
        );
    } catch (error) {
      setRefusal(
        error instanceof AppError ? error : new AppError("send_failed", directSendFailure(), { cause: error }),
      );
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()} noValidate>
      {refusal && <ErrorNotice message={`Send Error: ${refusal.message} ${nextStep(refusal)}`} />}
      <TemplateChoice desk={desk} isToSend />
      <div ref={people}>
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
        {aside > 0 && (
          <>
            <BringBackButton
              name={counted(aside, "recipient")}
              place={people}
              onBring={() => change(broughtBack(draft, limit))}
              disabled={isBusy || isFull}
            />
            {isFull && <span className={styles.soft}>{cannotAddMore(limit)}</span>}
          </>
        )}
      </div>
      {desk.isComposed ? <Compose desk={desk} /> : <Values desk={desk} />}
      {quotaLeft !== undefined && recipients.length > quotaLeft && (
        <Notice variant="warning">
          Your account's daily limit leaves {quotaLeft} now; the rest goes out by itself as the limit allows.
        </Notice>
      )}
      <Problems problems={problems} />
      <div className={styles.actions}>
        <Button disabled={isBusy || desk.mail === null} onClick={() => change({ isPreviewed: true })}>
          Generate Preview
        </Button>
        <Button variant="contained" disabled={isBusy || template.isLoading} onClick={() => void send()}>
          {attempt.isOpen ? "Sending..." : "Send Email(s)"}
        </Button>
      </div>
      <Preview desk={desk} />
    </form>
  );
}

/** What a press of Send takes out of the form; null while there is no mail yet. */
function freeze({ draft, isComposed, template, values, recipients }: Desk): Frozen | null {
  if (!draft) return null;
  const people = recipients.map(asText);
  if (isComposed) {
    const { subject, body } = draft;
    return { templateId: "", title: subject, recipients: people, values: [], ...DEFAULT_FORMATS, subject, body };
  }
  if (!template.data) return null;
  const { id, name, dateFormat, timeFormat } = template.data;
  const trimmed = [...values].map(([variable, value]): [string, string] => [variable, value.trim()]);
  return {
    templateId: id,
    title: name,
    recipients: people,
    values: trimmed,
    dateFormat,
    timeFormat,
    subject: "",
    body: "",
  };
}
