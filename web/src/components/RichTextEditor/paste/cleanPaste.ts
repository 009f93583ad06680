import { inertDocument } from "../../../lib/inertDocument.ts";
import { dropFurniture } from "./dropFurniture.ts";
import { formatByStyle } from "./formatByStyle.ts";
import { listLevels, wordLists } from "./lists.ts";
import { onlyKnown } from "./onlyKnown.ts";
import { tablesToLines } from "./tablesToLines.ts";

/**
 * Reduces HTML from the clipboard (Word, Google Docs, Gmail, Excel, any page) to what the body can hold: lines,
 * headings, lists, quotes, code, links and the toolbar's formats. Everything else is gone, and no text is.
 */
export function cleanPaste(html: string): string {
  const { body } = inertDocument(html);
  dropFurniture(body);
  wordLists(body);
  listLevels(body);
  formatByStyle(body);
  tablesToLines(body);
  onlyKnown(body);
  body.normalize();
  return body.innerHTML.trim();
}
