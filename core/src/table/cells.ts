/** A cell's text. A picked date knows its ISO date too, whatever its text looks like. */
export type Cell = string | { text: string; iso: string };

export function cellText(cell: Cell | undefined): string {
  return typeof cell === "object" ? cell.text : (cell ?? "");
}

/**
 * A typed or pasted text as a cell holds it: LF line breaks, and nothing that no file can carry.
 */
export function asCell(text: string): string {
  return text
    .replace(/\r\n?|\v/g, "\n")
    .replace(
      /[\0\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      "",
    );
}
