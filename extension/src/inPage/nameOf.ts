import { visibleLines } from "./visibleText.ts";

/** The most characters of a name that we read, because a page can have any number. */
const MAX_LENGTH = 2_000;
/** The most labels of a field that we read. */
const MAX_LABELS = 5;

/** The words of a field's labels. Never includes the content of this or another field. */
function wordsOf(labels: readonly (Element | null)[], field: Element): string {
  const isOutside = (element: Element) =>
    !field.contains(element) && !(element instanceof HTMLElement && element.isContentEditable);
  return labels
    .slice(0, MAX_LABELS)
    .flatMap((label) => (label ? visibleLines(label, isOutside) : []))
    .join(" ");
}

/** The words of the elements that `aria-labelledby` names. */
function referencedName(field: Element): string {
  const ids = (field.getAttribute("aria-labelledby") ?? "").slice(0, MAX_LENGTH).trim();
  const root = field.getRootNode();
  const tree = root instanceof ShadowRoot ? root : document;
  const labels = ids.split(/\s+/).map((id) => (id === "" ? null : tree.getElementById(id)));
  return wordsOf(labels, field);
}

/** The words of a form field's `<label>` elements. */
function labelName(field: Element): string {
  const isControl = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isControl ? wordsOf([...(field.labels ?? [])], field) : "";
}

/** The name of the frame if the field is its whole document. */
function frameName(field: Element): string {
  const isWhole = field === document.body || field === document.documentElement;
  const frame = isWhole ? window.frameElement : null;
  return frame?.getAttribute("aria-label")?.trim() || frame?.getAttribute("title") || "";
}

/**
 * The name of a field as the page gives it to people: its label, else a hint in it; "" if it has
 * none. Never the field's content. `shownName` makes it fit to be shown.
 */
export function nameOf(field: Element): string {
  const attribute = (name: string) => field.getAttribute(name) ?? "";
  const names = [
    () => referencedName(field),
    () => attribute("aria-label"),
    () => labelName(field),
    () => attribute("title"),
    () => attribute("placeholder"),
    () => attribute("aria-placeholder"),
    () => frameName(field),
  ];
  for (const name of names) {
    const found = name().slice(0, MAX_LENGTH);
    if (/[\p{L}\p{N}\p{S}]/u.test(found)) return found;
  }
  return "";
}
