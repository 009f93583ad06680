import { linkTarget } from "@sendwright/core/body/linkAddress";
import { type HtmlNode, type Root, replaceAll, tagsOf } from "./dom.ts";

/**
 * Gives every link a target that works in an email. A link without one becomes plain text; one with a placeholder stays
 * until its values are known (`compileTemplate`).
 */
export function completeLinks(root: Root): void {
  const unlinked = new Map<HtmlNode, HtmlNode[]>();
  for (const link of tagsOf(root, "a")) {
    const href = link.attribs.href ?? "";
    const target = href.includes("{{") ? href : linkTarget(href);
    if (target === null) unlinked.set(link, link.children);
    else link.attribs = { href: target, target: "_blank", rel: "noopener noreferrer" };
  }
  replaceAll(unlinked);
}
