import {
  append,
  type HtmlNode,
  isBlock,
  isTag,
  isText,
  newTag,
  newText,
  type Root,
  replaceAll,
  type Tag,
  tagsOf,
  textOfNode,
} from "./dom.ts";

/** A piece of code: a text, a link that begins, or the end of a link. */
type Piece = string | Tag | typeof LINK_END;
const LINK_END = Symbol();

/**
 * Turns Quill's code blocks into `<pre>`, with a line of text for each of their lines. Only links
 * stay tags, because their addresses may need values. A line break follows `<pre>` and precedes
 * `</pre>`: readers count neither as a line, and it keeps empty lines at both ends.
 */
export function preformatCode(root: Root): void {
  const blocks = tagsOf(root, "div").filter((div) => hasClass(div, "ql-code-block-container"));
  replaceEach(blocks, (block) => pre(block.children.filter((child) => isTag(child)).map(lineOf)));
  const lines = tagsOf(root, "div").filter((div) => hasClass(div, "ql-code-block"));
  replaceEach(lines, (line) => pre([lineOf(line)]));
  replaceEach(tagsOf(root, "pre"), (block) =>
    pre([withoutLastBreak(withoutFirstBreak(piecesOf(block)))]),
  );
}

/** An empty line contains a `<br>`. */
function lineOf(line: Tag): Piece[] {
  joinSourceLines(line);
  return withoutLastBreak(piecesOf(line));
}

/** A line break in the source is a space, except in `<pre>`: a placeholder may go across it. */
function joinSourceLines(node: HtmlNode): void {
  if (isText(node))
    node.data = node.data.replace(/\s+/g, (gap) => (/[\n\r]/.test(gap) ? " " : gap));
  else if (isTag(node) && node.name !== "pre") node.children.forEach(joinSourceLines);
}

function replaceEach(tags: readonly Tag[], other: (tag: Tag) => HtmlNode): void {
  replaceAll(new Map(tags.map((tag) => [tag, [other(tag)]])));
}

/**
 * A tag's text and links, with a line break for every `<br>` and at the beginning or end of each
 * block inside.
 */
function piecesOf(tag: Tag): Piece[] {
  const pieces: Piece[] = [];
  let before = "";
  let isNewLineDue = false;
  const visit = (node: HtmlNode): void => {
    if (isTag(node) && node.name !== "br") {
      isNewLineDue ||= isBlock(node) && before !== "";
      const isLink = node.name === "a" && node.attribs.href !== undefined;
      if (isLink) pieces.push(newTag("a", { href: node.attribs.href ?? "" }));
      for (const child of node.children) visit(child);
      if (isLink) pieces.push(LINK_END);
      isNewLineDue ||= isBlock(node) && before !== "";
      return;
    }
    const text = isTag(node) ? "\n" : textOfNode(node);
    if (text === "") return;
    if (isNewLineDue && !before.endsWith("\n") && !text.startsWith("\n")) pieces.push("\n");
    isNewLineDue = false;
    pieces.push(text);
    before = text;
  };
  for (const child of tag.children) visit(child);
  return pieces;
}

function withoutFirstBreak(pieces: readonly Piece[]): Piece[] {
  const first = pieces.findIndex(isCode);
  return pieces.map((piece, at) =>
    at === first && isCode(piece) ? piece.replace(/^\n/, "") : piece,
  );
}

function withoutLastBreak(pieces: readonly Piece[]): Piece[] {
  const last = pieces.findLastIndex(isCode);
  return pieces.map((piece, at) =>
    at === last && isCode(piece) ? piece.replace(/\n$/, "") : piece,
  );
}

function isCode(piece: Piece): piece is string {
  return typeof piece === "string";
}

function pre(lines: readonly (readonly Piece[])[]): HtmlNode {
  const tag = newTag("pre");
  const open = [tag];
  let text = "\n";
  const write = () => {
    const parent = open.at(-1);
    if (parent && text !== "") append(parent, newText(text.replaceAll("\u00a0", " ")));
    text = "";
  };
  lines.forEach((pieces, line) => {
    if (line > 0) text += "\n";
    for (const piece of pieces) {
      if (isCode(piece)) {
        text += piece;
        continue;
      }
      write();
      if (piece === LINK_END) open.pop();
      else {
        append(open.at(-1) ?? tag, piece);
        open.push(piece);
      }
    }
  });
  text += "\n";
  write();
  return tag;
}

function hasClass(tag: Tag, name: string): boolean {
  return (tag.attribs.class ?? "").split(" ").includes(name);
}
