import { escapeHtml } from "@sendwright/core/placeholders";
import Embed from "quill/blots/embed.js";
import type Selection from "quill/core/selection.js";
import type { Parchment } from "quill/core.js";
import { CHIP_CLASS, WRITTEN } from "./bodyHtml.ts";
import { drawChip } from "./drawChip.ts";

/** The sign that Quill puts before and behind a chip, to hold the cursor. */
const GUARD = "\ufeff";

/**
 * A placeholder in the body: one unit to the cursor, to formatting and to the keyboard. Its value
 * is its source text.
 */
export class PlaceholderBlot extends Embed {
  static override blotName = "placeholder";
  static override tagName = "SPAN";
  static override className = CHIP_CLASS;

  static override create(written: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: `create` of the parent makes the element that this class names.
    const element = super.create() as HTMLElement;
    element.setAttribute(WRITTEN, String(written));
    return element;
  }

  static override value(element: Element): string {
    return element.getAttribute(WRITTEN) ?? "";
  }

  /** `element` comes from `create`, or is a browser's copy that includes what we drew into it. */
  constructor(scroll: Parchment.ScrollBlot, element: HTMLElement) {
    element.replaceChildren();
    super(scroll, element);
    drawChip(this.contentNode, element, PlaceholderBlot.value(element));
  }

  /**
   * Quill reads composed input (Japanese, dead keys) when it ends, and then handles every stage of
   * it. The first reading takes the text out of its guard; a second one would find none, and put
   * the cursor before the text.
   */
  override update(mutations: MutationRecord[], context: Record<string, unknown>): void {
    for (const mutation of mutations) {
      const isRead = mutation.type === "characterData" && (mutation.target as Text).data === GUARD;
      if (!isRead) super.update([mutation], context);
    }
  }

  /** The text for the clipboard. */
  html(): string {
    return escapeHtml(PlaceholderBlot.value(this.domNode as Element));
  }
}

/**
 * Makes Quill read a cursor in a chip's right guard as behind the chip, where a click to the right
 * of it puts the cursor. At the guard's start Quill reads it as before the chip, and puts it back
 * in front of the first letter typed.
 */
export function readBehindChips(selection: Selection): void {
  const normalize = selection.normalizeNative.bind(selection);
  selection.normalizeNative = (native) => {
    const range = normalize(native);
    for (const place of range ? [range.start, range.end] : []) {
      const blot = selection.scroll.find(place.node, true);
      if (blot instanceof PlaceholderBlot && place.node === blot.rightGuard)
        place.offset = blot.rightGuard.length;
    }
    return range;
  };
}
