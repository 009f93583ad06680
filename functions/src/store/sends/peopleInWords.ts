import { andMore } from "@sendwright/core/pluralize";
import type { RowDoc } from "./schemas.ts";

/** How many people a refusal names. */
const MAX_PEOPLE_NAMED = 3;

/** The people of rows, in a sentence: the first few by name or address. */
export function peopleInWords(rows: readonly Pick<RowDoc, "to" | "person">[]): string {
  const named = rows.slice(0, MAX_PEOPLE_NAMED).map(({ to, person }) => person ?? to);
  return andMore(named, rows.length);
}
