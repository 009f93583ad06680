/** Which field of this document has the cursor. */

import type { CursorView } from "../shared/workerMessages.ts";
import { shadowRootOf } from "./dom.ts";
import { nameOf } from "./nameOf.ts";

type TextControl = HTMLTextAreaElement | HTMLInputElement;

/** A field to write into, and where in it. */
export type InsertTarget =
  | { kind: "control"; element: TextControl; start: number; end: number }
  | { kind: "host"; element: HTMLElement; range: Range | null };

/** Inputs in which a person writes text. Never a password. */
const TEXT_INPUTS = new Set(["text", "search", "url", "tel", "email"]);

/** Controls that take keys as a field does, though we don't write into them. */
const TYPED_INTO =
  "textarea, select, input:not([type=button i], [type=submit i], [type=reset i], [type=image i], [type=checkbox i], [type=radio i], [type=file i], [type=color i], [type=range i])";

function isControl(element: Element): element is TextControl {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled;
  return (
    element instanceof HTMLInputElement &&
    TEXT_INPUTS.has(element.type) &&
    !element.readOnly &&
    !element.disabled
  );
}

/** The element with the focus, through all shadow trees. */
export function focused(): Element | null {
  let active = document.activeElement;
  for (;;) {
    const inside: Element | null = active ? (shadowRootOf(active)?.activeElement ?? null) : null;
    if (!inside) return active;
    active = inside;
  }
}

/** The outermost element that can be edited around this one: the whole field. */
function editingHost(element: HTMLElement): HTMLElement {
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** The selection of the tree that an element is in. */
export function selectionOf(element: Element): Selection | null {
  const root = element.getRootNode() as ShadowRoot & { getSelection?: () => Selection | null };
  const inTree = root instanceof ShadowRoot ? root.getSelection?.() : null;
  return inTree ?? document.getSelection();
}

/** The field that still has the selection after it lost the focus; only editable elements keep it. */
function lastFocused(): HTMLElement | null {
  const selection = document.getSelection();
  const node = selection?.anchorNode;
  const element = node instanceof HTMLElement ? node : node?.parentElement;
  return element instanceof HTMLElement && element.isContentEditable ? element : null;
}

/**
 * Whether the focus of every frame around this one leads to this one. A frame of another origin
 * can't be asked, so nothing below it counts.
 */
function isInFront(): boolean {
  for (let view: Window = window; view !== view.parent; view = view.parent) {
    const frame = view.frameElement;
    if (frame === null || frame.ownerDocument.activeElement === null) return false;
    // A frame in a shadow tree: its document's focus is on the tree's host.
    const root = frame.getRootNode();
    const active =
      root instanceof ShadowRoot ? root.activeElement : frame.ownerDocument.activeElement;
    if (active !== frame) return false;
  }
  return true;
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const parent = element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : element.parentElement;
}

/** Whether a box moves with everything in it, wherever that is positioned. */
function movesAll(style: CSSStyleDeclaration): boolean {
  const { transform, translate, rotate, scale, perspective, filter, backdropFilter } = style;
  const effects = [transform, translate, rotate, scale, perspective, filter, backdropFilter];
  return (
    effects.some((effect) => effect !== "none") ||
    /paint|layout|strict|content/.test(style.contain) ||
    /transform|translate|rotate|scale|perspective|filter/.test(style.willChange)
  );
}

/** Elements that the browser draws above the page: no box cuts them off. */
const ON_TOP = ":modal, :popover-open, :fullscreen";

/**
 * The size of the part of an element that no box around it cuts off. A box cuts off only what is
 * positioned by it or by something in it.
 */
function shownSize(element: Element, view: Window): number {
  let { left, right, top, bottom } = element.getBoundingClientRect();
  let { position } = getComputedStyle(element);
  let inner = element;
  for (
    let box = parentOf(element);
    box && !box.matches("html, body") && !inner.matches(ON_TOP);
    box = parentOf(box)
  ) {
    inner = box;
    const style = getComputedStyle(box);
    const isHeld =
      (position !== "fixed" && position !== "absolute") ||
      (position === "absolute" && style.position !== "static") ||
      movesAll(style);
    if (!isHeld) continue;
    position = style.position;
    const edges = box.getBoundingClientRect();
    if (style.overflowX !== "visible") {
      left = Math.max(left, edges.left);
      right = Math.min(right, edges.right);
    }
    if (style.overflowY !== "visible") {
      top = Math.max(top, edges.top);
      bottom = Math.min(bottom, edges.bottom);
    }
  }
  // No one can scroll to the left of the page or above it.
  return Math.min(right - Math.max(left, -view.scrollX), bottom - Math.max(top, -view.scrollY));
}

/** No one can read a text in a smaller field. Editors catch keys in fields that small. */
const MIN_SHOWN_PX = 6;

/**
 * Whether a person can see the field and the frames around it, wherever the page is scrolled to.
 * Some editors catch keys in a field that no one sees: text put in there goes anywhere.
 */
export function isSeen(field: Element): boolean {
  let view: Window = window;
  for (let element: Element | null = field; element; element = view.frameElement) {
    if (element !== field) view = view.parent;
    const isDrawn = element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    });
    if (!isDrawn || shownSize(element, view) < MIN_SHOWN_PX) return false;
  }
  return true;
}

/** The field with the cursor in this document, and the cursor's position; or why there is none. */
export function place(): InsertTarget | Exclude<CursorView, { field: number }> {
  if (!isInFront()) return null;
  const active = focused();
  if (active?.matches("iframe, frame, object, embed"))
    return (active as HTMLIFrameElement).contentDocument ? null : { trouble: "other-origin" };
  if (active && isControl(active)) {
    if (!isSeen(active)) return { trouble: "hidden" };
    const end = active.value.length;
    return {
      kind: "control",
      element: active,
      start: active.selectionStart ?? end,
      end: active.selectionEnd ?? end,
    };
  }
  // Whoever types now types there, not where the selection was left.
  if (active?.matches(TYPED_INTO)) return { trouble: "no-field" };
  const inside = active instanceof HTMLElement && active.isContentEditable ? active : lastFocused();
  if (!inside) return { trouble: "no-field" };
  const host = editingHost(inside);
  if (!isSeen(host)) return { trouble: "hidden" };
  const selection = selectionOf(host);
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  return {
    kind: "host",
    element: host,
    range: range && host.contains(range.startContainer) ? range.cloneRange() : null,
  };
}

const numbers = new WeakMap<Element, { number: number; meaning: string }>();
let last = 0;

/** What tells a field from the one that the page makes of the same element: its name, and where it is. */
function meaningOf(element: Element): string {
  return [nameOf(element), location.href, window.top?.location.href].join("\n");
}

/**
 * The number of a field in this document. Another element has another one, and so has the same
 * element once it has another name or address: a chat may show the next person around one field.
 */
export function numberOf(element: Element): number {
  const meaning = meaningOf(element);
  const known = numbers.get(element);
  if (known?.meaning === meaning) return known.number;
  last += 1;
  numbers.set(element, { number: last, meaning });
  return last;
}

/** Looks for the field with the cursor; changes nothing. */
export function look(): CursorView {
  const at = place();
  if (at === null || "trouble" in at) return at;
  return { field: numberOf(at.element), name: nameOf(at.element) };
}
