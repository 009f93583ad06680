import {
  append,
  type HtmlNode,
  isTag,
  isText,
  linesOf,
  newTag,
  newText,
  type Root,
  replaceAll,
  type Tag,
  tagsOf,
} from "./dom.ts";

/**
 * Turns Quill's code blocks into `<pre>`, with a line of text for each of their lines. A line break follows `<pre>` and
 * precedes `</pre>`: readers count neither as a line, and it keeps empty lines at both ends.
 */
export function preformatCode(root: Root): void {
  const blocks = tagsOf(root, "div").filter((div) => hasClass(div, "ql-code-block-container"));
  replaceEach(blocks, (block) => pre(block.children.filter((child) => isTag(child)).map(lineOf)));
  const lines = tagsOf(root, "div").filter((div) => hasClass(div, "ql-code-block"));
  replaceEach(lines, (line) => pre([lineOf(line)]));
  replaceEach(tagsOf(root, "pre"), (block) => pre([linesOf(block).replace(/^\n/, "").replace(/\n$/, "")]));
}

/** An empty line contains a `<br>`. */
function lineOf(line: Tag): string {
  joinSourceLines(line);
  return linesOf(line).replace(/\n$/, "");
}

/** A line break in the source is a space, except in `<pre>`: a placeholder may go across it. */
function joinSourceLines(node: HtmlNode): void {
  if (isText(node)) node.data = node.data.replace(/\s+/g, (gap) => (/[\n\r]/.test(gap) ? " " : gap));
  else if (isTag(node) && node.name !== "pre") node.children.forEach(joinSourceLines);
}

function replaceEach(tags: readonly Tag[], other: (tag: Tag) => HtmlNode): void {
  replaceAll(new Map(tags.map((tag) => [tag, [other(tag)]])));
}

function pre(lines: readonly string[]): HtmlNode {
  const tag = newTag("pre");
  append(tag, newText(`\n${lines.join("\n").replaceAll("\u00a0", " ")}\n`));
  return tag;
}

function hasClass(tag: Tag, name: string): boolean {
  return (tag.attribs.class ?? "").split(" ").includes(name);
}
