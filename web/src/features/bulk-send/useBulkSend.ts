import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { useLimits } from "../../data/config.ts";
import { useTemplate } from "../../data/templates.ts";
import { useSession } from "../../lib/useSession.ts";
import { useCsv } from "./csv/useCsv.ts";
import { bulkMail } from "./form/bulkMail.ts";
import { formStore } from "./form/formStore.ts";
import { listCheck } from "./form/listCheck.ts";
import { previewRefusals, sendRefusals } from "./form/refusals.ts";
import { withStickyValues } from "./manual/withStickyValues.ts";
import { useTemplateNews } from "./useTemplateNews.ts";

/** The form of Bulk Send, and everything that follows from what stands in it. */
export function useBulkSend() {
  const { read, change, subscribe } = formStore(useQueryClient());
  const written = useSyncExternalStore(subscribe, read);
  const limits = useLimits();
  const { isAuthenticated } = useSession();
  const template = useTemplate(written.choice.kind === "template" ? written.choice.id : null);
  const { choice, subject, body } = written;
  const mail = useMemo(
    () => bulkMail({ choice, subject, body }, template.data ?? null),
    [choice, subject, body, template.data],
  );
  const form = useMemo(() => withStickyValues(written, mail), [written, mail]);
  const csv = useCsv(form, form.mode === "csv" && choice.kind === "template" ? mail : null);
  const list = useMemo(() => (form.mode === "manual" && mail ? listCheck(form, mail) : null), [form, mail]);

  const check = form.mode === "csv" ? csv.check : list;
  useTemplateNews(choice.kind === "template" ? (template.data ?? null) : null, template.error);

  const csvError = csv.error?.message ?? null;
  const around = {
    isSignedIn: isAuthenticated,
    limits,
    mail,
    recipientColumn: csv.recipientColumn,
    csvError,
    check,
    now: Date.now(),
  };
  return {
    form,
    change,
    limits,
    template,
    mail,
    csv,
    check,
    /** Whether the check is of what now stands in the form. */
    isChecked: form.mode === "csv" ? csv.isChecked : list !== null,
    previewRefusals: previewRefusals(form, around),
    sendRefusals: sendRefusals(form, around),
  };
}

export type Bulk = ReturnType<typeof useBulkSend>;
