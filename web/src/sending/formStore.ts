import { storedDraft } from "../lib/drafts.ts";
import type { Account } from "./account.ts";

/** A form, and the names of the files that a reload lost. */
export interface KeptForm<Form> {
  form: Form;
  files: readonly string[];
}

/** How a form changes, and how it outlives a reload (rule: drafts). */
interface FormRules<Form, Action = never> {
  kind: string;
  change: (form: Form, action: Action) => Form;
  /** The form without its submitted content. */
  unsent: (form: Form, submitted: Form) => Form;
  /** Whether a form still has the email that was submitted, perhaps edited since. */
  holds: (form: Form, submitted: Form) => boolean;
  /** Whether another form can take the place of this one without asking. */
  isFree: (form: Form, other: Form) => boolean;
  /** Whether a restored form has content worth mentioning. */
  isFilled: (form: Form) => boolean;
  /** Whether an action discards or replaces the content of the form. */
  isOver: (action: Action, form: Form) => boolean;
  /** The form as plain JSON for storage; null if nothing would be missed. */
  write: (kept: KeptForm<Form>) => object | null;
  /** Reads a stored form; null if this version can't read it. */
  read: (stored: unknown) => KeptForm<Form> | null;
}

/** The stored draft of a tab. */
interface StoredForm {
  form: object | null;
  /** The submitted form of the send in progress: "this form", or a copy from when Send was clicked. */
  sent: "form" | object | null;
  /** A send whose email was taken out of the form. */
  taken: { key: string; isUntouched: boolean } | null;
  aside: object[];
}

/** A send whose email was taken out of the form. */
interface Taken<Form> {
  key: string;
  /** Null after a reload. */
  submitted: Form | null;
  /** The form right after that; null if it had changed before a reload. */
  left: Form | null;
  /** The names of its files that a reload lost. */
  files: readonly string[];
}

/**
 * The form of one send mode. It outlives its tab on the screen, because you may edit the template in between. During
 * the hold it is free for the next email: Undo or a failure brings the submitted form back, or puts it aside if there
 * is another email in the form by then (rule: undo).
 */
export class FormStore<Form, Action> {
  #form: Form;
  #aside: readonly KeptForm<Form>[] = [];
  #taken: Taken<Form> | null = null;
  /** After a reload, the submitted form of the send in progress. */
  #submitted: KeptForm<Form> | null = null;
  #restored: KeptForm<Form> | null = null;
  /** Whether the tab kept a form that this version can't read. */
  readonly isUnreadable: boolean;
  readonly #rules: FormRules<Form, Action>;
  readonly #listeners = new Set<() => void>();

  constructor(rules: FormRules<Form, Action>, stored: unknown, empty: Form) {
    this.#rules = rules;
    const draft = isDraft(stored) ? stored : { form: null, sent: null };
    const kept = rules.read(draft.form);
    this.isUnreadable = draft.form !== null && kept === null;
    this.#form = kept?.form ?? empty;
    if (kept && (kept.files.length > 0 || rules.isFilled(kept.form))) this.#restored = kept;
    this.#submitted = draft.sent === "form" ? kept : rules.read(draft.sent);
    if (draft.taken) {
      const { key, isUntouched } = draft.taken;
      this.#taken = {
        key,
        submitted: null,
        left: isUntouched ? this.#form : null,
        files: this.#submitted?.files ?? [],
      };
    }
    if (Array.isArray(draft.aside)) this.#aside = draft.aside.flatMap((one) => rules.read(one) ?? []);
  }

  readonly read = (): Form => this.#form;

  /** The form restored after a reload, as long as its content is in the form. */
  readonly restored = (): KeptForm<Form> | null => this.#restored;

  /** Other forms that weren't sent. */
  readonly aside = (): readonly KeptForm<Form>[] => this.#aside;

  /** The submitted form of a send that was in progress before a reload. */
  readonly submitted = (): Form | null => this.#submitted?.form ?? null;

  readonly change = (action: Action): void => {
    const before = this.#form;
    this.#form = this.#rules.change(before, action);
    const isOver = this.#rules.isOver(action, before);
    const isRestored =
      this.#restored !== null && !isOver && (this.#form === before || this.#rules.isFilled(this.#form));
    if (this.#form === before && isRestored === (this.#restored !== null)) return;
    if (!isRestored) this.#restored = null;
    this.#changed();
  };

  /**
   * The send of a key is held or has started: its email leaves the form. `submitted` is null after a reload. Content
   * added since stays.
   */
  readonly take = (key: string, submitted: Form | null): void => {
    if (this.#taken?.key === key) return;
    const sent = this.#keptOf(submitted);
    if (sent) {
      this.#form = this.#rules.unsent(this.#form, sent.form);
      this.#restored = null;
    }
    this.#taken = { key, submitted, left: this.#form, files: sent?.files ?? [] };
    this.#changed();
  };

  /** Nothing from a started send comes back. */
  readonly forget = (): void => {
    this.#submitted = null;
  };

  /** Nothing was sent under a key: its email comes back if it has left the form. `submitted` is null after a reload. */
  readonly giveBack = (key: string, submitted: Form | null): void => {
    const kept = this.#keptOf(submitted);
    const taken = this.#taken?.key === key ? this.#taken : null;
    if (taken) this.#taken = null;
    this.#submitted = null;
    // An email that wasn't taken is still in the form, unless you began another one or put it aside.
    if (kept && (taken || !this.#has(kept.form))) this.#putBack(kept, taken?.left === this.#form);
  };

  #has(submitted: Form): boolean {
    if (this.#form === submitted || this.#aside.some(({ form }) => form === submitted)) return true;
    return this.#rules.isFilled(this.#form) && this.#rules.holds(this.#form, submitted);
  }

  /** Puts an unsent form into the form, or aside if there is another email by now. */
  readonly restore = (form: Form): void => {
    const files = this.#submitted?.files ?? this.#taken?.files ?? [];
    this.#submitted = null;
    this.#putBack({ form, files }, false);
  };

  /** As `restore`, after an earlier send than the last one. */
  readonly restoreEarlier = (form: Form): void => this.#putBack({ form, files: [] }, false);

  /** Puts the form aside if it has content, then changes it. */
  readonly setAside = (action: Action): void => {
    if (this.#rules.isFilled(this.#form)) this.#aside = [...this.#aside, this.#now()];
    this.change(action);
    this.#changed();
  };

  /** Swaps the form with one that was put aside. */
  readonly swap = (other: KeptForm<Form>): void => {
    const now = this.#now();
    this.#aside = this.#aside.flatMap((one) => (one !== other ? one : this.#rules.isFilled(now.form) ? now : []));
    this.#show(other);
  };

  readonly discard = (other: KeptForm<Form>): void => {
    this.#aside = this.#aside.filter((one) => one !== other);
    this.#changed();
  };

  /** What the tab stores; null for nothing. `submitted` is the form of the send in progress, if any. */
  readonly draft = (submitted: Form | null): StoredForm | null => {
    const { write } = this.#rules;
    const form = write(this.#now());
    const kept = this.#keptOf(submitted);
    const sent = kept && (kept.form === this.#form ? "form" : write(kept));
    const aside = this.#aside.flatMap((one) => write(one) ?? []);
    const isEmpty = form === null && (sent === null || sent === "form") && aside.length === 0;
    const taken = this.#taken && { key: this.#taken.key, isUntouched: this.#taken.left === this.#form };
    return isEmpty ? null : { form, sent, taken, aside };
  };

  /** Calls a listener after each change. Returns a function that ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How to store the submitted form; `submitted` is null after a reload. */
  #keptOf(submitted: Form | null): KeptForm<Form> | null {
    if (submitted === null) return this.#submitted;
    const isTaken = this.#taken?.submitted === submitted;
    return { form: submitted, files: (isTaken ? this.#taken : this.#restored)?.files ?? [] };
  }

  #now(): KeptForm<Form> {
    return { form: this.#form, files: this.#restored?.files ?? [] };
  }

  #putBack(kept: KeptForm<Form>, isUntouched: boolean): void {
    if (isUntouched || this.#rules.isFree(this.#form, kept.form)) this.#show(kept);
    else {
      this.#aside = [...this.#aside, kept];
      this.#changed();
    }
  }

  #show(kept: KeptForm<Form>): void {
    this.#form = kept.form;
    this.#restored = kept.files.length > 0 ? kept : null;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isDraft(stored: unknown): stored is Pick<StoredForm, "form" | "sent"> & Partial<StoredForm> {
  return typeof stored === "object" && stored !== null && "form" in stored && "sent" in stored;
}

/** The form of each account. It ends with the account. */
export function formOf<Form, Action>(
  rules: FormRules<Form, Action>,
  empty: (account: Account) => Form,
): (account: Account) => FormStore<Form, Action> {
  const stores = new WeakMap<Account, FormStore<Form, Action>>();
  return (account) => {
    const store = stores.get(account) ?? new FormStore(rules, storedDraft(account.uid, rules.kind), empty(account));
    stores.set(account, store);
    return store;
  };
}
