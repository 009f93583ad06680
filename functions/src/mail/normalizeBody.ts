import { styleClasses } from "./normalize/classes.ts";
import { preformatCode } from "./normalize/codeBlocks.ts";
import { append, newTag, parseBody, type Root, tagsOf, textOf, writeBody } from "./normalize/dom.ts";
import { completeLinks } from "./normalize/emptyLinks.ts";
import { hideEmptyMarks, nestLists } from "./normalize/lists.ts";
import { normalizeSpaces } from "./normalize/spaces.ts";

/**
 * Turns a sanitized body as the editor writes it (Quill's own HTML or its "semantic" one) into HTML that mail programs
 * show as the editor does: real lists, alignment and indent as styles, `<pre>` for code, ordinary spaces, empty lines
 * kept, links with a scheme. Doing it twice changes nothing.
 */
export function normalizeBody(html: string): string {
  const root = parseBody(html);
  preformatCode(root);
  nestLists(root);
  styleClasses(root);
  completeLinks(root);
  normalizeSpaces(root);
  hideEmptyMarks(root);
  keepEmptyLines(root);
  return writeBody(root);
}

/** A paragraph without content has no height; the editor shows it as an empty line. */
function keepEmptyLines(root: Root): void {
  for (const block of tagsOf(root, "p", "h1", "h2", "h3", "blockquote")) {
    const isEmpty = textOf(block) === "" && tagsOf(block, "br", "hr", "table", "ul", "ol", "p").length === 0;
    if (isEmpty) append(block, newTag("br"));
  }
}
