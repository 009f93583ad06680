import { type List, textIn } from "@sendwright/core/list/list";

/**
 * The text of the field of addresses, written anew from its people, with other texts for some of
 * them (by row id), so that no other address changes. Null if the field has people beyond the list.
 */
export function fieldText(list: List, instead: ReadonlyMap<number, string>): string | null {
  if (list.beyond > 0) return null;
  const texts = list.rows.map(
    (row) => instead.get(row.id) ?? textIn(list, row, list.mapping.address ?? ""),
  );
  return texts.join("\n");
}
