import { AppError, NO_TEMPLATE } from "@sendwright/core/contract";
import { compileTemplate } from "@sendwright/core/placeholders";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useConfirm } from "../../components/Confirm.tsx";
import { counted } from "../../lib/counted.ts";
import { session } from "../../lib/session.ts";
import { allErrors } from "./form/validationErrors.ts";
import { asSent, asText } from "./form/values.ts";
import { DirectQuestion } from "./question/DirectQuestion.tsx";
import { sharedValues } from "./question/sharedValues.ts";
import type { Direct } from "./useDirectSend.ts";

const INVALID = '[aria-invalid="true"], [data-invalid="true"] input';
const FOCUSABLE = "input, textarea, button, [tabindex]";

/** Puts the focus into the first field with something wrong. */
function focusFirstError(root: HTMLElement | null): void {
  const field = root?.querySelector<HTMLElement>(INVALID);
  const target = field?.matches(FOCUSABLE) ? field : field?.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
}

/** What the buttons do, and what keeps them from it. `onErrors` is called before the focus goes to the first of them. */
export function useDirectActions(direct: Direct, onErrors: () => void) {
  const { form, change, template, values, sending, errorsFor, setAsked } = direct;
  const confirm = useConfirm();
  const screen = useRef<HTMLDivElement>(null);
  const [previewsAsked, setPreviewsAsked] = useState(0);
  const [lastPreviewError, setPreviewError] = useState<string | null>(null);
  // Once a template is chosen, that none was is no longer true.
  const previewError = lastPreviewError === NO_TEMPLATE && form.templateId !== null ? null : lastPreviewError;

  /** Shows what is wrong; says whether nothing is. */
  const check = (what: "send" | "test"): boolean => {
    const isFine = template.data !== undefined && allErrors(errorsFor(what)).length === 0;
    // Drawn before the focus goes there: what is wrong is at its field.
    flushSync(() => {
      setAsked(what);
      if (!isFine) onErrors();
    });
    if (!isFine) focusFirstError(screen.current);
    return isFine;
  };

  const preview = () => {
    const isSignedIn = session().isAuthenticated;
    const error = !isSignedIn ? "Authentication required to preview." : form.templateId === null ? NO_TEMPLATE : null;
    setPreviewError(error);
    if (error === NO_TEMPLATE) check("test");
    if (error === null) {
      change({ type: "preview" });
      setPreviewsAsked(previewsAsked + 1);
    }
  };

  const send = async () => {
    const { user } = session();
    if (!user) {
      sending.refuse(new AppError("token_invalid", "Authentication error. Please sign in again."));
      return;
    }
    if (!check("send") || !template.data) return;
    const { id, dateFormat, timeFormat, attachments } = template.data;
    const emails = counted(form.recipients.length, "email");
    const people = form.recipients.map(asText);
    const yes = await confirm({
      title: `Send ${emails}?`,
      text: (
        <DirectQuestion
          subject={compileTemplate(template.data).renderSubject(values, { dateFormat, timeFormat })}
          from={user.email}
          people={people}
          values={sharedValues(template.data, values)}
          files={[...attachments, ...form.files]}
        />
      ),
      action: `Send ${emails}`,
      danger: false,
    });
    if (!yes) return;
    setAsked(null);
    sending.press(form, {
      input: {
        template_id: id,
        recipient: people.join(", "),
        variables: asSent(values),
        dateFormat,
        timeFormat,
      },
      files: form.files,
    });
  };

  return { screen, previewError, previewsAsked, preview, send: () => void send(), test: () => check("test") };
}
