/** A form as a tab has kept it, and the names of the files that it could not keep. */
export interface Restored<Form> {
  form: Form;
  files: readonly string[];
}

/** How a form outlives a reload (rule: drafts). */
export interface DraftRules<Form, Action = never> {
  kind: string;
  /** What is to be kept, as plain JSON; null when nothing would be missed. */
  write: (form: Form) => object | null;
  /** Whether something stands in the form of which a person should know that it was restored. */
  isTold: (form: Form) => boolean;
  /** Whether what stood in the form is over by this: sent, thrown away, or another takes its place. */
  isOver: (action: Action, form: Form) => boolean;
  /** Reads what was kept; null when it is no draft of this version. */
  read: (stored: unknown) => Restored<Form> | null;
}

/** What is kept of a form, and what a send was being made of when the page was left: just this, or the form as it was then. */
interface Draft {
  form: object | null;
  sent: "form" | object | null;
}

/** What a tab kept of a form before a reload, as long as it still stands, and what it is to keep of it now. */
export class DraftOf<Form, Action> {
  /** The form as it was kept; null where none was. */
  readonly form: Form | null = null;
  #restored: Restored<Form> | null = null;
  #sent: Form | null = null;
  readonly #rules: DraftRules<Form, Action>;

  constructor(rules: DraftRules<Form, Action>, stored: unknown) {
    this.#rules = rules;
    if (!isDraft(stored)) return;
    const restored = rules.read(stored.form);
    if (restored) {
      this.form = restored.form;
      if (restored.files.length > 0 || rules.isTold(restored.form)) this.#restored = restored;
    }
    this.#sent = stored.sent === "form" ? this.form : (rules.read(stored.sent)?.form ?? null);
  }

  /** What the send was made of that was going on before a reload; null where there was none, or when it is over. */
  readonly sent = (): Form | null => this.#sent;

  /**
   * What was restored and still stands in the form, at least in part; null when nothing was, or nothing does any
   * longer.
   */
  readonly restored = (): Restored<Form> | null => this.#restored;

  /** Hears how the form changes; returns whether nothing stands in it any longer of what was restored. */
  hear(action: Action, before: Form, after: Form): boolean {
    const isOver = this.#rules.isOver(action, before);
    if (isOver) this.#sent = null;
    if (!this.#restored || (!isOver && (after === before || this.#rules.isTold(after)))) return false;
    this.#restored = null;
    return true;
  }

  /** What is to be kept of the form; `frozen` is what a send is being made of, if one is. */
  write(now: Form, frozen: Form | null): Draft | null {
    const { write } = this.#rules;
    const form = write(now);
    const pressed = frozen ?? this.#sent;
    const sent = pressed && (pressed === now ? "form" : write(pressed));
    return form === null && (sent === null || sent === "form") ? null : { form, sent };
  }
}

function isDraft(stored: unknown): stored is { form: unknown; sent: unknown } {
  return typeof stored === "object" && stored !== null && "form" in stored && "sent" in stored;
}
