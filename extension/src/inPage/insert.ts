import type { Insertion } from "../shared/workerMessages.ts";

type TextControl = HTMLTextAreaElement | HTMLInputElement;

/** A field to write into, and where in it. */
export type InsertTarget =
  | { kind: "control"; element: TextControl; start: number; end: number }
  | { kind: "host"; element: HTMLElement; range: Range | null };

/** Inputs in which a person writes text. Never a password. */
const TEXT_INPUTS = new Set(["text", "search", "url", "tel", "email"]);

function isControl(element: Element): element is TextControl {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled;
  return (
    element instanceof HTMLInputElement &&
    TEXT_INPUTS.has(element.type) &&
    !element.readOnly &&
    !element.disabled
  );
}

/** Whether an element can be written into. */
function isField(element: Element): boolean {
  return isControl(element) || (element instanceof HTMLElement && element.isContentEditable);
}

/**
 * The root of an element's shadow tree, also of a closed one: content scripts may look into those.
 */
function shadowOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  return element instanceof HTMLElement
    ? (globalThis.chrome?.dom?.openOrClosedShadowRoot(element) ?? null)
    : null;
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
function editingHost(element: HTMLElement): HTMLElement {
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** The selection of the tree that an element is in. */
function selectionOf(element: Element): Selection | null {
  const root = element.getRootNode() as
    | Document
    | (ShadowRoot & { getSelection?: () => Selection | null });
  return root.getSelection?.() ?? document.getSelection();
}

/**
 * Whether the focus of every frame around this one leads to this one; frames of other origins can't
 * be asked.
 */
function isInFront(): boolean {
  for (let view: Window = window; view !== view.parent; view = view.parent) {
    const frame = view.frameElement;
    if (frame === null) return true;
    if (frame.ownerDocument.activeElement !== frame) return false;
  }
  return true;
}

/**
 * The field with the cursor in this document, and the cursor's position; null if there isn't one.
 */
export function place(): InsertTarget | null {
  const element = isInFront() ? focused() : null;
  if (!element) return null;
  if (isControl(element)) {
    const end = element.value.length;
    return {
      kind: "control",
      element,
      start: element.selectionStart ?? end,
      end: element.selectionEnd ?? end,
    };
  }
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return null;
  const host = editingHost(element);
  const selection = selectionOf(host);
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  return {
    kind: "host",
    element: host,
    range: range && host.contains(range.startContainer) ? range.cloneRange() : null,
  };
}

/** Editors with their own document revert foreign changes within a turn or two. */
const SETTLING = 150;

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLING));
}

/** Compares letters only: editors change spaces, breaks and quotes. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}

function occurrences(text: string, part: string): number {
  return part === "" ? 0 : text.split(part).length - 1;
}

/** The result of an insertion, judged by the field's content before and after. */
function judge(before: string, after: string, inserted: string): Insertion {
  if (before === after) return "refused";
  const part = letters(inserted);
  return occurrences(letters(after), part) > occurrences(letters(before), part)
    ? "inserted"
    : "partly";
}

/**
 * Undo removes exactly the inserted text only if the field lost the focus and got it back before
 * the insertion.
 */
async function intoControl(
  { element, start, end }: Extract<InsertTarget, { kind: "control" }>,
  text: string,
): Promise<Insertion> {
  const before = element.value;
  element.blur();
  element.focus();
  // Fields of some types (email) have no selection to set; the cursor is where it was.
  if (element.selectionStart !== null)
    element.setSelectionRange(Math.min(start, before.length), Math.min(end, before.length));
  const line = element instanceof HTMLInputElement ? text.replace(/\s*\n\s*/g, " ").trim() : text;
  document.execCommand("insertText", false, line);
  await settle();
  return judge(before, element.value, line);
}

/** Restores the cursor; puts it at the end if the editor has redrawn its content. */
function putCursor({ element, range }: Extract<InsertTarget, { kind: "host" }>): void {
  element.focus();
  const selection = selectionOf(element);
  if (!selection) return;
  if (range?.startContainer.isConnected && element.contains(range.startContainer)) {
    selection.removeAllRanges();
    selection.addRange(range);
  } else {
    selection.selectAllChildren(element);
    selection.collapseToEnd();
  }
}

/** A paste as the person could make it; returns whether the page handles pastes itself. */
function paste(element: HTMLElement, given: Readonly<Record<string, string>>): boolean {
  const clipboardData = new DataTransfer();
  for (const [type, content] of Object.entries(given)) clipboardData.setData(type, content);
  const event = new ClipboardEvent("paste", {
    clipboardData,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  const node = selectionOf(element)?.anchorNode;
  const inside = node instanceof Element ? node : node?.parentElement;
  return !(inside && element.contains(inside) ? inside : element).dispatchEvent(event);
}

async function intoHost(
  at: Extract<InsertTarget, { kind: "host" }>,
  html: string,
  text: string,
): Promise<Insertion> {
  const { element } = at;
  const inserted = new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
  const before = element.textContent ?? "";
  const judged = async () => {
    await settle();
    return judge(before, element.textContent ?? "", inserted);
  };
  putCursor(at);
  // An editor with its own document handles every paste, but understands text that bypasses it only
  // in part (Quill loses lists). We insert only once: a second way could write it twice.
  if (paste(element, { "text/html": html, "text/plain": text })) return await judged();
  if (element.contentEditable === "plaintext-only") document.execCommand("insertText", false, text);
  else document.execCommand("insertHTML", false, html);
  return await judged();
}

/** Inserts at a place, as HTML or as text, depending on the field, and returns the result. */
export async function insertAt(
  at: InsertTarget | null,
  html: string,
  text: string,
): Promise<Insertion> {
  if (!at?.element.isConnected || !isField(at.element)) return "gone";
  return at.kind === "control" ? await intoControl(at, text) : await intoHost(at, html, text);
}
