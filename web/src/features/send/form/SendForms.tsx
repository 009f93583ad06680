import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { useSendingContext } from "../../../sending/SendingProvider.tsx";
import { FormStore } from "./formStore.ts";
import type { Tab } from "./sendForm.ts";
import { useDrafts } from "./useDrafts.ts";

type Forms = Readonly<Record<Tab, FormStore>>;

const FormsContext = createContext<Forms | null>(null);

/** The forms of the account on the screen. They live above its tabs, follow its sends, and outlive a reload. */
export function SendForms({ children }: { children: ReactNode }) {
  const { account, sendings } = useSendingContext();
  const [forms] = useState<Forms>(() => ({
    direct: new FormStore("direct", account.uid),
    bulk: new FormStore("bulk", account.uid),
  }));
  useEffect(() => {
    const stops = sendings.map(({ kind, follow }) => follow(forms[kind].onEvent));
    return () => {
      for (const stop of stops) stop();
    };
  }, [sendings, forms]);
  useDrafts(forms);
  return <FormsContext value={forms}>{children}</FormsContext>;
}

/** The forms of both tabs. */
export function useForms(): Forms {
  const forms = useContext(FormsContext);
  if (!forms) throw new Error("A form needs SendForms above it.");
  return forms;
}

/** The form of a tab, and how to change it. */
export function useForm(tab: Tab) {
  const { read, change, subscribe, restored, unsentEmails, swap, discard, keepUnsent, freeze } =
    useForms()[tab];
  return {
    form: useSyncExternalStore(subscribe, read),
    change,
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
