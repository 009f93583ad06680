import { ITEM_START, ITEM_TYPE } from "@sendwright/core/body/listNumbers";
import { escapeHtml, tokenize } from "@sendwright/core/placeholders";
import { inertDocument } from "../../lib/inertDocument.ts";
import { PICTURE_SELECTOR, pictureOf, pictureTag } from "./pictureBlot.ts";
import { CELL, KEPT_HTML, KEPT_TABLE, storedTable } from "./tableHtml.ts";
import { isChip } from "./writtenPlaceholder.ts";

/** The class of a chip's element, by which Quill knows it. */
export const CHIP_CLASS = "ql-placeholder";
/** The attribute with the placeholder's source text: `{{Name|date}}`. */
export const WRITTEN = "data-written";

/**
 * The HTML that the editor reads for a stored body: every placeholder becomes a chip's element.
 * Tags within the braces (`{{<b>Na</b>me}}`) go around the chip or behind it, as in rendering. A
 * placeholder that spans several lines of code remains text, because a chip is on one line.
 */
export function withChips(body: string): string {
  let codeDepth = 0;
  // Quill's own mark around a chip is never stored (bodyOf), so it must not keep braces apart that
  // will be adjacent.
  return tokenize(body.replaceAll("\ufeff", ""), "html")
    .map((token) => {
      const isInCode = codeDepth > 0;
      for (const [, end] of token.source.matchAll(/<(\/?)pre\b/gi))
        codeDepth = Math.max(0, codeDepth + (end ? -1 : 1));
      if (!isChip(token) || (isInCode && token.text.includes("\n"))) return token.source;
      const chip = `<span class="${CHIP_CLASS}" ${WRITTEN}="${escapeHtml(token.text)}"></span>`;
      return token.tagsBefore + chip + token.tagsAfter;
    })
    .join("");
}

/**
 * The body to store for the editor's content, without changing the editor: Quill's HTML with
 * placeholders as plain `{{…}}`, real code blocks, and every typed space.
 */
export function bodyOf(content: HTMLElement): string {
  // In a document of its own, where a picture doesn't load.
  const copy = document.implementation.createHTMLDocument("").importNode(content, true);
  // Quill puts the first of them around a chip, to hold the cursor; how it reads them is
  // TemplateClipboard's part.
  for (const text of textsOf(copy))
    text.data = text.data.replaceAll("\ufeff", "").replaceAll("\u00a0", " ");
  for (const kept of copy.querySelectorAll(`.${KEPT_TABLE}`)) kept.replaceChildren();
  for (const furniture of copy.querySelectorAll(".ql-ui, .ql-cursor")) furniture.remove();
  copy.normalize();
  keepSpaces(copy);
  for (const chip of copy.querySelectorAll(`.${CHIP_CLASS}`))
    chip.replaceWith(chip.getAttribute(WRITTEN) ?? "");
  for (const image of copy.querySelectorAll(PICTURE_SELECTOR)) {
    const picture = pictureOf(image);
    if (picture) image.replaceWith(pictureTag(picture));
  }
  for (const line of copy.querySelectorAll(`[${ITEM_START}], [${ITEM_TYPE}]`)) keepNumbers(line);
  for (const code of copy.querySelectorAll(CODE)) code.replaceWith(preformatted(code));
  for (const link of copy.querySelectorAll("a")) {
    link.removeAttribute("rel");
    link.removeAttribute("target");
  }
  dropLineBehindTable(copy);
  for (const table of copy.querySelectorAll("table")) {
    table.replaceWith(storedTable([...table.querySelectorAll(`[${CELL}]`)]));
  }
  for (const kept of copy.querySelectorAll(`.${KEPT_TABLE}`)) {
    kept.replaceWith(...inertDocument(kept.getAttribute(KEPT_HTML) ?? "").body.childNodes);
  }
  return copy.innerHTML;
}

/**
 * The editor has one more empty line than the body where a table ends it
 * (`TemplateClipboard.read`): without it, no cursor could get behind the table.
 */
function dropLineBehindTable(content: Element): void {
  let last = content.lastElementChild;
  while (last?.matches("p:not([class], :has(img))") && last.textContent === "")
    last = last.previousElementSibling;
  if (last?.matches(`table, .${KEPT_TABLE}`) && last !== content.lastElementChild)
    content.lastElementChild?.remove();
}

/**
 * One order of attributes, in whatever order a person chose the formats. A line that is no item
 * anymore has its numbers in the editor only, so that undo brings them back.
 */
function keepNumbers(line: Element): void {
  for (const name of [ITEM_START, ITEM_TYPE]) {
    const value = line.getAttribute(name);
    line.removeAttribute(name);
    if (value !== null && line.localName === "li") line.setAttribute(name, value);
  }
}

const CODE = ".ql-code-block-container";

/** A parser ignores a line break after `<pre>` and one before `</pre>`. */
function preformatted(code: Element): HTMLPreElement {
  const pre = document.createElement("pre");
  const lines = [...code.children].map((line) => line.textContent ?? "");
  pre.textContent = `${lines[0] === "" ? "\n" : ""}${lines.join("\n")}\n`;
  return pre;
}

const LINES = "p, h1, h2, h3, li, blockquote";
const TAB = "    ";

/**
 * Spaces that HTML would not show become non-breaking ones: several together, and one at either end
 * of a line. No other is one, whatever was typed or pasted: a body that is read again has them as
 * ordinary ones. Chips are still elements here: the spaces within a placeholder stay as they are
 * written.
 */
function keepSpaces(content: HTMLElement): void {
  for (const text of textsOf(content)) {
    const { parentElement: parent, previousSibling, nextSibling } = text;
    if (parent?.closest(CODE)) continue;
    const isInLine = parent?.matches(LINES);
    text.data = text.data
      .replaceAll("\t", TAB)
      .replace(/ {2,}/g, (spaces) => "\u00a0".repeat(spaces.length))
      .replace(isInLine && !previousSibling ? /^ / : /(?!)/, "\u00a0")
      .replace(isInLine && !nextSibling ? / $/ : /(?!)/, "\u00a0");
  }
}

function textsOf(content: HTMLElement): Text[] {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
  return texts;
}
