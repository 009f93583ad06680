import { unwrap } from "../unwrap.ts";
import { firstText } from "./lists.ts";
import { stylesOf } from "./styles.ts";

/**
 * Elements that only comments and cell notes have: Word, Outlook, Excel, Google Docs, LibreOffice
 * Calc.
 */
const COMMENTS =
  'comment, [role="comment"], a[href^="#_msocom"], a[href^="#_msoanchor"], .MsoCommentReference, .MsoCommentText, .MsoCommentSubject, ' +
  'a[href^="#cmnt"], a.comment-indicator, a[class*="sdcomment"], [class*="msocom"]';
/** Excel wraps the text of a cell with a note into these. */
const NOTED_TEXT = /^msocomspan\d$/i;

/** Removes comments and the notes of cells, with what leads to them; footnotes stay. */
export function dropComments(body: HTMLElement): void {
  for (const anchor of body.querySelectorAll('a[id^="cmnt"][href^="#cmnt_ref"]')) {
    // Its box, or its paragraph where a box holds more than the comment.
    const box = anchor.closest("div");
    const isOwnBox = box !== null && anchor.contains(firstText(box));
    (isOwnBox ? box : anchor.closest("p"))?.remove();
  }
  for (const element of body.querySelectorAll("[style*=mso-element], [style*=mso-special]")) {
    const styles = stylesOf(element);
    if (
      (styles.get("mso-element") ?? "").startsWith("comment") ||
      styles.get("mso-special-character") === "comment"
    )
      element.remove();
  }
  for (const element of body.querySelectorAll(COMMENTS)) {
    if ([...element.classList].some((name) => NOTED_TEXT.test(name))) continue;
    const mark = element.parentElement?.closest("sup");
    element.remove();
    if (mark?.textContent?.trim() === "") mark.remove();
  }
  dropAnnotations(body);
}

/**
 * Removes what Word writes for programs that know no comments: between `<![if
 * !supportAnnotations]>` and `<![endif]>`.
 */
function dropAnnotations(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const begins: ChildNode[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.textContent?.includes("[if !supportAnnotations]")) begins.push(node as Comment);
  }
  for (const begin of begins) {
    const between: ChildNode[] = [];
    let node = begin.nextSibling;
    while (node && node.nodeType !== Node.COMMENT_NODE) {
      between.push(node);
      node = node.nextSibling;
    }
    if (!node?.textContent?.includes("[endif]")) continue;
    for (const inside of between) if (!holdsComments(inside)) inside.remove();
    node.remove();
  }
}

/**
 * Whether an element begins in a conditional part and ends behind it, so that its text isn't of
 * that part.
 */
function holdsComments(node: Node): boolean {
  const walker = node.ownerDocument?.createTreeWalker(node, NodeFilter.SHOW_COMMENT);
  return walker?.nextNode() != null;
}

/**
 * Classes of programs that mark changes: `msoDel`, `TrackChangeTextDeletion`,
 * `ck-suggestion-marker-deletion`.
 */
const DELETED =
  /(?:mso|track|suggest|revision|redline)(?:(?:.*?(?:[^a-zA-Z]del|Del)|del)(?:$|[^a-z]|et)|.*?(?:[^a-zA-Z]remov|Remov)(?:e|ed|al)(?:$|[^a-z])|.*?(?:movefrom|MoveFrom))/;
const INSERTED =
  /(?:mso|track|suggest|revision|redline).*?(?:ins(?:$|[^a-z]|ert)|Ins|moveto|MoveTo)/;
/** Tags of changes that say who made them or when, as programs write them and no person. */
const WITH_AUTHOR = "[cite], [datetime], [data-author], [data-user-id]";
const LINE =
  "p, li, h1, h2, h3, h4, h5, h6, div, ul, ol, blockquote, tr, span, b, i, u, strong, em, font";

const MAX_CLASS_LENGTH = 100;

function hasClass(element: Element, names: RegExp): boolean {
  return [...element.classList].some(
    (name) => name.length <= MAX_CLASS_LENGTH && names.test(lowerFirst(name)),
  );
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * Leaves the final text of a document with marked changes: removes deletions, and what only marks
 * insertions. A person's own strikethrough stays, also as `<del>` where no change is marked.
 * Returns whether a deletion was removed.
 */
export function dropDeletions(body: HTMLElement): boolean {
  const isWord = body.querySelector("[class^=Mso], [style*=mso-]") !== null;
  const deletions = [...body.querySelectorAll("del")];
  const insertions = [...body.querySelectorAll("ins")];
  const isTracked = isWord || (deletions.length > 0 && insertions.length > 0);
  const marked = [...body.querySelectorAll("[class], [style*=delet], [data-suggestion-type]")];
  const deleted = [
    ...deletions.filter((tag) => isTracked || tag.matches(WITH_AUTHOR)),
    ...marked.filter(isDeleted),
  ];
  for (const element of insertions) {
    if (isTracked || element.matches(WITH_AUTHOR)) unwrap(element);
  }
  for (const element of marked) if (hasClass(element, INSERTED)) takeOffLines(element);
  const hasDropped = deleted.some((element) => element.textContent?.trim() !== "");
  const touched = new Set<Element | null>();
  for (const element of deleted) {
    touched.add(element.parentElement);
    element.remove();
  }
  if (touched.size > 0) dropEmptied(body, touched);
  return hasDropped;
}

function isDeleted(element: Element): boolean {
  if (hasClass(element, DELETED)) return true;
  if (/^delet/i.test(element.getAttribute("data-suggestion-type") ?? "")) return true;
  return [...stylesOf(element)].some(
    ([name, value]) => name.startsWith("mso-") && /delet/.test(name + value),
  );
}

/** An insertion's underline is its mark, not its format. */
function takeOffLines(element: Element): void {
  const kept = [...stylesOf(element)].filter(([name]) => !name.startsWith("text-decoration"));
  element.setAttribute("style", kept.map(([name, value]) => `${name}:${value}`).join(";"));
}

/** Removes lines from which everything was removed, those within others first. */
function dropEmptied(body: HTMLElement, touched: Set<Element | null>): void {
  for (const line of [...body.querySelectorAll(LINE)].reverse()) {
    if (!touched.has(line) || !isEmpty(line)) continue;
    touched.add(line.parentElement);
    line.remove();
  }
}

/** Whether nothing is left but white space. */
function isEmpty(element: Element): boolean {
  for (const node of element.childNodes) {
    const isBlank =
      node.nodeType === Node.COMMENT_NODE ||
      (node.nodeType === Node.TEXT_NODE && /^[ \t\r\n]*$/.test(node.textContent ?? "")) ||
      node.nodeName === "O:P";
    if (!isBlank) return false;
  }
  return true;
}
