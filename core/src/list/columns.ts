import type { Variable } from "../contract/templates.ts";
import { groupBy } from "../groupBy.ts";
import { comparedName, likeness, looseName } from "../placeholders/likeness.ts";

/**
 * By variable, the column whose header is its name except for case and spaces. Only if exactly one
 * column and one variable match, and no column has exactly the variable's name.
 */
export function nearlyNamedColumns(
  variables: readonly Pick<Variable, "name">[],
  headers: readonly string[],
): Map<string, string> {
  const own = new Set(headers);
  const names = new Set(variables.map(({ name }) => name));
  const free = groupBy(
    headers.filter((header) => !names.has(header)),
    looseName,
  );
  const wanting = groupBy(
    [...names].filter((name) => !own.has(name)),
    looseName,
  );
  const found = new Map<string, string>();
  for (const [loose, [name, ...others]] of wanting) {
    const [header, ...more] = free.get(loose) ?? [];
    if (name === undefined || header === undefined || others.length + more.length > 0) continue;
    found.set(name, header);
  }
  return found;
}

/**
 * How many columns we offer to one placeholder because they are equally near. If there are more, we
 * offer none.
 */
const MAX_OFFERED = 3;
/**
 * So many placeholders and headers are compared: a template or list with more would take too long.
 */
const MAX_COMPARED = 200;

/**
 * By placeholder, the columns that look like it: those that are nearest, and no less near ones.
 * Each column is offered once, to the placeholder that it looks like most.
 */
export function suggestColumns(
  placeholders: readonly string[],
  headers: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const names = placeholders
    .slice(0, MAX_COMPARED)
    .map((name) => ({ name, compared: comparedName(name) }));
  const columns = headers
    .slice(0, MAX_COMPARED)
    .map((name) => ({ name, compared: comparedName(name) }));
  const pairs = names.flatMap(({ name, compared }) =>
    columns.flatMap((column) => {
      const score = compared && column.compared ? likeness(compared, column.compared) : 0;
      return score === 0 ? [] : { name, header: column.name, score };
    }),
  );
  const taken = new Set<string>();
  const offered = new Map<string, { score: number; headers: string[] }>();
  for (const { name, header, score } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (taken.has(header)) continue;
    const own = offered.get(name);
    if (own && own.score !== score) continue;
    taken.add(header);
    if (own) own.headers.push(header);
    else offered.set(name, { score, headers: [header] });
  }
  return new Map(
    placeholders.flatMap((name): [string, string[]][] => {
      const own = offered.get(name);
      return own && own.headers.length <= MAX_OFFERED ? [[name, own.headers]] : [];
    }),
  );
}
