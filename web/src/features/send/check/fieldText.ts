import { type List, textIn } from "@sendwright/core/list/list";

/**
 * The text of the address field, with the texts of some people (by row id) replaced. Null if the
 * field has people that the list doesn't.
 */
export function fieldText(list: List, replaced: ReadonlyMap<number, string>): string | null {
  if (list.beyond > 0) return null;
  const texts = list.rows.map(
    (row) => replaced.get(row.id) ?? textIn(list, row, list.mapping.address ?? ""),
  );
  return texts.join("\n");
}
