import type { Template } from "@sendwright/core/contract";
import { formatsOf } from "@sendwright/core/dates/formats";
import { useEffect, useMemo } from "react";
import { useToast } from "../../../components/Toasts.tsx";
import { useTemplateToasts } from "../../../components/useTemplateToasts.ts";
import { useSettings } from "../../../data/accountQueries.ts";
import { useTemplate, useTemplates } from "../../../data/templateQueries.ts";
import { remember, stickyValue } from "../../../lib/remembered.ts";
import { useDeepStable, useSame } from "../../../lib/useStable.ts";
import { useAccount } from "../../../sending/SendingProvider.tsx";
import { type Email, emailOf } from "./email.ts";
import type { SendFormAction } from "./formActions.ts";
import { LAST_TEMPLATE } from "./formStore.ts";
import type { SendForm } from "./sendForm.ts";

/** The email that a form sends. */
export interface EmailOfForm {
  /** Null if it isn't chosen or loaded yet. */
  mail: Email | null;
  /** The chosen template. */
  template: { data: Template | undefined; isLoading: boolean; error: Error | null };
  /** Where replies go; "" for the Gmail address. */
  replyTo: string;
  /** Where they go if neither the form nor the template says so; "" for the Gmail address. */
  defaultReplyTo: string;
}

/**
 * The email of a form, and the form with remembered values for placeholders that you haven't filled
 * in.
 */
export function useEmailOfForm(
  written: SendForm,
  change: (action: SendFormAction) => void,
): { form: SendForm; email: EmailOfForm } {
  const { uid } = useAccount();
  useRememberedTemplate(written, change);
  const templates = useTemplates();
  const templateId = written.choice.kind === "template" ? written.choice.id : null;
  // A remembered template may have been deleted: the list knows.
  const isKnown =
    written.tab === "bulk" || templates.data?.some(({ id }) => id === templateId) === true;
  const { data, isLoading, error } = useTemplate(isKnown ? templateId : null);
  const template = useSame({ data, isLoading, error });
  const { choice, subject, body, pictures } = written;
  const formats = useDeepStable(formatsOf(written));
  const mail = useMemo(
    () => emailOf({ choice, subject, body, pictures, ...formats }, data ?? null),
    [choice, subject, body, pictures, formats, data],
  );
  const form = useMemo(() => withStickyValues(written, mail, uid), [written, mail, uid]);
  useTemplateToasts(choice.kind === "template" ? (data ?? null) : null, error);
  const defaultReplyTo = useSettings().data?.reply_to ?? "";
  const replyTo =
    [form.copies.replyTo.trim(), mail?.replyTo ?? "", defaultReplyTo].find((text) => text !== "") ??
    "";
  return { form, email: useSame({ mail, template, replyTo, defaultReplyTo }) };
}

/**
 * Remembers the template that was last chosen in Direct Send, and forgets it once it is deleted.
 */
function useRememberedTemplate(
  { tab, choice, people }: SendForm,
  change: (action: SendFormAction) => void,
): void {
  const { uid } = useAccount();
  const toast = useToast();
  const { data, isFetching } = useTemplates();
  const id = choice.kind === "template" ? choice.id : null;
  const isGone =
    id !== null &&
    data !== undefined &&
    !isFetching &&
    !data.some((template) => template.id === id);
  const hasPeople = people.now.list !== null;
  useEffect(() => {
    if (tab !== "direct" || !isGone) return;
    change({ type: "choice", choice: { kind: "none" } });
    if (hasPeople)
      toast("The template no longer exists. Please choose another one.", { variant: "warning" });
  }, [tab, isGone, hasPeople, change, toast]);
  useEffect(() => {
    if (tab === "direct") remember(uid, LAST_TEMPLATE, id);
  }, [tab, uid, id]);
}

/** The form with remembered values for sticky placeholders that you haven't filled in. */
function withStickyValues(form: SendForm, mail: Email | null, uid: string): SendForm {
  if (!mail) return form;
  const remembered = mail.variables.flatMap(({ name, type }) =>
    type === "sticky" && !Object.hasOwn(form.values, name)
      ? [[name, stickyValue(uid, name)] as const]
      : [],
  );
  if (remembered.length === 0) return form;
  return { ...form, values: { ...Object.fromEntries(remembered), ...form.values } };
}
