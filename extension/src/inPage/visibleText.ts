import { childNodesOf, closest, tagNameOf } from "./dom.ts";

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
  return !(node instanceof Element) || !NEVER.has(tagNameOf(node));
}

export function isBlock(element: Element): boolean {
  return BLOCKS.has(tagNameOf(element));
}

/** The text of an element that a person can see, by lines, without blank ones. Reads a part only. */
export function visibleLines(element: Element, isSeen: IsSeen): string[] {
  let text = "";
  let nodes = 0;
  const read = (node: Node, isPre: boolean) => {
    nodes += 1;
    if (nodes > MAX_NODES || text.length > MAX_LENGTH || !isRead(node)) return;
    if (node instanceof Text) {
      text += node.data.slice(0, MAX_LENGTH).replace(isPre ? /[^\S\n]+/g : /\s+/g, " ");
      return;
    }
    if (!(node instanceof Element) || !isSeen(node)) return;
    const edge = isBlock(node) ? "\n" : "";
    text += edge;
    const keepsLines = isPre || tagNameOf(node) === "PRE";
    for (const child of childNodesOf(node)) read(child, keepsLines);
    text += edge;
  };
  read(element, closest(element, "pre") !== null);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
