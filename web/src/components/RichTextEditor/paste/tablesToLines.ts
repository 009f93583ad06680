/** Between the cells of a row. */
const BETWEEN = " | ";

/**
 * Makes text of pasted tables: each row a line, its cells apart. Tables that only lay out a page (with tables, lists or
 * several lines in a cell) give up their cells as they are.
 */
export function tablesToLines(body: HTMLElement): void {
  for (let table = innermost(body); table; table = innermost(body)) {
    const rows = [...table.querySelectorAll("tr")];
    dropSpacers(rows);
    table.replaceWith(...rows.flatMap(isLayout(table) ? blocks : line));
  }
}

function innermost(body: HTMLElement): Element | undefined {
  return [...body.querySelectorAll("table")].find((table) => !table.querySelector("table"));
}

function isLayout(table: Element): boolean {
  return [...table.querySelectorAll("td, th")].some(
    (cell) => cell.querySelector("ul, ol, blockquote, pre, h1, h2, h3") || cell.querySelectorAll("p, div").length > 1,
  );
}

/** Empty columns separate others; signatures use a picture for that. */
function dropSpacers(rows: readonly Element[]): void {
  const columns = rows.map(cellsOf);
  const width = Math.max(0, ...columns.map(({ length }) => length));
  // If cells span, we can't tell which column they belong to.
  if (columns.some((cells) => cells.length !== width || cells.some((cell) => cell.hasAttribute("colspan")))) return;
  for (let index = 0; index < width; index += 1) {
    const cells = columns.map((row) => row[index]);
    if (cells.every((cell) => isEmpty(cell))) for (const cell of cells) cell?.remove();
  }
}

function isEmpty(cell: Element | undefined): boolean {
  return (cell?.textContent ?? "").trim() === "";
}

function cellsOf(row: Element): Element[] {
  return [...row.children].filter((cell) => cell.matches("td, th"));
}

function blocks(row: Element): Element[] {
  return cellsOf(row).map((cell) => {
    const block = cell.ownerDocument.createElement("div");
    block.append(...cell.childNodes);
    return block;
  });
}

function line(row: Element): Element[] {
  const line = row.ownerDocument.createElement("p");
  const cells = cellsOf(row);
  while (cells.length > 0 && isEmpty(cells.at(-1))) cells.pop();
  for (const [index, cell] of cells.entries()) {
    if (index > 0) line.append(BETWEEN);
    for (const block of cell.querySelectorAll("p, div")) block.replaceWith(...block.childNodes);
    // A row is a line, also where Excel breaks the text within a cell; where it has one cell, its lines may stay.
    if (cells.length > 1) for (const lineBreak of cell.querySelectorAll("br")) lineBreak.replaceWith(" ");
    line.append(...trimmed(cell));
  }
  if (!line.textContent) line.append(row.ownerDocument.createElement("br"));
  return [line];
}

/** Excel writes line breaks and spaces around the text of a cell. */
function trimmed(cell: Element): ChildNode[] {
  const [first, last] = [cell.firstChild, cell.lastChild];
  if (first?.nodeType === Node.TEXT_NODE) first.textContent = first.textContent?.trimStart() ?? "";
  if (last?.nodeType === Node.TEXT_NODE) last.textContent = last.textContent?.trimEnd() ?? "";
  return [...cell.childNodes];
}
