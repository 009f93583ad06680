import type { Undoing, Writing } from "../shared/workerMessages.ts";
import { focused, type InsertTarget, isSeen, numberOf, place, selectionOf } from "./field.ts";

type InControl = Extract<InsertTarget, { kind: "control" }>;
type InHost = Extract<InsertTarget, { kind: "host" }>;

/** Undo of the last insertion in this document. */
interface Kept {
  number: number;
  field: InsertTarget;
  /** The field's content before and after it. */
  before: string;
  after: string;
  /** The nodes of `before`, in a document without scripts. */
  nodes: Element;
  /** Whether the page's own editor took the text; then its own undo takes it back. */
  isPasted: boolean;
}

let kept: Kept | null = null;
let insertions = 0;

/** A copy without life: its document runs no script and loads no picture. */
function copyOf(element: Element): Element {
  return new DOMParser().parseFromString("", "text/html").importNode(element, true);
}

/** Editors with their own document revert foreign changes within a turn or two. */
const SETTLING = 150;
/** How often we look until a field is at rest. */
const LOOKS = 8;

function command(name: string, value?: string): boolean {
  return document.execCommand(name, false, value);
}

/** What undo must restore to the letter. */
function contentOf({ kind, element }: InsertTarget): string {
  return kind === "control" ? element.value : element.innerHTML;
}

/**
 * Waits until two looks see the same. An editor that took a paste may write it late, so there we
 * also wait for a change.
 */
async function settle(field: InsertTarget, before: string, isLate: boolean): Promise<void> {
  let seen = contentOf(field);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, SETTLING));
    const now = contentOf(field);
    if (now === seen && (now !== before || !isLate)) return;
    seen = now;
  }
}

/**
 * Letters and digits only, because editors change spaces, breaks and quotes; of a text without any,
 * everything but the spaces.
 */
function comparable(text: string, isSymbols: boolean): string {
  return text.replace(isSymbols ? /\s+/g : /[^\p{L}\p{N}]+/gu, "");
}

/** Whether a text is in a field more often than in the former content that insertion left. */
function hasArrived(left: string, after: string, inserted: string): boolean {
  const isSymbols = comparable(inserted, false) === "";
  const part = comparable(inserted, isSymbols);
  if (part === "") return false;
  const times = (text: string) => comparable(text, isSymbols).split(part).length;
  return times(after) > times(left);
}

/** Whether the focus is where we want to write: the page may answer it by moving it. */
function hasFocus({ element }: InsertTarget): boolean {
  const active = focused();
  return active === element || (active !== null && element.contains(active));
}

/** Enters a field. Undo of a control removes only the new text if the field was left before. */
function enter(field: InsertTarget): boolean {
  const { kind, element } = field;
  if (kind === "control") element.blur();
  if (kind === "control" || !hasFocus(field)) element.focus();
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (kind === "control") select(field, field.start, field.end);
  else putCursor(field);
  return element.isConnected && hasFocus(field) && isSeen(element);
}

function select({ element }: InControl, start: number, end: number): void {
  const { length } = element.value;
  // Fields of some types (email) have no selection to set; the cursor is where it was.
  if (element.selectionStart !== null)
    element.setSelectionRange(Math.min(start, length), Math.min(end, length));
}

/** Restores the cursor; puts it at the end if the editor has redrawn its content. */
function putCursor({ element, range }: InHost): void {
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

/** The text of a field without the selected part, which an insertion replaces. */
function leftOf(field: InsertTarget): string {
  if (field.kind === "control")
    return `${field.element.value.slice(0, field.start)} ${field.element.value.slice(field.end)}`;
  const { element, range } = field;
  if (!range || range.collapsed || !element.contains(range.endContainer))
    return element.textContent;
  const [head, tail] = [new Range(), new Range()];
  head.selectNodeContents(element);
  head.setEnd(range.startContainer, range.startOffset);
  tail.selectNodeContents(element);
  tail.setStart(range.endContainer, range.endOffset);
  return `${head.toString()} ${tail.toString()}`;
}

/** The text as a field of one line takes it. */
function inOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim();
}

/** Writes once, by the first way that the field understands. */
function write(field: InsertTarget, html: string, text: string): { isPasted: boolean } {
  const { element } = field;
  if (field.kind === "control") {
    command("insertText", element instanceof HTMLInputElement ? inOneLine(text) : text);
    return { isPasted: false };
  }
  // An editor with its own document handles every paste, but understands text that bypasses it only
  // in part (Quill loses lists). We insert only once: a second way could write it twice.
  if (paste(field.element, { "text/html": html, "text/plain": text })) return { isPasted: true };
  // The page has seen the paste, and may have moved the focus.
  if (!hasFocus(field)) return { isPasted: false };
  if (field.element.contentEditable === "plaintext-only") command("insertText", text);
  else command("insertHTML", html);
  return { isPasted: false };
}

/** What a person reads in the field. */
function textOf(field: InsertTarget): string {
  return field.kind === "control" ? field.element.value : field.element.textContent;
}

function textOfHtml(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent;
}

/**
 * Inserts into the field with the cursor if it is still the one with this number, as HTML or as
 * text, depending on the field. Reads it back. Never begins after `until` (milliseconds since 1970),
 * because by then the panel has said that we don't know.
 */
export async function insert(
  number: number,
  html: string,
  text: string,
  until: number,
): Promise<Writing> {
  const at = place();
  const isHidden = document.visibilityState === "hidden";
  if (at === null || "trouble" in at || isHidden || Date.now() > until)
    return { outcome: "moved", undo: null };
  if (numberOf(at.element) !== number) return { outcome: "moved", undo: null };
  const left = leftOf(at);
  if (!enter(at)) return { outcome: "refused", undo: null };
  const before = contentOf(at);
  const nodes = copyOf(at.element);
  // The page may take the text and use it, as a chat that sends it and empties its field.
  let isTaken = false;
  const hear = () => {
    isTaken = true;
  };
  window.addEventListener("input", hear, true);
  const { isPasted } = write(at, html, text);
  window.removeEventListener("input", hear, true);
  await settle(at, before, isPasted);
  const after = contentOf(at);
  if (!at.element.isConnected || !isSeen(at.element)) return { outcome: "unconfirmed", undo: null };
  const inserted =
    at.kind === "host"
      ? textOfHtml(html)
      : at.element instanceof HTMLInputElement
        ? inOneLine(text)
        : text;
  const isThere = hasArrived(left, textOf(at), inserted);
  if (before === after) {
    const missing = isPasted || isTaken ? "unconfirmed" : "refused";
    return { outcome: isThere ? "inserted" : missing, undo: null };
  }
  insertions += 1;
  kept = { number: insertions, field: at, before, after, nodes, isPasted };
  return { outcome: isThere ? "inserted" : "partly", undo: insertions };
}

const isApple = /Mac|iP/.test(navigator.platform);

/** Asks a page's own editor to undo or redo, by the key for it. */
function pressUndo(element: HTMLElement, isRedo: boolean): void {
  const inside = focused();
  const target = inside && element.contains(inside) ? inside : element;
  const key = new KeyboardEvent("keydown", {
    key: "z",
    code: "KeyZ",
    keyCode: 90,
    [isApple ? "metaKey" : "ctrlKey"]: true,
    shiftKey: isRedo,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  // Without a handler the browser's own undo does it; it ignores a key that no one pressed.
  if (target.dispatchEvent(key) && hasFocus({ kind: "host", element, range: null }))
    command(isRedo ? "redo" : "undo");
}

/** Takes an insertion back; its caller sees whether that worked. */
async function restore({ field, before, after, nodes, isPasted }: Kept): Promise<void> {
  if (field.kind === "control") {
    field.element.select();
    command(before === "" ? "delete" : "insertText", before);
    select(field, field.start, field.end);
    return await settle(field, after, false);
  }
  const { element } = field;
  const undo = (isRedo: boolean) =>
    isPasted ? pressUndo(element, isRedo) : command(isRedo ? "redo" : "undo");
  undo(false);
  await settle(field, after, isPasted);
  if (contentOf(field) === before) return;
  // It went too far, or elsewhere: the browser's undo belongs to the whole document.
  const undone = contentOf(field);
  undo(true);
  await settle(field, undone, false);
  if (isPasted || contentOf(field) !== after) return;
  element.replaceChildren(...copyOf(nodes).childNodes);
  const options = { bubbles: true, composed: true, inputType: "historyUndo" };
  element.dispatchEvent(new InputEvent("input", options));
  await settle(field, after, false);
}

/**
 * Puts back what an insertion replaced, if nothing has changed the field since. Either the field
 * then has exactly what it had, or it keeps what it has. Never begins after `until`.
 */
export async function takeBack(number: number, until: number): Promise<Undoing> {
  if (kept?.number !== number) return "changed";
  const mine = kept;
  const { field, before, after } = mine;
  if (!field.element.isConnected) return "gone";
  if (Date.now() > until) return "failed";
  if (contentOf(field) !== after) return "changed";
  if (!enter(field)) return "failed";
  if (contentOf(field) !== after) return "changed";
  await restore(mine);
  if (contentOf(field) !== before) return "failed";
  if (kept === mine) kept = null;
  return "undone";
}
