import { isGoingOn } from "@sendwright/core/attempt/attempt";
import { useEffect, useState } from "react";
import { useToast } from "../../components/Toasts.tsx";
import { useLimits } from "../../data/config.ts";
import { useTemplate, useTemplates } from "../../data/templates.ts";
import { remember } from "../../lib/remembered.ts";
import { useSession } from "../../lib/useSession.ts";
import { useAccount, useSending } from "../../sending/SendingProvider.tsx";
import { useForm } from "../../sending/useForm.ts";
import { useListNews, useTemplateNews } from "../../sending/useTemplateNews.ts";
import { directForms, directWay, TEMPLATE } from "./directWay.ts";
import { directSendErrors, directTestErrors, NO_ERRORS } from "./form/validationErrors.ts";
import { useValues } from "./form/values.ts";

/** What the last press of a button was for: its errors are shown until they are gone. */
type Asked = "send" | "test" | null;

/** The form of Direct Send, and everything that follows from what stands in it. */
export function useDirectSend() {
  const toast = useToast();
  const { user } = useSession();
  const { uid } = useAccount();
  const { form, change, restored } = useForm(directForms);
  const limits = useLimits();
  const templates = useTemplates();
  // What is remembered may be gone: the list knows.
  const isListed = templates.data?.some(({ id }) => id === form.templateId) ?? false;
  const template = useTemplate(isListed ? form.templateId : null);
  const values = useValues(form, template.data ?? null, uid);
  const { sending, attempt } = useSending(directWay);
  const [asked, setAsked] = useState<Asked>(null);

  const { refetch, isFetching, isSuccess } = templates;
  const isGone = form.templateId !== null && isSuccess && !isFetching && !isListed;
  const hasRecipients = form.recipients.length > 0;
  useEffect(() => {
    if (!isGone) return;
    change({ type: "templateGone" });
    if (hasRecipients) toast("The template is no longer there. Please choose another one.", { variant: "warning" });
  }, [isGone, hasRecipients, change, toast]);
  const isMissing = attempt.is === "refused" && attempt.refusal.reason === "not_found";
  useEffect(() => {
    if (isMissing) void refetch();
  }, [isMissing, refetch]);

  const { generation, templateId } = form;
  useEffect(() => remember(uid, TEMPLATE, templateId), [uid, templateId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fields that began anew have not been asked for anything.
  useEffect(() => setAsked(null), [generation, templateId]);

  useListNews(templates.error);
  useTemplateNews(template.data ?? null, template.error);

  const given = { form, template: template.data ?? null, values, limits };
  const errorsFor = (what: Asked) =>
    what === null ? NO_ERRORS : what === "send" ? directSendErrors(given) : directTestErrors(given);
  return {
    uid,
    user,
    form,
    restored,
    change,
    limits,
    templates,
    template,
    values,
    sending,
    attempt,
    /** Whether something is being sent: the form must not change under it. */
    isBusy: isGoingOn(attempt.is),
    errors: errorsFor(asked),
    errorsFor,
    setAsked,
  };
}

export type Direct = ReturnType<typeof useDirectSend>;
