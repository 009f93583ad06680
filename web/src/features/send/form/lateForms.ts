import type { PersonFiles } from "../../../data/personFiles.ts";
import { storedDraft } from "../../../lib/drafts.ts";
import type { SendingEvent } from "../../../sending/sendingEvents.ts";
import type { FormStore } from "./formStore.ts";
import type { Tab } from "./sendForm.ts";

export type Forms = Readonly<Record<Tab, FormStore>>;
type FormScript = typeof import("./formStore.ts");

let script: FormScript | null = null;
let loading: Promise<FormScript> | null = null;

/**
 * Loads the script of the forms. A failure shows when the forms are needed, and the next call asks
 * again.
 */
export function loadFormScript(): Promise<FormScript> {
  loading ??= import("./formStore.ts").then(
    (module) => {
      script = module;
      return module;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Whether this browser tab keeps a draft of the account. */
export function hasDraft(uid: string): boolean {
  return (["direct", "bulk"] as const).some((tab) => storedDraft(uid, tab) !== null);
}

/**
 * The forms of an account. Their script is large, because it reads and changes lists, so the tabs
 * that send load it, and the first tab doesn't wait for it. Events that come earlier are kept and
 * reach the forms in order.
 */
export class LateForms {
  readonly #uid: string;
  #forms: Forms | null = null;
  #files: PersonFiles | null = null;
  #earlyEvents: { tab: Tab; event: SendingEvent }[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(uid: string) {
    this.#uid = uid;
    if (script) this.make(script.FormStore);
  }

  /** The forms; null until they are made. Until then, they have no content. */
  readonly read = (): Forms | null => this.#forms;

  /**
   * Returns the forms, and makes them first if needed. Can be called while React renders, so it
   * doesn't call listeners: call `announce` afterwards, in an effect.
   */
  readonly make = (Store: typeof FormStore): Forms => {
    if (this.#forms) return this.#forms;
    const forms = {
      direct: new Store("direct", this.#uid),
      bulk: new Store("bulk", this.#uid),
    };
    for (const { tab, event } of this.#earlyEvents) forms[tab].onEvent(event);
    this.#earlyEvents = [];
    this.#forms = forms;
    return forms;
  };

  /** The files for one person each, made with this store if they aren't there. */
  readonly files = (Store: typeof PersonFiles): PersonFiles => {
    this.#files ??= new Store();
    return this.#files;
  };

  /** Calls the listeners that wait for the forms. */
  readonly announce = (): void => {
    for (const listener of [...this.#listeners]) listener();
  };

  /**
   * Calls `start` once, as soon as the forms are made. `start` returns the function that stops its
   * work. Returns a function that stops the work, or the wait for the forms.
   */
  readonly whenMade = (start: (forms: Forms) => () => void): (() => void) => {
    let stop: (() => void) | null = null;
    const listener = () => {
      if (this.#forms && !stop) stop = start(this.#forms);
    };
    listener();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      stop?.();
    };
  };

  /** Passes an event of a tab's send to its form. The first event loads the script. */
  readonly onEvent = (tab: Tab, event: SendingEvent): void => {
    if (this.#forms) {
      this.#forms[tab].onEvent(event);
      return;
    }
    this.#earlyEvents.push({ tab, event });
    // If the script can't be loaded, the tab that needs the forms shows the error.
    void loadFormScript().then(
      ({ FormStore }) => {
        this.make(FormStore);
        this.announce();
      },
      () => undefined,
    );
  };
}
