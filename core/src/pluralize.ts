import { withCommas } from "./withCommas.ts";

/** The first of some names and how many more there are: "Ann, Bo, Cy and 9 more". */
export function andMore(named: readonly string[], all: number): string {
  const more = all - named.length;
  return more > 0 ? `${named.join(", ")} and ${withCommas(more)} more` : named.join(", ");
}

/** A count with its word: "1 email", "1,200 emails". */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`;
}
