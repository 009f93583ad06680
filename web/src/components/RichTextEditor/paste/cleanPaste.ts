import { linkTarget } from "@sendwright/core/body/linkAddress";
import { EDITOR_TAGS, LAYOUT_CLASS, RENAMED_TAGS } from "@sendwright/core/body/tags";
import { MAX_TABLE_CELLS } from "@sendwright/core/contract/limits";
import { withDecodedBraces } from "@sendwright/core/placeholders";
import { inertDocument } from "../../../lib/inertDocument.ts";
import { pictureOf, pictureTag } from "../pictureBlot.ts";
import { readTables } from "./pastedTables.ts";
import { stylesOf, takeExcelStyles } from "./styles.ts";

/** Puts an element's content in its place. */
function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Gives an element another name; its content and its attributes stay. */
function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes)
    renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

const KNOWN = EDITOR_TAGS.join(", ");
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...RENAMED_TAGS,
  b: "strong",
  section: "div",
  article: "div",
  header: "div",
  footer: "div",
  main: "div",
  address: "div",
  figure: "div",
  figcaption: "div",
  dl: "div",
  dt: "div",
  dd: "div",
};

/** Leaves only the elements that a body can have, with the attributes that they need. */
function onlyKnown(body: HTMLElement): void {
  for (const element of body.querySelectorAll("*")) {
    const picture = element.localName === "img" ? pictureOf(element) : null;
    if (picture) {
      element.replaceWith(pictureTag(picture));
      continue;
    }
    const name = OTHER_NAMES[element.localName];
    const known = name === undefined ? element : rename(element, name);
    if (known.matches(KNOWN)) onlyNeeded(known);
    else unwrap(known);
  }
}

function onlyNeeded(element: Element): void {
  const href = element.localName === "a" ? linkOf(element.getAttribute("href") ?? "") : null;
  const list = element.localName === "li" ? element.getAttribute("data-list") : null;
  const classes = [...element.classList].filter((name) => LAYOUT_CLASS.test(name));
  for (const { name } of [...element.attributes])
    if (!/^(row|col)span$/.test(name)) element.removeAttribute(name);
  if (href !== null) element.setAttribute("href", href);
  if (list !== null) element.setAttribute("data-list", list);
  if (classes.length > 0) element.className = classes.join(" ");
  // An anchor without an address is a mark for links within its document.
  if (element.localName === "a" && href === null) unwrap(element);
}

/** Google's programs lead links through an address of Google's own. */
function linkOf(href: string): string | null {
  const redirect = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(href)?.[1];
  const target = redirect === undefined ? href : (new URLSearchParams(redirect).get("q") ?? href);
  const written = withDecodedBraces(withoutOwnPage(target));
  return written.includes("{{") ? written : linkTarget(written);
}

/** A browser copies a link to `{{Link}}` as one to this page's own site. */
function withoutOwnPage(address: string): string {
  const own = `${window.location.origin}/`;
  return address.startsWith(`${own}%7B%7B`) ? address.slice(own.length) : address;
}

const DEEPEST_LEVEL = 8;
/** "1.", "a)", "(iv)": the marker of an item in a numbered list. */
const NUMBER = /^\(?(\d+|[a-z]|[ivxlc]+)[.)]/i;

/** Makes lists of Word's paragraphs that only look like them. */
function wordLists(body: HTMLElement): void {
  let list: Element | null = null;
  for (const line of body.querySelectorAll("[style*=mso-list]")) {
    const level = /level(\d)/.exec(stylesOf(line).get("mso-list") ?? "")?.[1];
    if (level === undefined) continue;
    const marker = [...line.querySelectorAll("[style*=mso-list]")].find((part) =>
      (stylesOf(part).get("mso-list") ?? "").startsWith("ignore"),
    );
    const mark = marker?.textContent?.replaceAll("\u00a0", " ").trim() ?? "";
    marker?.remove();
    if (!list || list !== line.previousElementSibling) {
      list = body.ownerDocument.createElement("ol");
      line.before(list);
    }
    const item = body.ownerDocument.createElement("li");
    setLevel(item, NUMBER.test(mark) ? "ordered" : "bullet", Number(level) - 1);
    item.append(...line.childNodes);
    list.append(item);
    line.remove();
  }
}

/** Gives every item its kind and its level, as Quill has them, wherever its program wrote them down. */
function listLevels(body: HTMLElement): void {
  for (const item of body.querySelectorAll("li:not([data-list])")) {
    const declared = item.getAttribute("aria-level") ?? item.getAttribute("data-aria-level");
    setLevel(
      item,
      item.closest("ol, ul")?.tagName === "OL" ? "ordered" : "bullet",
      levelOf(item, declared, body),
    );
    // An item is a line; its content is not.
    for (const line of item.querySelectorAll(":scope > p, :scope > div")) {
      if (line.nextElementSibling?.matches("p, div"))
        line.append(body.ownerDocument.createElement("br"));
      unwrap(line);
    }
  }
}

function levelOf(item: Element, declared: string | null, body: HTMLElement): number {
  if (declared !== null && /^\d+$/.test(declared)) return Number(declared) - 1;
  let level = -1;
  for (let parent = item.parentElement; parent && parent !== body; parent = parent.parentElement) {
    if (parent.matches("ol, ul")) level++;
  }
  return Math.max(0, level);
}

function setLevel(item: Element, kind: "ordered" | "bullet", level: number): void {
  item.setAttribute("data-list", kind);
  item.removeAttribute("class");
  if (level > 0) item.setAttribute("class", `ql-indent-${Math.min(level, DEEPEST_LEVEL)}`);
}

const INLINE_SELECTOR = "span, font, a, b, strong, i, em, u, s, sub, sup, td, th";
const BLOCKS = "p, div, ul, ol, table, blockquote, pre, h1, h2, h3";

/** Makes tags of what styles say, and takes away tags that styles have switched off. */
function formatByStyle(body: HTMLElement): void {
  for (const element of body.querySelectorAll(INLINE_SELECTOR)) {
    const styles = stylesOf(element);
    for (const name of tagsOf(element, styles)) {
      const wrapper = element.ownerDocument.createElement(name);
      wrapper.append(...element.childNodes);
      element.append(wrapper);
    }
    if (isOff(element, styles)) unwrap(element);
  }
  for (const block of body.querySelectorAll("p, div, h1, h2, h3, li")) {
    const align = stylesOf(block).get("text-align") ?? block.getAttribute("align") ?? "";
    if (/^(center|right|justify)$/.test(align)) block.classList.add(`ql-align-${align}`);
  }
}

function tagsOf(element: Element, styles: ReadonlyMap<string, string>): string[] {
  if (element.matches("td, th") && element.querySelector(BLOCKS)) return [];
  const weight = styles.get("font-weight") ?? "";
  const line = styles.get("text-decoration-line") ?? styles.get("text-decoration") ?? "";
  const script = styles.get("vertical-align");
  const tags: string[] = [];
  if (/^bold|^[6-9]00$/.test(weight)) tags.push("strong");
  if (styles.get("font-style") === "italic") tags.push("em");
  // Every link is underlined already.
  if (line.includes("underline") && !element.closest("a")) tags.push("u");
  if (line.includes("line-through")) tags.push("s");
  if (script === "super") tags.push("sup");
  if (script === "sub") tags.push("sub");
  return tags.filter((tag) => element.localName !== tag);
}

/** Google Docs wraps all it copies into `<b style="font-weight:normal">`. */
function isOff(element: Element, styles: ReadonlyMap<string, string>): boolean {
  if (element.matches("b, strong"))
    return /^(normal|[1-5]00)$/.test(styles.get("font-weight") ?? "");
  if (element.matches("i, em")) return styles.get("font-style") === "normal";
  return false;
}

const UNSEEN =
  "head, style, script, meta, link, title, xml, template, noscript, iframe, object, embed, svg, picture, video, audio, canvas, " +
  "button, input, select, textarea, hr, [hidden], .EOP, .Apple-interchange-newline";

const TAB = "    ";

/** Removes invisible content: comments, styles, pictures, hidden text, Word's own elements. */
function dropFurniture(body: HTMLElement): void {
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const unread: Node[] = [];
  for (let node = comments.nextNode(); node; node = comments.nextNode()) unread.push(node);
  for (const node of unread) node.parentNode?.removeChild(node);
  for (const element of body.querySelectorAll(UNSEEN)) element.remove();
  for (const element of body.querySelectorAll("[style]")) {
    const styles = stylesOf(element);
    if (isHidden(styles)) element.remove();
  }
  for (const element of [...body.querySelectorAll("*")].filter(({ nodeName }) =>
    nodeName.includes(":"),
  )) {
    keepEmptyLine(element);
    unwrap(element);
  }
  keepPreformatted(body);
}

/** Newsletters count their readers with invisible pictures. */
function isPixel(image: Element): boolean {
  return ["width", "height"].some((side) => /^[01](px)?$/.test(image.getAttribute(side) ?? ""));
}

/** Text that was invisible where it was copied must not appear in an email. */
function isHidden(styles: ReadonlyMap<string, string>): boolean {
  const isNothing = (name: string) => /^0(\.0+)?(px|pt|em|%)?$/.test(styles.get(name) ?? "");
  const isUnseen =
    styles.get("display") === "none" || /^(hidden|collapse)$/.test(styles.get("visibility") ?? "");
  return (
    isUnseen || styles.get("mso-hide") === "all" || isNothing("font-size") || isNothing("opacity")
  );
}

/** Word writes an empty line as `<p><o:p>&nbsp;</o:p></p>`. */
function keepEmptyLine(element: Element): void {
  const line = element.parentElement;
  if (line?.textContent?.replaceAll("\u00a0", "").trim() !== "") return;
  element.textContent = "";
  if (line.tagName === "P" && !line.querySelector("br"))
    element.append(element.ownerDocument.createElement("br"));
}

/** Text that was shown as it was written (Google Docs, code editors) keeps its spaces and lines. */
function keepPreformatted(body: HTMLElement): void {
  for (const element of body.querySelectorAll("[style*=white-space]")) {
    if (!/^(pre|pre-wrap|break-spaces)$/.test(stylesOf(element).get("white-space") ?? "")) continue;
    for (const node of [...element.childNodes]) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const [first = "", ...lines] = (node.textContent ?? "")
        .replaceAll("\t", TAB)
        .split(/\r\n?|\n/)
        .map(spaced);
      node.textContent = first;
      let last: ChildNode = node;
      for (const line of lines) {
        const lineBreak = element.ownerDocument.createElement("br");
        const text = element.ownerDocument.createTextNode(line);
        last.after(lineBreak, text);
        last = text;
      }
    }
  }
}

function spaced(line: string, index: number): string {
  return line.replace(index === 0 ? / {2,}/g : /^ +| {2,}/g, (spaces) =>
    "\u00a0".repeat(spaces.length),
  );
}

interface CleanPaste {
  html: string;
  hasTableAsText: boolean;
  /** Pictures that the text can't show: only those of an editor stay. */
  droppedPictures: number;
}

/**
 * Reduces HTML from the clipboard (Word, Google Docs, Gmail, Excel, any page) to the formats of the body: lines,
 * headings, lists, quotes, code, links, an editor's pictures unless `keepsPictures` is false, tables of up to `room` cells and the toolbar's formats.
 * Drops everything else, but no text.
 */
export function cleanPaste(
  html: string,
  { room = MAX_TABLE_CELLS, keepsPictures = true } = {},
): CleanPaste {
  const document = inertDocument(html);
  const { body } = document;
  takeExcelStyles(document);
  const others = [...body.querySelectorAll("img")].filter(
    (image) => !keepsPictures || pictureOf(image) === null,
  );
  for (const image of others) image.remove();
  dropFurniture(body);
  wordLists(body);
  listLevels(body);
  formatByStyle(body);
  const hasTableAsText = readTables(body, room);
  onlyKnown(body);
  body.normalize();
  const droppedPictures = others.filter((image) => !isPixel(image)).length;
  return { html: body.innerHTML.trim(), hasTableAsText, droppedPictures };
}
