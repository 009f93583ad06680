import { stylesOf, unwrap } from "./styles.ts";

const UNSEEN =
  "head, style, script, meta, link, title, xml, template, noscript, iframe, object, embed, img, svg, picture, video, audio, canvas, " +
  "button, input, select, textarea, hr, [hidden], .EOP, .Apple-interchange-newline";

const TAB = "    ";

/** Removes invisible content: comments, styles, pictures, hidden text, Word's own elements. */
export function dropFurniture(body: HTMLElement): void {
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const unread: Node[] = [];
  for (let node = comments.nextNode(); node; node = comments.nextNode()) unread.push(node);
  for (const node of unread) node.parentNode?.removeChild(node);
  for (const element of body.querySelectorAll(UNSEEN)) element.remove();
  for (const element of body.querySelectorAll("[style]")) {
    const styles = stylesOf(element);
    if (isHidden(styles)) element.remove();
  }
  for (const element of [...body.querySelectorAll("*")].filter(({ nodeName }) => nodeName.includes(":"))) {
    keepEmptyLine(element);
    unwrap(element);
  }
  keepPreformatted(body);
}

/** Text that was invisible where it was copied must not appear in an email. */
function isHidden(styles: ReadonlyMap<string, string>): boolean {
  const isNothing = (name: string) => /^0(\.0+)?(px|pt|em|%)?$/.test(styles.get(name) ?? "");
  const isUnseen = styles.get("display") === "none" || /^(hidden|collapse)$/.test(styles.get("visibility") ?? "");
  return isUnseen || styles.get("mso-hide") === "all" || isNothing("font-size") || isNothing("opacity");
}

/** Word writes an empty line as `<p><o:p>&nbsp;</o:p></p>`. */
function keepEmptyLine(element: Element): void {
  const line = element.parentElement;
  if (line?.textContent?.replaceAll("\u00a0", "").trim() !== "") return;
  element.textContent = "";
  if (line.tagName === "P" && !line.querySelector("br")) element.append(element.ownerDocument.createElement("br"));
}

/** Text that was shown as it was written (Google Docs, code editors) keeps its spaces and lines. */
function keepPreformatted(body: HTMLElement): void {
  for (const element of body.querySelectorAll("[style*=white-space]")) {
    if (!/^(pre|pre-wrap|break-spaces)$/.test(stylesOf(element).get("white-space") ?? "")) continue;
    for (const node of [...element.childNodes]) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const [first = "", ...lines] = (node.textContent ?? "")
        .replaceAll("\t", TAB)
        .split(/\r\n?|\n/)
        .map(spaced);
      node.textContent = first;
      let last: ChildNode = node;
      for (const line of lines) {
        const lineBreak = element.ownerDocument.createElement("br");
        const text = element.ownerDocument.createTextNode(line);
        last.after(lineBreak, text);
        last = text;
      }
    }
  }
}

function spaced(line: string, index: number): string {
  return line.replace(index === 0 ? / {2,}/g : /^ +| {2,}/g, (spaces) => "\u00a0".repeat(spaces.length));
}
