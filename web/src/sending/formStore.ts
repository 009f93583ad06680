import { useSyncExternalStore } from "react";
import { useAccount } from "./SendingProvider.tsx";
import type { Account } from "./way.ts";

/** Holds a form while its tab is not on the screen: somebody goes to mend the template and comes back, or a send ends meanwhile. */
export class FormStore<Form, Action> {
  #form: Form;
  readonly #rules: (form: Form, action: Action) => Form;
  readonly #listeners = new Set<() => void>();

  constructor(rules: (form: Form, action: Action) => Form, form: Form) {
    this.#rules = rules;
    this.#form = form;
  }

  readonly read = (): Form => this.#form;

  readonly change = (action: Action): void => {
    const form = this.#rules(this.#form, action);
    if (form === this.#form) return;
    this.#form = form;
    for (const listener of this.#listeners) listener();
  };

  /** Takes what to call after each change; gives the way to end that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Takes a form's rules, and how it begins; gives the form of an account, which ends with the account. */
export function formOf<Form, Action>(
  rules: (form: Form, action: Action) => Form,
  begin: (account: Account) => Form,
): (account: Account) => FormStore<Form, Action> {
  const stores = new WeakMap<Account, FormStore<Form, Action>>();
  return (account) => {
    const store = stores.get(account) ?? new FormStore(rules, begin(account));
    stores.set(account, store);
    return store;
  };
}

/** Takes a kind of form; gives the one of the account on the screen, and the way to change it. */
export function useForm<Form, Action>(of: (account: Account) => FormStore<Form, Action>) {
  const { read, change, subscribe } = of(useAccount());
  return { form: useSyncExternalStore(subscribe, read), change };
}
