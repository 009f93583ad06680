import { tidyName } from "@sendwright/core/placeholders";
import { type HtmlNode, isBlock, isTag, isText, type Root, type Text } from "./dom.ts";

const NBSP = "\u00a0";
/** A tab's width in spaces, as in the editor. */
const TAB = "    ";

/**
 * Uses an ordinary space wherever one is enough, and non-breaking ones only for several in a row, so that lines can
 * break. Quill writes every space as a non-breaking one; no one can tell whether a single one was meant. Line breaks in
 * the source aren't text. Code blocks keep theirs.
 */
export function normalizeSpaces(root: Root): void {
  /** Whether a space would be invisible here: at the beginning of a line, and after a space. */
  let isAfterGap = true;

  const visit = (node: HtmlNode): void => {
    if (isText(node)) {
      node.data = isLayout(node) ? "" : spaced(node.data, isAfterGap);
      if (node.data !== "") isAfterGap = node.data.endsWith(" ");
      return;
    }
    if (!isTag(node) || node.name === "pre") return;
    const breaks = isBlock(node) || node.name === "br";
    if (breaks) isAfterGap = true;
    for (const child of node.children) visit(child);
    if (breaks) isAfterGap = true;
  };

  for (const child of root.children) visit(child);
}

function spaced(text: string, isAfterGap: boolean): string {
  return text.replaceAll("\ufeff", "").replace(/\{\{[^{}]*\}\}|[ \t\n\r\f\u00a0]+/g, (run, at: number) => {
    // A tab or a line break in a name is one space, as everywhere else.
    if (run.startsWith("{{")) return tidyName(run);
    const isHidden = at === 0 && isAfterGap;
    const inLine = run.replace(/[ \t\n\r\f]+/g, (gap) => (/[\n\r\f]/.test(gap) ? (isHidden ? "" : " ") : gap));
    const meant = inLine.replaceAll("\t", TAB);
    if (meant.length > 1) return NBSP.repeat(meant.length - 1).concat(" ");
    return isHidden && meant !== "" ? NBSP : meant && " ";
  });
}

/** Whether a text is only the white space between two blocks. */
function isLayout(text: Text): boolean {
  if (text.data.trim() !== "") return false;
  const { prev, next, parent } = text;
  if (prev && next) return isBlock(prev) || isBlock(next);
  return (
    isBlock(prev ?? next) ||
    /[\n\r]/.test(text.data) ||
    isTag(parent, "ol", "ul", "table", "thead", "tbody", "tfoot", "tr")
  );
}
