import type { QueryClient } from "@tanstack/react-query";
import { type BulkForm, bulkForm, EMPTY_FORM, type FormAction } from "./bulkForm.ts";

/** Holds the form while another tab of the application is open: somebody goes there to mend the template, and comes back. */
export class FormStore {
  #form: BulkForm = EMPTY_FORM;
  readonly #listeners = new Set<() => void>();

  readonly read = (): BulkForm => this.#form;

  readonly change = (action: FormAction): void => {
    const form = bulkForm(this.#form, action);
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

const stores = new WeakMap<QueryClient, FormStore>();

/** Takes the session's cache; gives the form that lives as long, so that no other person ever sees it. */
export function formStore(session: QueryClient): FormStore {
  const store = stores.get(session) ?? new FormStore();
  stores.set(session, store);
  return store;
}
