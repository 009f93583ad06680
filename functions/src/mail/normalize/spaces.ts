import { tidyName } from "@sendwright/core/placeholders";
import { type HtmlNode, isBlock, isTag, isText, type Root, type Text } from "./dom.ts";

const NBSP = "\u00a0";
/** How wide a tab is, in spaces, as the editor has it. */
const TAB = "    ";

/**
 * Leaves an ordinary space wherever one is enough, and non-breaking ones only where several are meant, so that lines
 * can break. Quill hands out every space as a non-breaking one; whether a single one was meant cannot be told. Line
 * breaks in the source are no text. Code blocks keep theirs.
 */
export function normalizeSpaces(root: Root): void {
  /** Whether a space would not be seen here: at the beginning of a line, and after a space. */
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
    // A tab or a line break in a name is one space, as everyone else reads it.
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
