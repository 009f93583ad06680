import { escapeHtml } from "@sendwright/functions/core";
import Embed from "quill/blots/embed.js";
import type { Parchment } from "quill/core.js";
import { CHIP_CLASS, WRITTEN } from "./bodyHtml.ts";
import { drawChip } from "./drawChip.ts";

/** A placeholder in the body: one thing to the cursor, to formatting and to the keyboard. Its value is what is written. */
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

  /** Takes an element of `create`, or one that a browser has copied together with what was drawn into it. */
  constructor(scroll: Parchment.ScrollBlot, element: HTMLElement) {
    element.replaceChildren();
    super(scroll, element);
    drawChip(this.contentNode, element, PlaceholderBlot.value(element));
  }

  /** What goes into the clipboard. */
  html(): string {
    return escapeHtml(PlaceholderBlot.value(this.domNode as Element));
  }
}
