/**
 * Whether a text is a table of people that loses something: not all people fit, or a cell has words
 * that are no one's address or name.
 */
export function isTableCut(text: string, known: ReadonlySet<string>, isFull: boolean): boolean {
  const cells = known.size === 0 ? [] : cellsOf(text);
  return cells.length > 0 && (isFull || cells.some((cell) => hasOther(cell, known)));
}

/** The cells of a table's rows, without its headers; none if the text is no table. */
function cellsOf(text: string): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  const isSeparator = (separator: string) => {
    const width = first.split(separator).length;
    if (width < 2 || lines.length < 2) return false;
    if (separator === "\t") return lines.some((line, at) => at > 0 && line.includes("\t"));
    // Without headers, it is a list of people in lines.
    return !first.includes("@") && lines.every((line) => line.split(separator).length >= width);
  };
  const separator = ["\t", ";", "|", ","].find(isSeparator);
  if (separator === undefined) return [];
  const rows = first.includes("@") ? lines : lines.slice(1);
  return rows.flatMap((row) => row.split(separator));
}

export function hasOther(text: string, known: ReadonlySet<string>): boolean {
  return wordsOf(text).some((word) => !known.has(word));
}

export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter((word) => word !== "");
}
