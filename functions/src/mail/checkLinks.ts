import { linkTarget } from "@sendwright/core/body/links";
import { escapeHtml } from "@sendwright/core/placeholders";

const LINK = /<a href="([^"]*)"([^>]*)>/g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/**
 * Checks every link of a mail once more after its values were put in, since only now a target such as `{{Link}}` is
 * known. One that is no web address, mail address or telephone number loses its target: its text stays, and nothing
 * runs.
 */
export function checkLinks(html: string): string {
  return html.replace(LINK, (_, href: string, rest: string) => {
    const target = linkTarget(href.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity));
    return target === null ? "<a>" : `<a href="${escapeHtml(target)}"${rest}>`;
  });
}
