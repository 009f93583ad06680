import type { Attempt } from "@sendwright/functions/core";
import { useState } from "react";
import { useConfirm } from "../../../components/Confirm.tsx";
import type { BulkCall } from "../../../data/sends.ts";
import { counted } from "../../../lib/counted.ts";
import { useSession } from "../../../lib/useSession.ts";
import type { Sending } from "../../../sending/Sending.ts";
import { dayAndTime } from "../../../sending/when.ts";
import type { BulkForm } from "../form/bulkForm.ts";
import { sendRequest } from "../form/sendRequest.ts";
import { useRepeatGuard } from "../repeat/useRepeatGuard.ts";
import type { Bulk } from "../useBulkSend.ts";

/** What the two buttons do, and what keeps them from it. The refusals go as soon as their cause does. */
export function useBulkActions(bulk: Bulk, sending: Sending<BulkForm, BulkCall>, attempt: Attempt) {
  const { form, written, change, mail, csv, check } = bulk;
  const { user } = useSession();
  const confirm = useConfirm();
  const guard = useRepeatGuard();
  const [asked, setAsked] = useState<"preview" | "send" | null>(null);
  const refusals = asked === "send" ? bulk.sendRefusals : asked === "preview" ? bulk.previewRefusals : [];
  const ready = check?.summary.ready ?? 0;

  const preview = () => {
    setAsked("preview");
    if (bulk.previewRefusals.length === 0) change({ type: "preview", row: check?.rows[0]?.n ?? 1 });
  };

  const isMeant = (): Promise<boolean> => {
    const emails = counted(ready, "email");
    const later = form.when.kind === "later" && form.when.at;
    return confirm({
      title: later ? `Schedule ${emails}?` : `Send ${emails}?`,
      text: `From ${user?.email}${later ? `, ${dayAndTime(later, Date.now())}` : ""}: one separate email to each recipient.`,
      action: later ? `Schedule ${emails}` : `Send ${emails}`,
      danger: false,
    });
  };
  const send = async () => {
    setAsked("send");
    if (bulk.sendRefusals.length > 0 || !mail || !check || !bulk.isChecked || ready === 0) return;
    const repeat = await guard.look(mail.name || form.subject.trim(), check.rows);
    const answer = repeat && (await guard.ask(repeat, ready));
    if (repeat && answer === "leave_out") change({ type: "leaveOut", rows: repeat.rows, check });
    if (answer === null ? !(await isMeant()) : answer !== "send") return;
    setAsked(null);
    const { table, recipientColumn } = csv;
    // What was looked at and asked about, even if the form was changed while that went on.
    sending.press(written, sendRequest({ form, mail, table, recipientColumn }));
  };

  const isChecking = csv.table !== null && mail !== null && form.mode === "csv" && !bulk.isChecked && !csv.checkError;
  return {
    refusals,
    preview,
    send: () => void send(),
    isBusy: attempt.is === "asked" || attempt.is === "lost" || isChecking || guard.isLooking,
    guard,
  };
}
