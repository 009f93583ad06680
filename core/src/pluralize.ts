import { withCommas } from "./withCommas.ts";

/** The first of some names and how many more there are: "Ann, Bo, Cy and 9 more". */
export function andMore(named: readonly string[], all: number): string {
  const more = all - named.length;
  return more > 0 ? `${named.join(", ")} and ${withCommas(more)} more` : named.join(", ");
}

/** How many names a sentence lists. */
export const MAX_LISTED = 3;

/** Lists names: "Ann, Bo and Cy". Of more than three, it names the first and says how many more. */
export function listInWords(names: readonly string[]): string {
  if (names.length > MAX_LISTED) return andMore(names.slice(0, MAX_LISTED), names.length);
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** A count with its word: "1 email", "1,200 emails". */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}
