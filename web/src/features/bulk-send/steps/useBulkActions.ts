import { type Attempt, isUncertain } from "@sendwright/core/attempt/attempt";
import { useEffect, useEffectEvent, useState } from "react";
import { useConfig } from "../../../data/config.ts";
import type { BulkCall } from "../../../data/sends.ts";
import { useSession } from "../../../lib/useSession.ts";
import { useRepeatGuard } from "../../../sending/repeat/useRepeatGuard.ts";
import type { Sending } from "../../../sending/Sending.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import { sendFacts } from "../../../sending/sendFacts.ts";
import { bulkForms } from "../bulkWay.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import { correctsOf } from "../form/correctsOf.ts";
import { sendRequest } from "../form/sendRequest.ts";
import { withStickyValues } from "../manual/withStickyValues.ts";
import { previewedRow } from "../preview/previewInput.ts";
import { AS_WRITTEN_KINDS, questionFacts } from "../question/questionFacts.ts";
import { useSendQuestion } from "../question/useSendQuestion.ts";
import type { Bulk } from "../useBulkSend.ts";

/** What the two buttons do, and what keeps them from it. The errors go as soon as their cause does. */
export function useBulkActions(bulk: Bulk, sending: Sending<BulkForm, BulkCall>, attempt: Attempt) {
  const { form, written, change, mail, csv, check } = bulk;
  const { user } = useSession();
  const { config } = useConfig();
  const account = useAccount();
  const guard = useRepeatGuard();
  const question = useSendQuestion();
  const [asked, setAsked] = useState<"preview" | "send" | null>(null);
  /** Pressed while the check was going on, often by the press itself: it ended the writing of a cell. */
  const [isWished, setWished] = useState(false);
  const errors = asked === "send" && !isWished ? bulk.sendErrors : asked === "preview" ? bulk.previewErrors : [];
  const ready = check?.summary.ready ?? 0;

  const preview = () => {
    setAsked("preview");
    if (bulk.previewErrors.length > 0) return;
    bulk.look(previewedRow(form, mail, check) ?? check?.rows[0]?.n ?? 1);
  };

  const send = async () => {
    setAsked("send");
    setWished(bulk.isChecking);
    if (bulk.isChecking) return;
    if (bulk.sendErrors.length > 0 || !mail || !check || !bulk.isChecked || ready === 0) return;
    const email = { template_id: form.choice.kind === "template" ? form.choice.id : "", subject: form.subject };
    const { repeat, failure } = await guard.look({ ...email, ...correctsOf(form, check) }, check.rows);
    const startAt = form.when.kind === "later" ? form.when.at : null;
    const answer = await question.ask({
      facts: questionFacts({
        ...{ mail, check, repeat },
        table: form.mode === "csv" && !csv.isTyped ? csv.table : null,
        files: form.attachments,
      }),
      from: user?.email ?? "",
      when: sendFacts({
        ready,
        quota: config?.quota ?? null,
        rate: config?.sendRate ?? null,
        startAt,
        now: Date.now(),
      }),
      isLater: startAt !== null,
      ...{ repeat, failure },
    });
    if (answer === "cancel") return;
    if (answer === "correct") return bulk.lookAtCheck(AS_WRITTEN_KINDS);
    if (repeat && answer === "leave_out") change({ type: "leaveOut", rows: repeat.rows, check, sentBefore: true });
    setAsked(null);
    const { table, recipientColumn } = csv;
    // What was looked at and asked about, without those who are left out; whatever else may have changed meanwhile.
    const meant = answer === "leave_out" ? bulkForms(account).read() : written;
    const filled = withStickyValues(meant, mail, account.uid);
    sending.press(meant, sendRequest({ form: filled, mail, check, table, recipientColumn }));
  };

  const sendChecked = useEffectEvent(() => void send());
  useEffect(() => {
    if (isWished && !bulk.isChecking) sendChecked();
  }, [isWished, bulk.isChecking]);

  return {
    errors,
    preview,
    send: () => void send(),
    isBusy: isUncertain(attempt) || bulk.template.isLoading || guard.isLooking,
    question,
  };
}
