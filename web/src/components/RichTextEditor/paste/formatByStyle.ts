import { stylesOf, unwrap } from "./styles.ts";

const INLINE = "span, font, a, b, strong, i, em, u, s, sub, sup, td, th";
const BLOCKS = "p, div, ul, ol, table, blockquote, pre, h1, h2, h3";

/** Makes tags of what styles say, and takes away tags that styles have switched off. */
export function formatByStyle(body: HTMLElement): void {
  for (const element of body.querySelectorAll(INLINE)) {
    const styles = stylesOf(element);
    for (const name of tagsOf(element, styles)) {
      const wrapper = element.ownerDocument.createElement(name);
      wrapper.append(...element.childNodes);
      element.append(wrapper);
    }
    if (isOff(element, styles)) unwrap(element);
  }
  for (const block of body.querySelectorAll("p, div, h1, h2, h3, li")) {
    const align = stylesOf(block).get("text-align") ?? block.getAttribute("align") ?? "";
    if (/^(center|right|justify)$/.test(align)) block.classList.add(`ql-align-${align}`);
  }
}

function tagsOf(element: Element, styles: ReadonlyMap<string, string>): string[] {
  if (element.matches("td, th") && element.querySelector(BLOCKS)) return [];
  const weight = styles.get("font-weight") ?? (element.localName === "th" ? "bold" : "");
  const line = styles.get("text-decoration-line") ?? styles.get("text-decoration") ?? "";
  const script = styles.get("vertical-align");
  const tags: string[] = [];
  if (/^bold|^[6-9]00$/.test(weight)) tags.push("strong");
  if (styles.get("font-style") === "italic") tags.push("em");
  // Every link is underlined already.
  if (line.includes("underline") && !element.closest("a")) tags.push("u");
  if (line.includes("line-through")) tags.push("s");
  if (script === "super") tags.push("sup");
  if (script === "sub") tags.push("sub");
  return tags.filter((tag) => element.localName !== tag);
}

/** Google Docs wraps all it copies into `<b style="font-weight:normal">`. */
function isOff(element: Element, styles: ReadonlyMap<string, string>): boolean {
  if (element.matches("b, strong")) return /^(normal|[1-5]00)$/.test(styles.get("font-weight") ?? "");
  if (element.matches("i, em")) return styles.get("font-style") === "normal";
  return false;
}
