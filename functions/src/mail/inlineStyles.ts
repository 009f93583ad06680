import {
  LIST_TYPES,
  MAIL_ALIGNED_ITEM_STYLE,
  MAIL_BASE_STYLE,
  MAIL_STYLES,
  MAIL_TABLE_ATTRIBUTES,
  orderedMark,
} from "@sendwright/core/body/tags";
import {
  type HtmlNode,
  isTag,
  parseBody,
  type Tag,
  tagsOf,
  textOfNode,
  writeBody,
} from "./normalize/dom.ts";

/**
 * Writes the email's styles on every tag of a normalized body. Mail programs drop style sheets, so
 * each tag has its own style; the body's own styles win. Takes linear time.
 */
export function inlineStyles(html: string): string {
  const root = parseBody(html);
  for (const child of root.children) style(child, 0);
  return writeBody(root);
}

/** The `<div>` around the whole email, which sets the type. */
export const MAIL_BEGIN = `<div style="${MAIL_BASE_STYLE}">`;
export const MAIL_END = "</div>";
/** An empty line, as the editor writes one. */
export const MAIL_GAP = inlineStyles("<p><br></p>");

/** `depth` is the number of list items around the node. */
function style(node: HtmlNode, depth: number): void {
  if (!isTag(node)) return;
  const { name, attribs, children } = node;
  if (name === "table") {
    Object.assign(attribs, MAIL_TABLE_ATTRIBUTES);
    alignRows(node);
  }
  const styles = [
    MAIL_STYLES[name],
    name === "ol" && `list-style-type:${LIST_TYPES[attribs.type ?? ""] ?? orderedMark(depth)}`,
    name === "li" &&
      /text-align:(?:center|right)/.test(attribs.style ?? "") &&
      MAIL_ALIGNED_ITEM_STYLE,
    // Apple Mail on a Mac ignores the `width` attribute of an inline picture.
    name === "img" && attribs.width !== undefined && `width:${attribs.width}px`,
    attribs.style,
  ];
  const declarations = styles.filter(Boolean).join(";");
  if (declarations !== "") attribs.style = declarations;
  for (const child of children) style(child, name === "li" ? depth + 1 : depth);
}

/** Text that no program breaks into lines. */
const ONE_LINE = /^[\p{Script=Latin}\p{N}.,:%€$£+]*$/u;

/**
 * Keeps the text of all cells of a row at the top, in rows with a cell that may be higher than the
 * others.
 */
function alignRows(table: Tag): void {
  const spansRows = tagsOf(table, "td", "th").some(({ attribs }) => attribs.rowspan !== undefined);
  for (const row of tagsOf(table, "tr"))
    if (spansRows || row.children.some(mayHaveLines)) row.attribs.valign = "top";
}

function mayHaveLines(cell: HtmlNode): boolean {
  if (!isTag(cell)) return false;
  const [first] = cell.children;
  const isOneText = cell.children.length <= 1 && (!isTag(first) || first.name === "br");
  return !isOneText || !ONE_LINE.test(textOfNode(cell));
}
