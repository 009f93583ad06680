import type { RowResult } from "@sendwright/core/contract";
import { storedDraft } from "../../../lib/drafts.ts";
import { filesOfBoth } from "../../../lib/filesToChooseAgain.ts";
import { remembered } from "../../../lib/remembered.ts";
import type { SendingEvent } from "../../../sending/sendingEvents.ts";
import { isOverBy, type SendFormAction, sendForm } from "./formActions.ts";
import { hasContent, readDraft, writeDraft } from "./sendDraft.ts";
import { emptyForm, isSameChoice, type KeptForm, type SendForm, type Tab } from "./sendForm.ts";
import { holdsEmail, ownForm, unreached, unsentPart } from "./unsentPart.ts";

/** The storage name of the last template chosen in Direct Send. */
export const LAST_TEMPLATE = "direct-send:template";

/** The stored draft of a tab. */
interface StoredForm {
  form: object | null;
  /**
   * The submitted form of the send in progress: "this form", or a copy from when Send was clicked.
   */
  sent: "form" | object | null;
  /** A send whose email was taken out of the form. */
  taken: { key: string; isUntouched: boolean } | null;
  aside: object[];
}

/** The form of the last click on Send. */
interface SubmittedForm extends KeptForm {
  /** The key of the click; null after a reload, until the first event about it. */
  key: string | null;
  /** Whether some of it may still come back. */
  isOpen: boolean;
}

/** A send whose email was taken out of the form. */
interface TakenForm {
  key: string;
  /** The form right after that; null if it had changed before a reload. */
  left: SendForm | null;
}

/**
 * The form of a tab for one account. It outlives its tab on the screen, because you may edit the
 * template in between, and follows what happens to each click on Send (`onEvent`). During the hold
 * it is free for the next email: Undo or a failure restores the submitted form, or keeps it as an
 * unsent email if the form has another email by then (rule: undo).
 */
export class FormStore {
  readonly tab: Tab;
  /** Whether the tab kept a form that this version can't read. */
  readonly isUnreadable: boolean;
  #form: SendForm;
  /** The form that the next click sends. */
  #frozen: SendForm | null = null;
  #unsent: readonly KeptForm[] = [];
  #submitted: SubmittedForm | null = null;
  #taken: TakenForm | null = null;
  /** The submitted forms of sends that left the screen before their end. */
  readonly #earlier = new Map<string, KeptForm>();
  #restored: KeptForm | null = null;
  #opened = 0;
  readonly #listeners = new Set<() => void>();

  /** Starts with the draft that the browser's tab kept. */
  constructor(tab: Tab, uid: string) {
    this.tab = tab;
    const stored = storedDraft(uid, tab);
    const draft = isDraft(stored) ? stored : { form: null, sent: null };
    const kept = readDraft(tab, draft.form);
    this.isUnreadable = draft.form !== null && kept === null;
    this.#form = kept?.form ?? firstForm(tab, uid);
    if (kept && (kept.files.length > 0 || isFilled(kept.form))) this.#restored = kept;
    const submitted = draft.sent === "form" ? kept : readDraft(tab, draft.sent);
    this.#submitted = submitted && { ...submitted, key: null, isOpen: true };
    if (draft.taken)
      this.#taken = { key: draft.taken.key, left: draft.taken.isUntouched ? this.#form : null };
    if (Array.isArray(draft.aside))
      this.#unsent = draft.aside.flatMap((one) => readDraft(tab, one) ?? []);
  }

  readonly read = (): SendForm => this.#form;

  /**
   * How often you put another email in the form. The screen's key, so that nothing half-typed is
   * left in a field.
   */
  readonly opened = (): number => this.#opened;

  /** The form restored after a reload, as long as its content is in the form. */
  readonly restored = (): KeptForm | null => this.#restored;

  /** Other forms that weren't sent. */
  readonly unsentEmails = (): readonly KeptForm[] => this.#unsent;

  /**
   * The form that a click on Send submitted; null if it isn't the last click, or a reload lost its
   * form.
   */
  readonly submitted = (key: string): SendForm | null =>
    this.#submitted?.key === key ? this.#submitted.form : null;

  /** Whether there are unsent emails that would be missed. */
  readonly hasUnsent = (): boolean => hasContent(this.#form) || this.#unsent.length > 0;

  readonly change = (action: SendFormAction): void => {
    const [form, restored] = [this.#form, this.#restored];
    this.#apply(action);
    if (this.#form !== form || this.#restored !== restored) this.#changed();
  };

  /** Keeps the form that the next click on Send submits, as you reviewed it. */
  readonly freeze = (form: SendForm): void => {
    this.#frozen = form;
  };

  /** Follows the sends of this tab. */
  readonly onEvent = (event: SendingEvent): void => {
    // After a reload, the first event is about the form that the draft says was submitted.
    if ("key" in event && this.#submitted?.key === null)
      this.#submitted = { ...this.#submitted, key: event.key };
    switch (event.type) {
      case "asked":
        this.#submit(event.key);
        break;
      case "held":
        this.#take(event.key);
        break;
      case "begun":
        this.#take(event.key);
        // In Direct Send, people whom it doesn't reach come back.
        if (this.tab === "bulk") this.#settle(event.key);
        break;
      case "tooLateToEdit":
        this.#endEdit(event.key);
        this.#giveBack(event.key);
        break;
      case "undone":
      case "refused":
      case "absent":
        this.#giveBack(event.key);
        break;
      case "ended":
        this.#end(event.key, event.results);
        break;
      case "conflicted":
      case "replaced":
      case "gone":
        this.#settle(event.key);
        break;
      case "left":
        this.#keepEarlier(event.key);
        break;
      case "reused":
        this.keepUnsent({ type: "again", again: event.send });
        break;
      case "peopleReused":
        this.keepUnsent({ type: "writeTo", people: event.people });
        break;
    }
  };

  /** Keeps the form as an unsent email if it has content, then changes it. */
  readonly keepUnsent = (action: SendFormAction): void => {
    if (isFilled(this.#form)) this.#unsent = [...this.#unsent, this.#now()];
    this.#opened += 1;
    this.#apply(action);
    this.#changed();
  };

  /** Swaps the form with an unsent email. */
  readonly swap = (other: KeptForm): void => {
    const now = this.#now();
    const kept = isFilled(now.form) ? [now] : [];
    this.#unsent = this.#unsent.flatMap((one) => (one === other ? kept : one));
    this.#opened += 1;
    this.#show(other);
  };

  readonly discard = (other: KeptForm): void => {
    this.#unsent = this.#unsent.filter((one) => one !== other);
    this.#changed();
  };

  /** The draft that the browser's tab stores; null for none. */
  readonly draft = (): StoredForm | null => {
    const form = writeDraft(this.#now());
    const submitted = this.#submitted?.isOpen ? this.#submitted : null;
    const sent = submitted && (submitted.form === this.#form ? "form" : writeDraft(submitted));
    const aside = this.#unsent.flatMap((one) => writeDraft(one) ?? []);
    const isEmpty = form === null && (sent === null || sent === "form") && aside.length === 0;
    const taken = this.#taken && {
      key: this.#taken.key,
      isUntouched: this.#taken.left === this.#form,
    };
    return isEmpty ? null : { form, sent, taken, aside };
  };

  /** Calls a listener after each change. Returns a function that ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #apply(action: SendFormAction): void {
    const before = this.#form;
    this.#form = sendForm(before, action);
    const isEmptied = this.#form !== before && !isFilled(this.#form);
    if (isEmptied || isOverBy(action, before)) this.#restored = null;
  }

  #submit(key: string): void {
    this.#submitted = {
      key,
      form: this.#frozen ?? this.#form,
      files: this.#restored?.files ?? [],
      isOpen: true,
    };
    this.#frozen = null;
  }

  /**
   * The send is held or has started: its email leaves the form, once. Content added since stays.
   */
  #take(key: string): void {
    const submitted = this.#submittedUnder(key);
    if (submitted) this.#submitted = { ...submitted, isOpen: true };
    if (this.#taken?.key === key) return;
    if (submitted) {
      this.#form = unsentPart(this.#form, submitted.form);
      this.#restored = null;
    }
    this.#taken = { key, left: this.#form };
    this.#changed();
  }

  /** Nothing was sent: its email comes back if it has left the form. */
  #giveBack(key: string): void {
    const submitted = this.#submittedUnder(key);
    const taken = this.#taken?.key === key ? this.#taken : null;
    if (taken) this.#taken = null;
    this.#settle(key);
    // An email that wasn't taken is still in the form, unless you began another one or kept it for
    // later.
    if (submitted && (taken || !this.#has(submitted.form)))
      this.#putBack(submitted, taken?.left === this.#form);
  }

  /**
   * The send that it was to replace isn't scheduled any more: from now on it is one of its own. Its
   * files are still to be chosen again.
   */
  #endEdit(key: string): void {
    const submitted = this.#submittedUnder(key);
    const edited = submitted?.form.replaces;
    if (!submitted || edited === undefined) return;
    const now = this.#now();
    const isSame = now.form === submitted.form;
    const form = ownForm(submitted.form, edited.send);
    this.#submitted = { ...submitted, form, files: filesOfBoth(submitted.files, edited.files) };
    this.#form = isSame ? form : ownForm(now.form, edited.send);
    if (this.#form !== now.form && edited.files.length > 0)
      this.#restored = { form: this.#form, files: filesOfBoth(now.files, edited.files) };
    this.#changed();
  }

  /** The send is over: in Direct Send, the people whom it didn't reach come back. */
  #end(key: string, results: readonly RowResult[]): void {
    const submitted = this.#earlier.get(key) ?? this.#submittedUnder(key);
    this.#settle(key);
    const form = this.tab === "direct" ? unreached(submitted?.form ?? null, results) : null;
    if (form === null) return;
    const kept = { form, files: submitted?.files ?? [] };
    // Someone who cancels a send is done with it: its people don't join those of the next send.
    if (results.some(({ cancelled }) => cancelled)) this.#setAside(kept);
    else this.#putBack(kept, false);
  }

  #setAside(kept: KeptForm): void {
    this.#unsent = [...this.#unsent, kept];
    this.#changed();
  }

  /** Nothing more comes back. */
  #settle(key: string): void {
    this.#earlier.delete(key);
    const submitted = this.#submittedUnder(key);
    if (submitted) this.#submitted = { ...submitted, isOpen: false };
  }

  #keepEarlier(key: string): void {
    const submitted = this.#submittedUnder(key);
    if (submitted === null) return;
    this.#earlier.set(key, submitted);
    this.#submitted = null;
  }

  #submittedUnder(key: string): SubmittedForm | null {
    return this.#submitted?.key === key ? this.#submitted : null;
  }

  #has(submitted: SendForm): boolean {
    if (this.#form === submitted || this.#unsent.some(({ form }) => form === submitted))
      return true;
    return isFilled(this.#form) && holdsEmail(this.#form, submitted);
  }

  #now(): KeptForm {
    return { form: this.#form, files: this.#restored?.files ?? [] };
  }

  #putBack({ form, files }: KeptForm, isUntouched: boolean): void {
    if (isUntouched || isFree(this.#form, form)) this.#show({ form, files });
    else this.#setAside({ form, files });
  }

  #show(kept: KeptForm): void {
    this.#form = kept.form;
    this.#restored = kept.files.length > 0 ? kept : null;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a form has content worth mentioning. */
function isFilled(form: SendForm): boolean {
  return hasContent(form) || form.people.now.list !== null;
}

/** Whether another form can take the place of this one without asking. */
function isFree(now: SendForm, other: SendForm): boolean {
  return !isFilled(now) && (now.choice.kind === "none" || isSameChoice(now.choice, other.choice));
}

/** The blank form of a tab; in Direct Send with the last template. */
function firstForm(tab: Tab, uid: string): SendForm {
  const id = tab === "direct" ? remembered(uid, LAST_TEMPLATE) : null;
  const form = emptyForm(tab);
  return id === null ? form : sendForm(form, { type: "choice", choice: { kind: "template", id } });
}

function isDraft(
  stored: unknown,
): stored is Pick<StoredForm, "form" | "sent"> & Partial<StoredForm> {
  return typeof stored === "object" && stored !== null && "form" in stored && "sent" in stored;
}
