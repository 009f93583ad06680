import { useSyncExternalStore } from "react";
import { storedDraft } from "../lib/drafts.ts";
import { useAccount } from "./SendingProvider.tsx";
import type { Account } from "./way.ts";

/** A form as a tab has kept it, and the names of the files that it could not keep. */
export interface Restored<Form> {
  form: Form;
  files: readonly string[];
}

/** How a form outlives a reload (rule: drafts). */
export interface DraftRules<Form, Action = never> {
  kind: string;
  /** Gives what is to be kept, as plain JSON; null when nothing would be missed. */
  write: (form: Form) => object | null;
  /** Whether something stands in the form of which a person should know that it was restored. */
  isTold: (form: Form) => boolean;
  /** Whether what stood in the form is over by this: sent, thrown away, or another takes its place. */
  isOver: (action: Action, form: Form) => boolean;
  /** Takes whatever was kept; null when it is no draft of this version. */
  read: (stored: unknown) => Restored<Form> | null;
}

/** What is kept of a form, and what a send was being made of when the page was left: just this, or the form as it was then. */
interface Draft {
  form: object | null;
  sent: "form" | object | null;
}

/** Holds a form while its tab is not on the screen: somebody goes to mend the template and comes back, or a send ends meanwhile. */
export class FormStore<Form, Action> {
  #form: Form;
  #restored: Restored<Form> | null = null;
  #sent: Form | null = null;
  readonly #rules: (form: Form, action: Action) => Form;
  readonly #drafts: DraftRules<Form, Action>;
  readonly #listeners = new Set<() => void>();

  constructor(
    rules: (form: Form, action: Action) => Form,
    drafts: DraftRules<Form, Action>,
    form: Form,
    stored: unknown,
  ) {
    this.#rules = rules;
    this.#drafts = drafts;
    this.#form = form;
    if (!isDraft(stored)) return;
    const restored = drafts.read(stored.form);
    if (restored) {
      this.#form = restored.form;
      if (restored.files.length > 0 || drafts.isTold(restored.form)) this.#restored = restored;
    }
    this.#sent = stored.sent === "form" ? (restored?.form ?? null) : (drafts.read(stored.sent)?.form ?? null);
  }

  readonly read = (): Form => this.#form;

  /** What the send was made of that was going on before a reload; null where there was none, or when it is over. */
  readonly sent = (): Form | null => this.#sent;

  /** What was restored and still stands in the form, at least in part; null when nothing was, or nothing does any more. */
  readonly restored = (): Restored<Form> | null => this.#restored;

  /** Gives what is to be kept of the form; `frozen` is what a send is being made of, if one is. */
  readonly draft = (frozen: Form | null): Draft | null => {
    const { write } = this.#drafts;
    const form = write(this.#form);
    const pressed = frozen ?? this.#sent;
    const sent = pressed && (pressed === this.#form ? "form" : write(pressed));
    return form === null && (sent === null || sent === "form") ? null : { form, sent };
  };

  readonly change = (action: Action): void => {
    const form = this.#rules(this.#form, action);
    const isOver = this.#drafts.isOver(action, this.#form);
    if (isOver) this.#sent = null;
    if (form === this.#form && !(isOver && this.#restored)) return;
    this.#form = form;
    if (this.#restored && (isOver || !this.#drafts.isTold(form))) this.#restored = null;
    for (const listener of this.#listeners) listener();
  };

  /** Takes what to call after each change; gives the way to end that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

function isDraft(stored: unknown): stored is { form: unknown; sent: unknown } {
  return typeof stored === "object" && stored !== null && "form" in stored && "sent" in stored;
}

/** Takes a form's rules, how it is kept, and how it begins; gives the form of an account, which ends with the account. */
export function formOf<Form, Action>(
  rules: (form: Form, action: Action) => Form,
  drafts: DraftRules<Form, Action>,
  begin: (account: Account) => Form,
): (account: Account) => FormStore<Form, Action> {
  const stores = new WeakMap<Account, FormStore<Form, Action>>();
  return (account) => {
    const store =
      stores.get(account) ?? new FormStore(rules, drafts, begin(account), storedDraft(account.uid, drafts.kind));
    stores.set(account, store);
    return store;
  };
}

/** Takes a kind of form; gives the one of the account on the screen, and the way to change it. */
export function useForm<Form, Action>(of: (account: Account) => FormStore<Form, Action>) {
  const { read, change, subscribe, restored } = of(useAccount());
  return {
    form: useSyncExternalStore(subscribe, read),
    change,
    /** What was restored after a reload and not sent or thrown away since. */
    restored: useSyncExternalStore(subscribe, restored),
  };
}
