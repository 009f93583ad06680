import { checkRecipients } from "@sendwright/core/check/checkRows";
import type { CheckResult, ProblemKind } from "@sendwright/core/check/types";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useLimits } from "../../data/config.ts";
import { useTemplate } from "../../data/templates.ts";
import { useSession } from "../../lib/useSession.ts";
import { useAccount } from "../../sending/SendingProvider.tsx";
import { useForm } from "../../sending/useForm.ts";
import { useTemplateNews } from "../../sending/useTemplateNews.ts";
import { bulkForms } from "./bulkWay.ts";
import { goToCheck } from "./check/goToCheck.ts";
import { useCsv } from "./csv/useCsv.ts";
import type { BulkForm } from "./form/bulkForm.ts";
import { type BulkMail, bulkMail } from "./form/bulkMail.ts";
import { bulkPreviewErrors, bulkSendErrors } from "./form/validationErrors.ts";
import { withStickyValues } from "./manual/withStickyValues.ts";

/** The check of the typed or pasted list, the same that the server makes. */
function listCheck(form: BulkForm, mail: BulkMail): CheckResult {
  return checkRecipients({
    recipients: splitRecipients(form.manualText),
    variables: mail.variables,
    values: new Map(Object.entries(form.values)),
    body: mail.body,
    dateFormat: mail.dateFormat,
    timeFormat: mail.timeFormat,
    keepDuplicates: form.keepDuplicates,
  });
}

const NO_KINDS: ReadonlySet<ProblemKind> = new Set();

/** The form of Bulk Send, and everything that follows from what stands in it. */
export function useBulkSend() {
  const { uid } = useAccount();
  const { form: written, change, restored } = useForm(bulkForms);
  const limits = useLimits();
  const { isAuthenticated } = useSession();
  const template = useTemplate(written.choice.kind === "template" ? written.choice.id : null);
  const { choice, subject, body, dateFormat, timeFormat } = written;
  const mail = useMemo(
    () => bulkMail({ choice, subject, body, dateFormat, timeFormat }, template.data ?? null),
    [choice, subject, body, dateFormat, timeFormat, template.data],
  );
  const form = useMemo(() => withStickyValues(written, mail, uid), [written, mail, uid]);
  const csv = useCsv(form, form.mode === "csv" && choice.kind === "template" ? mail : null);
  const list = useMemo(() => (form.mode === "manual" && mail ? listCheck(form, mail) : null), [form, mail]);

  const check = form.mode === "csv" ? csv.check : list;
  useTemplateNews(choice.kind === "template" ? (template.data ?? null) : null, template.error);

  const [isListFolded, setListFolded] = useState(false);
  const [previewsAsked, setPreviewsAsked] = useState(0);
  const csvError = csv.error?.message ?? null;
  const isCsv = form.mode === "csv";
  const isChecked = isCsv ? csv.isChecked : list !== null;
  const hasTable = csv.table !== null || csv.isBeingRead;
  const isChecking = isCsv && hasTable && mail !== null && !isChecked && !csv.checkError;
  const hasPeople = isCsv ? csv.table !== null : form.manualText.trim() !== "";
  const given = {
    isSignedIn: isAuthenticated,
    limits,
    mail,
    recipientColumn: csv.recipientColumn,
    headers: csv.table?.headers ?? null,
    csvError,
    checkError: csv.checkError?.message ?? null,
    check,
    now: Date.now(),
  };
  return {
    uid,
    form,
    restored,
    /** The form without what is only remembered; a press of Send freezes it. */
    written,
    change,
    /** As `change`, and the same function as long as the account is. */
    store: change,
    limits,
    template,
    mail,
    csv,
    check,
    /** Whether the check is of what now stands in the form. */
    isChecked,
    isChecking,
    /** Whether there are people, and the mail that they get is on its way. */
    isMailAwaited: hasPeople && (template.isLoading || isChecking),
    /** Shows the mail of a row, where it can be seen. */
    look: (row: number) => {
      change({ type: "preview", row });
      setPreviewsAsked(previewsAsked + 1);
    },
    isListFolded,
    foldList: setListFolded,
    /** Leads to what the check found: to the first problem of these kinds where one is shown. */
    lookAtCheck: (kinds: ReadonlySet<ProblemKind> = NO_KINDS) => {
      flushSync(() => setListFolded(false));
      goToCheck(kinds);
    },
    /** How often a mail was asked for. */
    previewsAsked,
    previewErrors: bulkPreviewErrors(form, given),
    sendErrors: bulkSendErrors(form, given),
  };
}

export type Bulk = ReturnType<typeof useBulkSend>;
