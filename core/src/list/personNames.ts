import { asksForName, knownName } from "../recipients/personName.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { cellText, type List, type Row } from "./list.ts";

/** Names that were read before: reading those of 10,000 rows takes too long for each key that is typed. */
const readName = new WeakMap<Row, Map<string, string | null>>();

/**
 * By row id: the name, or the part of it, that a placeholder asks for, where the row's address comes with a name, as in
 * `Ann Good <ann@example.org>`. Empty for a placeholder that asks for something else.
 */
export function namesFor(list: List, placeholder: string): ReadonlyMap<number, string> {
  const { address } = list.mapping;
  if (address === null || !asksForName(placeholder)) return new Map();
  const position = list.columns.indexOf(address);
  return new Map(
    list.rows.flatMap((row) => {
      const name = nameIn(row, position, placeholder);
      return name === null ? [] : [[row.id, name] as const];
    }),
  );
}

function nameIn(row: Row, position: number, placeholder: string): string | null {
  const text = cellText(row.cells[position]);
  if (!text.trimEnd().endsWith(">")) return null;
  const names = readName.get(row) ?? new Map<string, string | null>();
  readName.set(row, names);
  const key = `${position} ${placeholder}`;
  const before = names.get(key);
  if (before !== undefined) return before;
  const name = knownName(placeholder, parseRecipient(text)?.name ?? "");
  names.set(key, name);
  return name;
}
