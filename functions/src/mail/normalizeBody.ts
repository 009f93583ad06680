import { linkTarget } from "@sendwright/core/body/linkAddress";
import { MAIL_INDENT } from "@sendwright/core/body/tags";
import { tidyName } from "@sendwright/core/placeholders";
import { preformatCode } from "./normalize/codeBlocks.ts";
import {
  addStyle,
  append,
  type HtmlNode,
  isBlock,
  isTag,
  isText,
  newTag,
  parseBody,
  type Root,
  replaceAll,
  type Text,
  tagsOf,
  textOfNode,
  writeBody,
} from "./normalize/dom.ts";
import { hideEmptyMarks, nestLists } from "./normalize/lists.ts";

const NBSP = "\u00a0";
/** A tab's width in spaces, as in the editor. */
const TAB = "    ";

/**
 * Uses an ordinary space wherever one is enough, and non-breaking ones only for several in a row,
 * so that lines can break. Quill writes every space as a non-breaking one; no one can tell whether
 * a single one was meant. Line breaks in the source aren't text. Code blocks keep theirs.
 */
function normalizeSpaces(root: Root, runs: RegExp): void {
  /** Whether a space would be invisible here: at the beginning of a line, and after a space. */
  let isAfterGap = true;

  const visit = (node: HtmlNode): void => {
    if (isText(node)) {
      node.data = isLayout(node) ? "" : spaced(node.data, isAfterGap, runs);
      if (node.data !== "") isAfterGap = node.data.endsWith(" ");
      return;
    }
    if (!isTag(node) || node.name === "pre") return;
    const breaks = isBlock(node) || node.name === "br";
    if (breaks) isAfterGap = true;
    for (const child of node.children) visit(child);
    if (breaks) isAfterGap = true;
  };

  for (const child of root.children) visit(child);
}

/** Spaces, with and without the placeholders that contain some. */
const SPACES = /[ \t\n\r\f\u00a0]+/g;
const PLACEHOLDERS_AND_SPACES = new RegExp(`\\{\\{[^{}]*\\}\\}|${SPACES.source}`, "g");

function spaced(text: string, isAfterGap: boolean, runs: RegExp): string {
  return text.replaceAll("\ufeff", "").replace(runs, (run, at: number) => {
    // A tab or a line break in a name is one space, as everywhere else.
    if (run.startsWith("{{")) return tidyName(run);
    const isHidden = at === 0 && isAfterGap;
    const inLine = run.replace(/[ \t\n\r\f]+/g, (gap) =>
      /[\n\r\f]/.test(gap) ? (isHidden ? "" : " ") : gap,
    );
    const kept = inLine.replaceAll("\t", TAB);
    if (kept.length > 1) return NBSP.repeat(kept.length - 1).concat(" ");
    return isHidden && kept !== "" ? NBSP : kept && " ";
  });
}

/** Whether a text is only the white space between two blocks. */
function isLayout(text: Text): boolean {
  if (text.data.trim() !== "") return false;
  const { prev, next, parent } = text;
  if (prev && next) return isBlock(prev) || isBlock(next);
  return (
    isBlock(prev ?? next) ||
    /[\n\r]/.test(text.data) ||
    isTag(parent, "ol", "ul", "table", "thead", "tbody", "tfoot", "tr")
  );
}

/**
 * Gives every link a target that works in an email. A link without one becomes plain text; one with
 * a placeholder stays until its values are known (`compileTemplate`).
 */
function completeLinks(root: Root, isLiteral: boolean): void {
  const unlinked = new Map<HtmlNode, HtmlNode[]>();
  for (const link of tagsOf(root, "a")) {
    const href = link.attribs.href ?? "";
    const target = !isLiteral && href.includes("{{") ? href : linkTarget(href);
    if (target === null) unlinked.set(link, link.children);
    else link.attribs = { href: target, target: "_blank", rel: "noopener noreferrer" };
  }
  replaceAll(unlinked);
}

/** Turns Quill's classes for alignment, indent and direction into styles, and drops every class. */
function styleClasses(root: Root): void {
  for (const tag of tagsOf(root)) {
    const names = tag.attribs.class ?? "";
    const align = /\bql-align-(center|right|justify)\b/.exec(names)?.[1];
    const indent = Number(/\bql-indent-([1-8])\b/.exec(names)?.[1] ?? 0);
    if (align !== undefined) addStyle(tag, `text-align:${align}`);
    if (indent > 0) addStyle(tag, `margin-left:${indent * MAIL_INDENT}em`);
    if (/\bql-direction-rtl\b/.test(names)) tag.attribs.dir = "rtl";
    delete tag.attribs.class;
    // Outlook supports a paragraph's margin, but not its padding.
    if (tag.attribs.style !== undefined)
      tag.attribs.style = tag.attribs.style.replace(/\bpadding-(left|right):/g, "margin-$1:");
  }
}

/**
 * Turns a sanitized body as the editor writes it (Quill's own HTML or its "semantic" one) into HTML
 * that mail programs show as the editor does: real lists, alignment and indent as styles, `<pre>`
 * for code, ordinary spaces, empty lines kept, links with a scheme. Doing it twice changes nothing.
 * In a literal text, as a signature is, `{{` has no meaning.
 */
export function normalizeBody(html: string, isLiteral = false): string {
  const root = parseBody(html);
  preformatCode(root);
  nestLists(root);
  styleClasses(root);
  completeLinks(root, isLiteral);
  normalizeSpaces(root, isLiteral ? SPACES : PLACEHOLDERS_AND_SPACES);
  hideEmptyMarks(root);
  keepEmptyLines(root);
  return writeBody(root);
}

/** A paragraph or a cell without content has no height; the editor shows it as an empty line. */
function keepEmptyLines(root: Root): void {
  for (const block of tagsOf(root, "p", "h1", "h2", "h3", "blockquote", "td", "th")) {
    const isEmpty =
      textOfNode(block) === "" && tagsOf(block, "br", "hr", "table", "ul", "ol", "p").length === 0;
    if (isEmpty) append(block, newTag("br"));
  }
}
