type TextControl = HTMLTextAreaElement | HTMLInputElement;

/** A field to write into, and where in it. */
export type Place =
  | { kind: "control"; element: TextControl; start: number; end: number }
  | { kind: "host"; element: HTMLElement; range: Range | null };

/** Inputs in which a person writes text. Never a password. */
const TEXT_INPUTS = new Set(["text", "search", "url", "tel", "email"]);

function isControl(element: Element): element is TextControl {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled;
  return element instanceof HTMLInputElement && TEXT_INPUTS.has(element.type) && !element.readOnly && !element.disabled;
}

/** Whether an element can be written into. */
export function isField(element: Element): boolean {
  return isControl(element) || (element instanceof HTMLElement && element.isContentEditable);
}

/** The root of an element's shadow tree, also of a closed one: content scripts may look into those. */
function shadowOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  return element instanceof HTMLElement ? (globalThis.chrome?.dom?.openOrClosedShadowRoot(element) ?? null) : null;
}

/** The element with the focus, through all shadow trees. */
function focused(): Element | null {
  let active = document.activeElement;
  for (;;) {
    const inside: Element | null = active ? (shadowOf(active)?.activeElement ?? null) : null;
    if (!inside) return active;
    active = inside;
  }
}

/** The outermost element that can be edited around this one: the whole field. */
function hostOf(element: HTMLElement): HTMLElement {
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** The selection of the tree that an element is in. */
export function selectionOf(element: Element): Selection | null {
  const root = element.getRootNode() as Document | (ShadowRoot & { getSelection?: () => Selection | null });
  return root.getSelection?.() ?? document.getSelection();
}

/** Whether every frame around this one has its focus on the way to here; frames of other origins cannot be asked. */
function isInFront(): boolean {
  for (let view: Window = window; view !== view.parent; view = view.parent) {
    const frame = view.frameElement;
    if (frame === null) return true;
    if (frame.ownerDocument.activeElement !== frame) return false;
  }
  return true;
}

/** The field with the cursor in this document, and the cursor's position; null if there isn't one. */
export function place(): Place | null {
  const element = isInFront() ? focused() : null;
  if (!element) return null;
  if (isControl(element)) {
    const end = element.value.length;
    return { kind: "control", element, start: element.selectionStart ?? end, end: element.selectionEnd ?? end };
  }
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return null;
  const host = hostOf(element);
  const selection = selectionOf(host);
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  return {
    kind: "host",
    element: host,
    range: range && host.contains(range.startContainer) ? range.cloneRange() : null,
  };
}
