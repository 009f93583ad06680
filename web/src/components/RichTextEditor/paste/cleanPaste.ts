import { linkTarget } from "@sendwright/core/body/linkAddress";
import { ITEM_START, ITEM_TYPE } from "@sendwright/core/body/listNumbers";
import { EDITOR_TAGS, LAYOUT_CLASS, RENAMED_TAGS } from "@sendwright/core/body/tags";
import { MAX_TABLE_CELLS } from "@sendwright/core/contract/limits";
import { withDecodedBraces } from "@sendwright/core/placeholders";
import { inertDocument } from "../../../lib/inertDocument.ts";
import { pictureOf, pictureTag } from "../pictureBlot.ts";
import { unwrap } from "../unwrap.ts";
import { emojiAsText, quotesAsText } from "./emoji.ts";
import { dropHidden } from "./hidden.ts";
import { dropComments, dropDeletions } from "./leftOut.ts";
import { linkTexts, unwrapLinks } from "./links.ts";
import { keepTicks, listLevels, numberLists, wordLists } from "./lists.ts";
import { readTables } from "./pastedTables.ts";
import { keepSpaces } from "./spacing.ts";
import { SheetStyles, stylesOf } from "./styles.ts";

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
const OTHER_NAMES: Readonly<Record<string, string>> = { ...RENAMED_TAGS, b: "strong" };

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

/**
 * What the editor keeps of an item: its kind, the number that its list begins with, and how numbers
 * are written.
 */
const ITEM_ATTRIBUTES = ["data-list", ITEM_START, ITEM_TYPE];

function onlyNeeded(element: Element): void {
  const href = element.localName === "a" ? linkOf(element.getAttribute("href") ?? "") : null;
  const kept = element.localName === "li" ? ITEM_ATTRIBUTES : [];
  const classes = [...element.classList].filter((name) => LAYOUT_CLASS.test(name));
  for (const { name } of [...element.attributes])
    if (!/^(row|col)span$/.test(name) && !kept.includes(name)) element.removeAttribute(name);
  if (href !== null) element.setAttribute("href", href);
  if (classes.length > 0) element.className = classes.join(" ");
  // An anchor without an address is a mark for links within its document.
  if (element.localName === "a" && href === null) unwrap(element);
}

function linkOf(href: string): string | null {
  const written = withDecodedBraces(withoutOwnPage(href));
  return written.includes("{{") ? written : linkTarget(written);
}

/**
 * A browser copies a link to `{{Link}}` as one to this page's own site, and a link within a
 * document, such as a footnote's, as one within this page.
 */
function withoutOwnPage(address: string): string {
  const { origin, href } = window.location;
  const [page = ""] = href.split("#", 1);
  if (address.startsWith(`${page}#`)) return address.slice(page.length);
  const own = `${origin}/`;
  return address.startsWith(`${own}%7B%7B`) ? address.slice(own.length) : address;
}

const TICKED = 'li[data-list="checked"]';
const INLINE_SELECTOR = "span, font, a, b, strong, i, em, u, s, sub, sup, td, th";
const BLOCKS = "p, div, ul, ol, table, blockquote, pre, h1, h2, h3";

/** Makes tags of what styles say, and takes away tags that styles have switched off. */
function formatByStyle(body: HTMLElement, sheets: SheetStyles): void {
  for (const element of body.querySelectorAll(INLINE_SELECTOR)) {
    const styles = sheets.of(element);
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
  // Google Docs strikes what is ticked.
  if (line.includes("line-through") && !element.closest(TICKED)) tags.push("s");
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

/** Removes what isn't text: comments, styles, pictures, fields, Word's own elements. */
function dropFurniture(body: HTMLElement): void {
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const unread: Node[] = [];
  for (let node = comments.nextNode(); node; node = comments.nextNode()) unread.push(node);
  for (const node of unread) node.parentNode?.removeChild(node);
  for (const button of body.querySelectorAll<HTMLInputElement>("a input")) {
    if (/^(?:submit|button)$/i.test(button.type)) button.replaceWith(button.value);
  }
  for (const button of body.querySelectorAll("a button, button a")) {
    const around = button.localName === "a" ? button.closest("button") : button;
    if (around) unwrap(around);
  }
  for (const element of body.querySelectorAll(UNSEEN)) element.remove();
  for (const element of [...body.querySelectorAll("*")].filter(({ nodeName }) =>
    nodeName.includes(":"),
  )) {
    keepEmptyLine(element);
    unwrap(element);
  }
  keepPreformatted(body);
}

/** Leaves a picture out; if it was all of a link, its description is the link's text. */
function leaveOut(image: Element): void {
  const link = image.closest("a[href]");
  const isAll = link !== null && link.textContent?.trim() === "" && !isPixel(image);
  const names = [
    image.getAttribute("alt"),
    link?.getAttribute("aria-label"),
    link?.getAttribute("title"),
  ];
  const name = names.find((one) => one != null && one.trim() !== "");
  if (isAll && name != null) image.replaceWith(name.trim());
  else image.remove();
}

/** Newsletters count their readers with invisible pictures. */
function isPixel(image: Element): boolean {
  return ["width", "height"].some((side) => /^[01](px)?$/.test(image.getAttribute(side) ?? ""));
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

/** A line break in the source behind `<br>` shows nothing. */
function trimLines(body: HTMLElement): void {
  for (const lineBreak of body.querySelectorAll("br")) {
    const text = lineBreak.nextSibling;
    if (text?.nodeType === Node.TEXT_NODE && lineBreak.closest("pre") === null)
      text.textContent = (text.textContent ?? "").replace(/^[ \t\r\n]+/, "");
  }
}

interface CleanPaste {
  html: string;
  hasTableAsText: boolean;
  /** Pictures that the text can't show: only those of an editor stay. */
  droppedPictures: number;
  /** Whether text was left out that its program had marked as deleted. */
  hasDeletions: boolean;
}

/**
 * Reduces HTML from the clipboard (Word, Google Docs, Gmail, Excel, any page) to the formats of the
 * body: lines, headings, lists, quotes, code, links, an editor's pictures unless `keepsPictures` is
 * false, tables of up to `room` cells and the toolbar's formats. Drops everything else; of text
 * only comments and what is marked as deleted.
 */
export function cleanPaste(
  html: string,
  { room = MAX_TABLE_CELLS, keepsPictures = true } = {},
): CleanPaste {
  const document = inertDocument(html);
  const { body } = document;
  const sheets = new SheetStyles(document);
  sheets.takeExcelStyles(document);
  const isOurs = (image: Element) => keepsPictures && pictureOf(image) !== null;
  emojiAsText(body, isOurs);
  dropComments(body);
  const hasDeletions = dropDeletions(body);
  keepTicks(body);
  const others = [...body.querySelectorAll("img")].filter((image) => !isOurs(image));
  for (const image of others) leaveOut(image);
  dropHidden(body, sheets);
  keepSpaces(body, sheets);
  dropFurniture(body);
  quotesAsText(body);
  wordLists(body);
  listLevels(body, sheets);
  numberLists(body);
  formatByStyle(body, sheets);
  unwrapLinks(body);
  linkTexts(body);
  const hasTableAsText = readTables(body, room);
  onlyKnown(body);
  body.normalize();
  trimLines(body);
  const droppedPictures = others.filter((image) => !isPixel(image)).length;
  return { html: body.innerHTML.trim(), hasTableAsText, droppedPictures, hasDeletions };
}
