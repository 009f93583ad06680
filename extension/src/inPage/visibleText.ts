/** Whether a person can see an element; tests without a layout bring their own. */
export type IsSeen = (element: Element) => boolean;

const NEVER = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TEXTAREA", "OPTION"]);
const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4
H5 H6 HEADER HR LEGEND LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL`.split(
    /\s+/,
  ),
);
/** The parts of an element that are read for a name. */
const [MAX_NODES, MAX_LENGTH] = [300, 4_000];

export function isRead(node: Node): boolean {
  return !NEVER.has(node.nodeName);
}

export function isBlock(element: Element): boolean {
  return BLOCKS.has(element.nodeName);
}

/** The element around a node, out of its shadow tree, too. */
export function parentOf(node: Node): Element | null {
  if (node.parentElement) return node.parentElement;
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** The text of an element that a person can see, by lines, without blank ones. Reads a part only. */
export function visibleLines(element: Element, isSeen: IsSeen): string[] {
  let text = "";
  let nodes = 0;
  const read = (node: Node) => {
    nodes += 1;
    if (nodes > MAX_NODES || text.length > MAX_LENGTH || !isRead(node)) return;
    if (node instanceof Text) {
      text += node.data.slice(0, MAX_LENGTH).replace(/\s+/g, " ");
      return;
    }
    if (!(node instanceof Element) || !isSeen(node)) return;
    const edge = isBlock(node) ? "\n" : "";
    text += edge;
    for (const child of node.childNodes) read(child);
    text += edge;
  };
  read(element);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
