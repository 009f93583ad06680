import { MAIL_ALIGNED_ITEM_STYLE, MAIL_BASE_STYLE, MAIL_STYLES, orderedMark } from "@sendwright/core/body/tags";
import { type HtmlNode, isTag, parseBody, writeBody } from "./normalize/dom.ts";

/**
 * Writes the email's styles on every tag of a normalized body, in one `<div>` that sets the type. Mail programs drop
 * style sheets, so each tag has its own style; the body's own styles win. Takes linear time.
 */
export function inlineStyles(html: string): string {
  const root = parseBody(html);
  for (const child of root.children) style(child, 0);
  return `<div style="${MAIL_BASE_STYLE}">${writeBody(root)}</div>`;
}

/** `depth` is the number of list items around the node. */
function style(node: HtmlNode, depth: number): void {
  if (!isTag(node)) return;
  const { name, attribs, children } = node;
  const styles = [
    MAIL_STYLES[name],
    name === "ol" && `list-style-type:${orderedMark(depth)}`,
    name === "li" && /text-align:(?:center|right)/.test(attribs.style ?? "") && MAIL_ALIGNED_ITEM_STYLE,
    attribs.style,
  ];
  const declarations = styles.filter(Boolean).join(";");
  if (declarations !== "") attribs.style = declarations;
  for (const child of children) style(child, name === "li" ? depth + 1 : depth);
}
