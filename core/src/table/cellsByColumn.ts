/** A row of a web page's table. */
export interface SpannedRow<Cell> {
  cells: readonly Cell[];
  /** The head, body or foot of the table that it is in: no cell reaches into the next one. */
  part: unknown;
}

/** The most columns that a browser lets a cell span. */
const MAX_SPAN = 1_000;

/**
 * Lays out a table as browsers do: the cells of each row by column. A cell that spans several places
 * is in each of them. Columns beyond `maxColumns` are left out.
 */
export function cellsByColumn<Cell>(
  rows: readonly SpannedRow<Cell>[],
  attributeOf: (cell: Cell, name: "rowspan" | "colspan") => string | null,
  maxColumns: number,
): (Cell | undefined)[][] {
  /** By column: the last cell in it, and the first row that this cell doesn't reach. */
  let places: { cell: Cell; end: number }[] = [];
  return rows.map(({ cells, part }, y) => {
    if (part !== rows[y - 1]?.part) places = [];
    const isTaken = (x: number) => (places[x]?.end ?? 0) > y;
    let x = 0;
    for (const cell of cells) {
      while (isTaken(x)) x += 1;
      const height = spanIn(attributeOf(cell, "rowspan"));
      const width = Math.min(spanIn(attributeOf(cell, "colspan")) || 1, MAX_SPAN, maxColumns - x);
      // Zero means all rows below in this part.
      const place = { cell, end: height === 0 ? Number.POSITIVE_INFINITY : y + height };
      for (const end = x + width; x < end; x += 1) places[x] = place;
    }
    while (places.length > 0 && !isTaken(places.length - 1)) places.pop();
    return places.map(({ cell }, at) => (isTaken(at) ? cell : undefined));
  });
}

function spanIn(attribute: string | null): number {
  const span = Number.parseInt(attribute ?? "1", 10);
  return span >= 0 ? span : 1;
}
