import { useSyncExternalStore } from "react";
import type { Account } from "./account.ts";
import type { FormStore } from "./formStore.ts";
import { useAccount } from "./SendingProvider.tsx";

/** The form of the account on the screen, and how to change it. */
export function useForm<Form, Action>(of: (account: Account) => FormStore<Form, Action>) {
  const { read, change, subscribe, restored, aside, swap, discard, setAside } = of(useAccount());
  return {
    form: useSyncExternalStore(subscribe, read),
    change,
    /** The form restored after a reload, as long as its content is in the form. */
    restored: useSyncExternalStore(subscribe, restored),
    /** Emails that weren't sent, besides the form. */
    aside: useSyncExternalStore(subscribe, aside),
    swap,
    discard,
    setAside,
  };
}
