import type { PersonFiles } from "../../../data/personFiles.ts";
import { storedDraft } from "../../../lib/drafts.ts";
import type { SendingEvent } from "../../../sending/sendingEvents.ts";
import type { FormStore } from "./formStore.ts";
import type { Tab } from "./sendForm.ts";

export type Forms = Readonly<Record<Tab, FormStore>>;
type FormScript = typeof import("./formStore.ts");

let script: FormScript | null = null;
let coming: Promise<FormScript> | null = null;

/**
 * Loads the script of the forms. A failure shows when the forms are needed, and the next call asks
 * again.
 */
export function loadFormScript(): Promise<FormScript> {
  coming ??= import("./formStore.ts").then(
    (module) => {
      script = module;
      return module;
    },
    (error: unknown) => {
      coming = null;
      throw error;
    },
  );
  return coming;
}

/** Whether this tab of the browser keeps a form of the account. */
export function hasDraft(uid: string): boolean {
  return (["direct", "bulk"] as const).some((tab) => storedDraft(uid, tab) !== null);
}

/**
 * The forms of an account, which are made once their script is here. Most of it reads and changes
 * lists, so it comes with the tabs that send, and the first tab doesn't wait for it. Events until
 * then wait in their order.
 */
export class LateForms {
  readonly #uid: string;
  #forms: Forms | null = null;
  #files: PersonFiles | null = null;
  #early: { tab: Tab; event: SendingEvent }[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(uid: string) {
    this.#uid = uid;
    if (script) this.make(script.FormStore);
  }

  /** The forms; null until they are made: then there's nothing in them. */
  readonly read = (): Forms | null => this.#forms;

  /**
   * The forms, made with this store if they aren't there. Whoever makes them calls `announce` once
   * it may change others.
   */
  readonly make = (Store: typeof FormStore): Forms => {
    if (this.#forms) return this.#forms;
    const forms = {
      direct: new Store("direct", this.#uid),
      bulk: new Store("bulk", this.#uid),
    };
    for (const { tab, event } of this.#early) forms[tab].onEvent(event);
    this.#early = [];
    this.#forms = forms;
    return forms;
  };

  /** The files for one person each, made with this store if they aren't there. */
  readonly files = (Store: typeof PersonFiles): PersonFiles => {
    this.#files ??= new Store();
    return this.#files;
  };

  readonly announce = (): void => {
    for (const act of [...this.#waiting]) act();
  };

  /**
   * Acts once the forms are made. Returns a function that ends it; `act` returns one that ends what
   * it began.
   */
  readonly whenMade = (act: (forms: Forms) => () => void): (() => void) => {
    let stop: (() => void) | null = null;
    const begin = () => {
      if (this.#forms && !stop) stop = act(this.#forms);
    };
    begin();
    this.#waiting.add(begin);
    return () => {
      this.#waiting.delete(begin);
      stop?.();
    };
  };

  /** Follows the sends of a tab. The first event loads the script. */
  readonly onEvent = (tab: Tab, event: SendingEvent): void => {
    if (this.#forms) {
      this.#forms[tab].onEvent(event);
      return;
    }
    this.#early.push({ tab, event });
    // Without the script, the tab that needs the forms shows why.
    void loadFormScript().then(
      ({ FormStore }) => {
        this.make(FormStore);
        this.announce();
      },
      () => undefined,
    );
  };
}
