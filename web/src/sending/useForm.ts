import { useSyncExternalStore } from "react";
import type { Account } from "./account.ts";
import type { FormStore } from "./formStore.ts";
import { useAccount } from "./SendingProvider.tsx";

/** The form of the account on the screen, and the way to change it. */
export function useForm<Form, Action>(of: (account: Account) => FormStore<Form, Action>) {
  const { read, change, subscribe, restored } = of(useAccount());
  return {
    form: useSyncExternalStore(subscribe, read),
    change,
    /** What was restored after a reload and not sent or thrown away since. */
    restored: useSyncExternalStore(subscribe, restored),
  };
}
