import { storedDraft } from "../lib/drafts.ts";
import type { Account } from "./account.ts";
import { DraftOf, type DraftRules } from "./draftOf.ts";

/**
 * Holds a form while its tab is not on the screen: the person may go to mend the template and come back, or a send may
 * end meanwhile.
 */
export class FormStore<Form, Action> {
  #form: Form;
  readonly #rules: (form: Form, action: Action) => Form;
  readonly #draft: DraftOf<Form, Action>;
  readonly #listeners = new Set<() => void>();

  constructor(rules: (form: Form, action: Action) => Form, draft: DraftOf<Form, Action>, begin: Form) {
    this.#rules = rules;
    this.#draft = draft;
    this.#form = draft.form ?? begin;
  }

  readonly read = (): Form => this.#form;
  readonly sent = () => this.#draft.sent();
  readonly restored = () => this.#draft.restored();
  readonly draft = (frozen: Form | null) => this.#draft.write(this.#form, frozen);

  readonly change = (action: Action): void => {
    const before = this.#form;
    this.#form = this.#rules(before, action);
    const isNoLongerRestored = this.#draft.hear(action, before, this.#form);
    if (this.#form === before && !isNoLongerRestored) return;
    for (const listener of this.#listeners) listener();
  };

  /** Calls a listener after each change. Returns the way to end that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The form of an account, which ends with the account. */
export function formOf<Form, Action>(
  rules: (form: Form, action: Action) => Form,
  drafts: DraftRules<Form, Action>,
  begin: (account: Account) => Form,
): (account: Account) => FormStore<Form, Action> {
  const stores = new WeakMap<Account, FormStore<Form, Action>>();
  return (account) => {
    const store =
      stores.get(account) ??
      new FormStore(rules, new DraftOf(drafts, storedDraft(account.uid, drafts.kind)), begin(account));
    stores.set(account, store);
    return store;
  };
}
