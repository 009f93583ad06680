import { readsLikeName } from "@sendwright/core/recipients/likeName";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { readMailto } from "@sendwright/core/recipients/mailto";
import { pastedPeople } from "@sendwright/core/recipients/pasted";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { inertDocument } from "./inertDocument.ts";
import { pastedCells } from "./pastedCells.ts";

/** Around a link, and before an address that gets a cell: characters of no text. */
const [EDGE, CELL] = ["\ufdd0", "\ufdd1"];
const MARKED = /\ufdd1([^\ufdd1]*)\ufdd1/g;

/**
 * A clipboard's text with the addresses that only its email links have: a link "Ann" becomes
 * `"Ann" <ann@example.org>`, in a table "Ann" and a cell with her address, and a link that is no
 * name, such as "Email", the address.
 */
export function pastedLines(data: Pick<DataTransfer, "getData">): string {
  const text = pastedCells(data);
  const html = data.getData("text/html");
  // Cells that span were moved.
  if (!/mailto:/i.test(html) || text !== data.getData("text/plain")) return text;
  const body = inertDocument(html).body;
  for (const unseen of body.querySelectorAll("script, style, title")) unseen.remove();
  const known = new Set(pastedPeople(text).map((person) => addressKey(person.address ?? "")));
  const links = [...body.querySelectorAll("a")].flatMap((link) => {
    const mailto = readMailto(link.getAttribute("href") ?? "");
    const people = mailto === null ? [] : splitRecipients(`${mailto.to}, ${mailto.copies}`);
    const addresses = people.map(({ address, text }) => address ?? text);
    const keys = addresses.map(addressKey);
    // An address that the link shows is the one that was copied.
    const isOther = pastedPeople(link.textContent).some(
      ({ address }) => address !== null && !keys.includes(addressKey(address)),
    );
    return isOther || keys.every((key) => known.has(key)) ? [] : { link, addresses };
  });
  for (const { link } of links) {
    link.before(EDGE);
    link.after(EDGE);
  }
  const parts = body.textContent.split(EDGE).map(withoutSpace);
  const places = placesIn(text, parts);
  const cells: Element[] = [];
  let written = "";
  let end = 0;
  const rest: string[] = [];
  for (const [at, { link, addresses }] of links.entries()) {
    const place = places[at] ?? null;
    const name = link.textContent.replace(/\s+/g, " ").trim();
    const isNamed = addresses.length === 1 && readsLikeName(name);
    const cell = link.closest("td, th, li");
    const isCell = cell?.matches("li") === false && cell.querySelectorAll("a").length === 1;
    const people = isNamed ? `"${name}" <${addresses[0]}>` : addresses.join(", ");
    if (place === null) {
      if (name !== "" || link.querySelector("img")) rest.push(people);
      continue;
    }
    const given = text.slice(place.start, place.end);
    written += text.slice(end, place.start);
    if (isNamed && isCell) cells.push(cell);
    written += isNamed && isCell ? `${given}${CELL}${addresses[0]}${CELL}` : people;
    end = place.end;
  }
  return [withCells(written + text.slice(end), cells[0]), ...rest].join("\n");
}

const withoutSpace = (text: string) => text.replace(/\s+/g, "");

/**
 * Where the links are in a text: `parts` are the words before the first, its own, those before the
 * second and so on, without spaces. Null for a link that the text doesn't have.
 */
function placesIn(text: string, parts: readonly string[]) {
  const at = [...text.matchAll(/\S/g)].map(({ index }) => index);
  const letters = withoutSpace(text);
  const places: ({ start: number; end: number } | null)[] = [];
  let from = 0;
  let before = "";
  for (let part = 1; part < parts.length; part += 2) {
    const own = parts[part] ?? "";
    before += parts[part - 1] ?? "";
    let start = own === "" ? -1 : letters.indexOf(own, from);
    // The same words before the link are not the link.
    for (let n = start === -1 ? 0 : before.split(own).length - 1; n > 0 && start !== -1; n -= 1)
      start = letters.indexOf(own, start + own.length);
    const [first, last] = [at[start], at[start + own.length - 1]];
    if (first === undefined || last === undefined) {
      places.push(null);
      before += own;
      continue;
    }
    places.push({ start: first, end: last + 1 });
    from = start + own.length;
    before = "";
  }
  return places;
}

/** The lines of a table in which each marked address has a cell of its own, behind its name's. */
function withCells(text: string, cell: Element | undefined): string {
  const rows = rowsOf(text);
  const isMarked = (cell: string) => cell.includes(CELL);
  const first = rows.findIndex((row) => row.some(isMarked));
  const columns = new Set(
    rows.flatMap((row) => row.flatMap((cell, x) => (isMarked(cell) ? x : []))),
  );
  const header = rows[first - headersAbove(cell)];
  const title = header?.some((cell) => /^e-?mail$/i.test(cell.trim())) ? "Email (link)" : "Email";
  for (const x of [...columns].toSorted((a, b) => b - a)) {
    for (const row of rows.slice(Math.max(0, header ? rows.indexOf(header) : first))) {
      const cell = row[x];
      if (cell === undefined) continue;
      const addresses = [...cell.matchAll(MARKED)].map(([, address]) => address);
      const added = row === header && addresses.length === 0 ? title : addresses.join(", ");
      row.splice(x, 1, cell.replace(MARKED, ""), ...(added || row.length > x + 1 ? [added] : []));
    }
  }
  return rows.map((row) => row.join("\t")).join("\n");
}

/** The rows of a text; a cell in quotation marks may have several lines. */
function rowsOf(text: string): string[][] {
  const lines = text.split(/\r?\n/).map((line) => line.split("\t"));
  const rows: string[][] = [];
  let isOpen = false;
  for (const cells of lines.map((line) => [...line])) {
    const last = isOpen ? rows.at(-1) : undefined;
    const [first = "", ...more] = cells;
    if (last) last.push(`${last.pop()}\n${first}`, ...more);
    else rows.push(cells);
    const end = cells.at(-1) ?? "";
    const isUneven = end.split('"').length % 2 === 0;
    if (!last || more.length > 0) isOpen = end.startsWith('"') && isUneven;
    else if (isUneven) isOpen = false;
  }
  return isOpen ? lines : rows;
}

/** How many rows a cell is below the headers of its table; NaN if the first row may be a person. */
function headersAbove(cell: Element | undefined): number {
  const row = cell?.closest("tr");
  const [headers] = row?.closest("table")?.rows ?? [];
  if (!row || !headers || row === headers) return Number.NaN;
  const isPerson = [...headers.cells].some((cell) => readsLikeName(cell.textContent.trim(), 2));
  return isPerson && !headers.querySelector("th") ? Number.NaN : row.rowIndex;
}
