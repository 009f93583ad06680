import {
  append,
  type HtmlNode,
  isTag,
  newTag,
  newText,
  type Root,
  replaceBy,
  type Tag,
  tagsOf,
  textOf,
} from "./dom.ts";

/**
 * Takes a body; makes `<pre>` of Quill's code blocks, a line of text for each of their lines. A line break stands after
 * `<pre>` and before `</pre>`: readers take neither for a line, and it keeps empty lines at both ends.
 */
export function preformatCode(root: Root): void {
  for (const block of tagsOf(root, "div").filter((div) => hasClass(div, "ql-code-block-container"))) {
    replaceBy(block, [pre(block.children.filter((child) => isTag(child)).map(textOf))]);
  }
  for (const line of tagsOf(root, "div").filter((div) => hasClass(div, "ql-code-block"))) {
    replaceBy(line, [pre([textOf(line)])]);
  }
  for (const block of tagsOf(root, "pre")) {
    for (const line of tagsOf(block, "br")) replaceBy(line, [newText("\n")]);
    replaceBy(block, [pre([textOf(block).replace(/^\n/, "").replace(/\n$/, "")])]);
  }
}

function pre(lines: readonly string[]): HtmlNode {
  const tag = newTag("pre");
  append(tag, newText(`\n${lines.join("\n").replaceAll("\u00a0", " ")}\n`));
  return tag;
}

function hasClass(tag: Tag, name: string): boolean {
  return (tag.attribs.class ?? "").split(" ").includes(name);
}
