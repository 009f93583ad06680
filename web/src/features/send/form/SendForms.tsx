import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { inPlace } from "../../../lib/inPlace.ts";
import { useSendingContext } from "../../../sending/SendingProvider.tsx";
import type { SendingEvent } from "../../../sending/sendingEvents.ts";
import { hasDraft, LateForms, loadFormScript } from "./lateForms.ts";
import { useDrafts } from "./useDrafts.ts";

const FormsContext = createContext<LateForms | null>(null);

/** Events that an effect passes on: `inPlace` draws at once, and React can't do that in an effect. */
const COMES_IN_EFFECT: ReadonlySet<SendingEvent["type"]> = new Set(["ended", "replaced", "gone"]);

/**
 * The forms of the account on the screen. They live above its tabs, follow its sends, and outlive a
 * reload.
 */
export function SendForms({ children }: { children: ReactNode }) {
  const { account, sendings } = useSendingContext();
  const [forms] = useState(() => new LateForms(account.uid));
  useEffect(() => {
    const stops = sendings.map(({ kind, follow }) =>
      follow((event) => {
        const pass = () => forms.onEvent(kind, event);
        // An email leaves the form, or comes back, while someone may write in it.
        if (COMES_IN_EFFECT.has(event.type)) pass();
        else inPlace(document.activeElement, pass);
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [sendings, forms]);
  useDrafts(forms);
  return <FormsContext value={forms}>{children}</FormsContext>;
}

/**
 * Shows its children once a form that this tab of the browser kept can be restored: it must follow
 * its send from the first event, so that an email that went out leaves the form.
 */
export function DraftsFirst({ uid, children }: { uid: string; children: ReactNode }) {
  const [isKept] = useState(() => hasDraft(uid));
  if (isKept) use(loadFormScript());
  return children;
}

/** The forms of both tabs, as soon as they are made. */
export function useLateForms(): LateForms {
  const forms = use(FormsContext);
  if (!forms) throw new Error("A form needs SendForms above it.");
  return forms;
}
