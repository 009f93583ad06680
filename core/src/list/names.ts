import { asksForName, knownName } from "../recipients/personName.ts";
import { parseRecipient } from "../recipients/recipients.ts";
import { isFilled, type List, textIn } from "./list.ts";

/**
 * By row id: the name, or the part of it, that a placeholder asks for, where the row's address comes with a name, as in
 * `Ann Good <ann@example.org>`. Empty for a placeholder that asks for something else.
 */
export function namesFor(list: List, placeholder: string): ReadonlyMap<number, string> {
  const { address } = list.mapping;
  if (address === null || !asksForName(placeholder)) return new Map();
  return new Map(
    list.rows.filter(isFilled).flatMap((row) => {
      const name = knownName(placeholder, parseRecipient(textIn(list, row, address))?.name ?? "");
      return name === null ? [] : [[row.id, name] as const];
    }),
  );
}
