import type Quill from "quill/core.js";
import type Delta from "quill-delta";
import { useSyncExternalStore } from "react";
import { deliverTyping } from "../../../lib/lateTyping.ts";
import { PASTE_READER } from "./lateReader.ts";

/** The editors in which a paste waits for its script. */
const pasting = new Set<object>();
const listeners = new Set<() => void>();

/** Notes whether a paste waits in an editor. */
function notePasting(editor: object, isWaiting: boolean): void {
  if (isWaiting) pasting.add(editor);
  else pasting.delete(editor);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether a text that was pasted isn't in its editor yet: whatever saves, sends or closes it must
 * wait. The wait is short: if the script doesn't come, the text is pasted as plain text.
 */
export const usePasting = (): boolean => useSyncExternalStore(subscribe, () => pasting.size > 0);

/** How long a paste waits for its script, in milliseconds; then it is pasted as text. */
const MAX_PASTE_MS = 10_000;

const PASTING = "Pasting…";
const NOT_PASTED = "The text wasn't pasted. Paste it again.";

export interface Span {
  index: number;
  length: number;
}

export interface Clip {
  html?: string;
  text?: string;
}

interface WaitingPaste {
  index: number;
  clip: Clip;
}

interface Editing {
  quill: Quill;
  /** Puts a paste at a place, and the cursor behind it if `isCursorHere`. */
  put: (range: Span, clip: Clip, isCursorHere: boolean) => void;
  /** Shows a sentence. */
  say: (sentence: string) => void;
}

/**
 * The pastes of an editor that wait for the script which reads them, first to last. Text that a
 * person writes meanwhile comes behind them.
 */
export class WaitingPastes {
  readonly #editing: Editing;
  readonly #waiting: WaitingPaste[] = [];
  #isPasting = false;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(editing: Editing) {
    this.#editing = editing;
    editing.quill.on("text-change", (change: Delta) => {
      for (const place of this.#waiting)
        place.index = change.transformPosition(place.index, !this.#isPasting);
    });
  }

  isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Deletes the selected text now, and pastes as soon as the script is there. */
  add({ index, length }: Span, clip: Clip): void {
    if (length > 0) this.#editing.quill.deleteText(index, length, "user");
    this.#waiting.push({ index, clip });
    this.#editing.say(PASTING);
    if (this.#waiting.length > 1) return;
    notePasting(this, true);
    // Before drafts are stored.
    window.addEventListener("pagehide", this.paste, true);
    this.#late = setTimeout(this.paste, MAX_PASTE_MS);
    void PASTE_READER.preload().then(this.paste, this.paste);
  }

  /** Pastes all; as text if the script isn't there. */
  readonly paste = (): void => {
    if (this.isEmpty()) return;
    this.#isPasting = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
        if (!this.#hasPut(next)) this.#editing.say(NOT_PASTED);
    } finally {
      this.#end();
    }
  };

  #hasPut(next: WaitingPaste): boolean {
    const { quill, put } = this.#editing;
    if (!quill.isEnabled()) return false;
    const index = Math.min(next.index, quill.getLength() - 1);
    const cursor = quill.hasFocus() ? quill.getSelection() : null;
    const isCursorHere = cursor?.index === index && cursor.length === 0;
    try {
      put({ index, length: 0 }, next.clip, isCursorHere);
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }

  /** Pastes nothing of it: the editor shows another text now. */
  forget(): void {
    if (this.#waiting.splice(0).length === 0) return;
    this.#end();
    this.#editing.say(NOT_PASTED);
  }

  #end(): void {
    this.#isPasting = false;
    clearTimeout(this.#late);
    window.removeEventListener("pagehide", this.paste, true);
    try {
      // Anything that waited for a paste reads the text at once.
      deliverTyping();
    } finally {
      notePasting(this, false);
    }
  }
}
