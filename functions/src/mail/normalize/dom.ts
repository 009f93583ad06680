import { DomUtils, parseDocument } from "htmlparser2";

export type Root = ReturnType<typeof parseDocument>;
export type HtmlNode = Root["children"][number];
/** A tag with its attributes and content. */
export type Tag = Extract<HtmlNode, { attribs: unknown }>;
/** A stretch of text, entities decoded. */
export type Text = ReturnType<typeof newText>;

/** Parses the HTML of a body, not of a whole page. */
export function parseBody(html: string): Root {
  return parseDocument(html);
}

/** Writes a tree as HTML, with as few entities as possible and every attribute in double quotes. */
export function writeBody(root: Root): string {
  return DomUtils.getInnerHTML(root, { encodeEntities: "utf8" });
}

/** Whether a node is a tag, optionally with one of these names. */
export function isTag(node: HtmlNode | Root | null | undefined, ...names: string[]): node is Tag {
  return node?.type === "tag" && (names.length === 0 || names.includes(node.name));
}

export function isText(node: HtmlNode | Root | null | undefined): node is Text {
  return node?.type === "text";
}

/** The tags of a tree, optionally with one of these names, in the order of the document. */
export function tagsOf(root: Root | Tag, ...names: string[]): Tag[] {
  return DomUtils.filter((node) => isTag(node as HtmlNode, ...names), root.children) as Tag[];
}

export function newTag(name: string, attribs: Record<string, string> = {}): Tag {
  const tag = parseDocument(`<${name}></${name}>`).children[0];
  if (!isTag(tag)) throw new Error(`${name} is not the name of a tag`);
  DomUtils.removeElement(tag);
  tag.attribs = attribs;
  return tag;
}

export function newText(data: string) {
  const text = parseDocument("x").children[0];
  if (text?.type !== "text") throw new Error("a letter was not read as text");
  DomUtils.removeElement(text);
  text.data = data;
  return text;
}

/** Moves `node` to the end of `parent`. */
export function append(parent: Tag, node: HtmlNode): void {
  DomUtils.appendChild(parent, node);
}

/** Puts `node` before everything in `parent`. */
export function prepend(parent: Tag, node: HtmlNode): void {
  DomUtils.prependChild(parent, node);
}

/**
 * Removes all content from a tag at once and returns it. (One by one, each would be searched for
 * among the others.)
 */
export function takeContent(tag: Tag): HtmlNode[] {
  const content = tag.children;
  tag.children = [];
  for (const node of content) node.parent = node.prev = node.next = null;
  return content;
}

/**
 * Replaces nodes, also inside a replaced node. Each parent is written once. (One by one, every node
 * would be searched for among its siblings.)
 */
export function replaceAll(replaced: ReadonlyMap<HtmlNode, readonly HtmlNode[]>): void {
  const inPlaceOf = (node: HtmlNode): HtmlNode[] =>
    replaced.get(node)?.flatMap(inPlaceOf) ?? [node];
  const isReplaced = (node: unknown) => (replaced as ReadonlyMap<unknown, unknown>).has(node);
  const parents = new Set([...replaced.keys()].map(({ parent }) => parent));
  for (const parent of parents) {
    // Children of replaced nodes need no order any more.
    if (parent === null || isReplaced(parent)) continue;
    setContent(parent, parent.children.flatMap(inPlaceOf));
  }
}

function setContent(parent: NonNullable<HtmlNode["parent"]>, children: HtmlNode[]): void {
  parent.children = children;
  children.forEach((child, index) => {
    child.parent = parent;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  });
}

/** A node's text, without tags. */
export function textOfNode(node: HtmlNode): string {
  return DomUtils.textContent(node);
}

/** Adds declarations to a tag's own style, which they override. */
export function addStyle(tag: Tag, declarations: string): void {
  const own = tag.attribs.style?.replace(/;?\s*$/, ";") ?? "";
  tag.attribs.style = own + declarations;
}

const BLOCK_TAGS =
  "h1 h2 h3 p div hr ol ul li blockquote pre table thead tbody tfoot tr th td caption".split(" ");

/** Whether a node begins and ends a line. */
export function isBlock(node: HtmlNode | Root | null | undefined): boolean {
  return isTag(node, ...BLOCK_TAGS);
}
