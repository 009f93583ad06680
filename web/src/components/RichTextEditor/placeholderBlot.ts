import type { VariableType } from "@sendwright/core/contract";
import { type ConditionToken, escapeHtml, type PlaceholderToken, tokenize } from "@sendwright/core/placeholders";
import Embed from "quill/blots/embed.js";
import type { Parchment } from "quill/core.js";
import { CHIP_CLASS, WRITTEN } from "./bodyHtml.ts";

/** A placeholder or condition that a chip can show without changing its meaning. */
export type ChipToken = PlaceholderToken | ConditionToken;

/** Whether a token can be a chip: in the text, not in a link's address, and with nothing to be warned of. */
export function isChip(token: ReturnType<typeof tokenize>[number]): token is ChipToken {
  return token.kind !== "literal" && token.kind !== "refused" && token.problem === null && token.scope === 0;
}

/** The one placeholder or condition that a text is, else null. */
export function readWritten(text: string): ChipToken | null {
  const [token, ...more] = tokenize(text, "text");
  return token && more.length === 0 && isChip(token) ? token : null;
}

export type ChipKind = VariableType | "condition";

/** Where the editor keeps the drawing of a kind's icon; a chip points to it. */
export const iconId = (kind: ChipKind) => `placeholder-icon-${kind}`;

const CONDITION_WORDS = { open: "if there is", inverted: "if there is no", close: "end of" } as const;

function words(token: ChipToken): { kind: ChipKind; before: string; name: string; after: string } {
  const { name } = token;
  if (token.kind !== "placeholder") return { kind: "condition", before: CONDITION_WORDS[token.kind], name, after: "" };
  const after = token.fallback === null ? "" : token.fallback === "" ? "or nothing" : `or ${token.fallback}`;
  return { kind: token.type, before: "", name, after };
}

function span(className: string, text: string): HTMLSpanElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

function icon(kind: ChipKind): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${iconId(kind)}`);
  svg.append(use);
  return svg;
}

function spokenKind(kind: ChipKind): string {
  return kind === "condition" ? "Condition" : `${kind.charAt(0).toUpperCase()}${kind.slice(1)} placeholder`;
}

/** Draws the chip that stands for `written` into the part of it that is seen. */
export function drawChip(seen: HTMLElement, chip: HTMLElement, written: string): void {
  const token = readWritten(written);
  const { kind, before, name, after } = token
    ? words(token)
    : { kind: "text" as const, before: "", name: written, after: "" };
  chip.dataset.kind = kind;
  seen.title = written;
  seen.setAttribute("role", "img");
  seen.setAttribute("aria-label", [spokenKind(kind), before, name, after].filter(Boolean).join(" "));
  seen.append(icon(kind));
  if (before) seen.append(span("chip-detail", before));
  seen.append(span("chip-name", name));
  if (after) seen.append(span("chip-detail", after));
}

/** What Quill puts before and behind a chip, to hold the cursor. */
const GUARD = "\ufeff";

/**
 * A placeholder in the body: one unit to the cursor, to formatting and to the keyboard. Its value is its source text.
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
   * Quill reads composed input (Japanese, dead keys) when it ends, and then handles every stage of it. The first
   * reading takes the text out of its guard; a second one would find none, and put the cursor before the text.
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
