import { linkTarget } from "@sendwright/core/body/links";
import { type HtmlNode, type Root, replaceAll, tagsOf } from "./dom.ts";

/**
 * Gives every link a target that works in a mail. A link that has none becomes plain text; one that holds a
 * placeholder is left until its values are known (`compileTemplate`).
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
