import type { List } from "@sendwright/core/list/list";
import { addressTexts } from "@sendwright/core/list/read";

/** The text of the address field, with other texts for some people, as `addressTexts` has them. */
export function fieldText(list: List, instead: ReadonlyMap<number, string>): string | null {
  return addressTexts(list, instead)?.join("\n") ?? null;
}
