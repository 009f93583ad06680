import { useEffect, useSyncExternalStore } from "react";
import { FormStore } from "./formStore.ts";
import type { Forms } from "./lateForms.ts";
import { useLateForms } from "./SendForms.tsx";
import type { Tab } from "./sendForm.ts";

/** The forms of both tabs, for the screens whose script includes theirs. */
export function useForms(): Forms {
  const late = useLateForms();
  useEffect(() => late.announce(), [late]);
  return late.make(FormStore);
}

/** The form of a tab, and how to change it. */
export function useForm(tab: Tab) {
  const forms = useForms()[tab];
  const { read, change, subscribe, opened, restored, unsentEmails } = forms;
  const { swap, discard, keepUnsent, freeze } = forms;
  return {
    form: useSyncExternalStore(subscribe, read),
    change,
    /** How often you put another email in the form. */
    opened: useSyncExternalStore(subscribe, opened),
    /** The form restored after a reload, as long as its content is in the form. */
    restored: useSyncExternalStore(subscribe, restored),
    /** Emails that weren't sent, besides the form. */
    unsentEmails: useSyncExternalStore(subscribe, unsentEmails),
    swap,
    discard,
    keepUnsent,
    freeze,
  };
}
