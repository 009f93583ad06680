import { escapeHtml, tokenize } from "@sendwright/functions/contract";
import { isChip } from "./writtenPlaceholder.ts";

/** The class of a chip's element, by which Quill knows it. */
export const CHIP_CLASS = "ql-placeholder";
/** The attribute that holds the placeholder as it is written: `{{Name|date}}`. */
export const WRITTEN = "data-written";

/**
 * Takes a body as it is kept; gives the HTML that the editor reads, in which every placeholder is the element of a chip.
 * Tags within the braces (`{{<b>Na</b>me}}`) go around the chip or behind it, as rendering has it.
 */
export function withChips(body: string): string {
  return tokenize(body, "html")
    .map((token) => {
      if (!isChip(token)) return token.source;
      const chip = `<span class="${CHIP_CLASS}" ${WRITTEN}="${escapeHtml(token.text)}"></span>`;
      return token.tagsBefore + chip + token.tagsAfter;
    })
    .join("");
}

/** A space that HTML would not show as one: next to another, or at either end of a text. */
const FRAIL_SPACES = /^ +| +$| {2,}/g;

/**
 * Takes the editor's content, which stays as it is; gives the body to keep: Quill's own HTML with placeholders as plain
 * `{{…}}`, real code blocks, and every space that was typed.
 */
export function bodyOf(content: HTMLElement): string {
  const copy = content.cloneNode(true) as HTMLElement;
  for (const chip of copy.querySelectorAll(`.${CHIP_CLASS}`)) chip.replaceWith(chip.getAttribute(WRITTEN) ?? "");
  for (const furniture of copy.querySelectorAll(".ql-ui, .ql-cursor")) furniture.remove();
  for (const code of copy.querySelectorAll(".ql-code-block-container")) code.replaceWith(preformatted(code));
  copy.normalize();
  keepSpaces(copy);
  for (const element of copy.querySelectorAll("[class=''], [contenteditable]")) {
    element.removeAttribute("contenteditable");
    if (element.className === "") element.removeAttribute("class");
  }
  return copy.innerHTML;
}

function preformatted(code: Element): HTMLPreElement {
  const pre = document.createElement("pre");
  const lines = [...code.children].map((line) => line.textContent);
  // A reader takes neither the first line break for a line nor the last.
  pre.textContent = `\n${lines.join("\n")}\n`;
  return pre;
}

function keepSpaces(content: HTMLElement): void {
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const plain = text.data.replaceAll("\ufeff", "");
    text.data = text.parentElement?.closest("pre")
      ? plain
      : plain.replaceAll("\t", "    ").replace(FRAIL_SPACES, (spaces) => "\u00a0".repeat(spaces.length));
  }
}
