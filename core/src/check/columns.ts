import { AppError } from "../contract/appError.ts";
import { NO_RECIPIENT_COLUMN } from "../contract/messages.ts";
import type { Variable } from "../contract/templates.ts";
import type { CheckedColumns } from "./types.ts";

interface ColumnInput {
  variables: readonly Variable[];
  headers: readonly string[];
  recipientColumn: string;
  /** Variable name → header, where the user chose one. */
  columnMap?: Readonly<Record<string, string>> | undefined;
  /** Variable name → the one value that all rows have, instead of a column's. */
  sameForAll?: Readonly<Record<string, string>> | undefined;
}

/**
 * Decides which column feeds which variable: the one that the user chose, else the one whose header is the name
 * exactly (rule: names); none for a variable that has the same value in all rows. Returns the report, and the
 * positions of the columns: -1 where a variable has none.
 * @throws AppError `recipient_column_missing`; `invalid_input` for a chosen variable or header that does not exist, or
 * a variable that has both a column and a value for all.
 */
export function matchColumns({ variables, headers, recipientColumn, columnMap = {}, sameForAll = {} }: ColumnInput): {
  recipientIndex: number;
  indexes: number[];
  columns: CheckedColumns;
} {
  if (recipientColumn.trim() === "") {
    throw new AppError("recipient_column_missing", NO_RECIPIENT_COLUMN);
  }
  const positions = new Map(headers.map((header, index) => [header, index]));
  const recipientIndex = positions.get(recipientColumn);
  if (recipientIndex === undefined) {
    throw new AppError("recipient_column_missing", `The file has no column "${recipientColumn}".`);
  }
  const chosen = chosenColumns(columnMap, variables, positions);
  const same = new Set(Object.keys(sameForAll));
  refuseBoth(same, chosen, variables);
  const used = variables.map(({ name }) => ({
    variable: name,
    header: same.has(name) ? null : (chosen.get(name) ?? (positions.has(name) ? name : null)),
  }));
  const taken = new Set<string | null>([recipientColumn, ...used.map(({ header }) => header)]);
  const unused = headers.filter((header) => !taken.has(header));
  const without = variables.filter(({ name }, index) => used[index]?.header === null && !same.has(name));
  return {
    recipientIndex,
    indexes: used.map(({ header }) => (header === null ? -1 : (positions.get(header) ?? -1))),
    columns: {
      used,
      unused,
      missing: without.map(({ name, required }) => ({
        variable: name,
        required,
        message: `No column for {{${name}}}.`,
      })),
      suggestions: suggestColumns(without, unused),
    },
  };
}

function chosenColumns(
  columnMap: Readonly<Record<string, string>>,
  variables: readonly Variable[],
  positions: ReadonlyMap<string, number>,
): Map<string, string> {
  const chosen = new Map(Object.entries(columnMap));
  const names = new Set(variables.map(({ name }) => name));
  for (const [name, header] of chosen) {
    if (!names.has(name)) {
      throw new AppError("invalid_input", `The template has no variable {{${name}}}.`);
    }
    if (!positions.has(header)) throw new AppError("invalid_input", `The file has no column "${header}".`);
  }
  return chosen;
}

function refuseBoth(
  same: ReadonlySet<string>,
  chosen: ReadonlyMap<string, string>,
  variables: readonly Variable[],
): void {
  for (const name of same) {
    if (!variables.some((variable) => variable.name === name)) {
      throw new AppError("invalid_input", `The template has no variable {{${name}}}.`);
    }
    if (chosen.has(name)) {
      throw new AppError("invalid_input", `{{${name}}} has a column and a value for all rows: give one of them.`);
    }
  }
}

/**
 * By variable, the column whose header is its name but for case and spaces. Only where one column and one variable can
 * be meant, and the variable has no column of its own name.
 */
export function nearlyNamedColumns(
  variables: readonly Pick<Variable, "name">[],
  headers: readonly string[],
): Map<string, string> {
  const own = new Set(headers);
  const names = new Set(variables.map(({ name }) => name));
  const free = byBareName(headers.filter((header) => !names.has(header)));
  const wanting = byBareName([...names].filter((name) => !own.has(name)));
  const found = new Map<string, string>();
  for (const [bare, [name, ...others]] of wanting) {
    const [header, ...more] = free.get(bare) ?? [];
    if (name === undefined || header === undefined || others.length + more.length > 0) continue;
    found.set(name, header);
  }
  return found;
}

/** By what is left of a name when case and spaces are forgiven, and nothing else. */
function byBareName(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const bare = name.normalize("NFC").toLowerCase().replace(/\s+/g, "");
    groups.set(bare, [...(groups.get(bare) ?? []), name]);
  }
  return groups;
}

/** Columns that are offered to one variable because their headers hold its name; of more, none can be meant. */
const MAX_OFFERED = 3;

/**
 * Each header is suggested once, and only to a variable that has no column: one that is nearly its name, else those that hold its
 * name as whole words, or the other way round.
 */
function suggestColumns(variables: readonly Variable[], unused: readonly string[]): CheckedColumns["suggestions"] {
  /** By header: its bare name and its words, made once. */
  const free = new Map(unused.map((header) => [header, { bare: bareName(header), words: spaced(header) }]));
  const offered = new Map<string, string[]>();
  for (const { name } of variables) {
    const wanted = bareName(name);
    const candidates = [...free];
    const [header] =
      candidates.find(([, { bare }]) => bare === wanted) ??
      candidates.find(([, { bare }]) => isOneTypoApart(bare, wanted)) ??
      [];
    if (header === undefined) continue;
    offered.set(name, [header]);
    free.delete(header);
  }
  for (const { name } of variables) {
    if (offered.has(name)) continue;
    const wanted = spaced(name);
    const holding = [...free].flatMap(([header, { words }]) => (isPartOf(words, wanted) ? [header] : []));
    if (holding.length > MAX_OFFERED) continue;
    offered.set(name, holding);
    for (const header of holding) free.delete(header);
  }
  return variables.flatMap(({ name: variable }) =>
    (offered.get(variable) ?? []).map((header) => ({
      variable,
      header,
      message: `Column "${header}" looks like {{${variable}}}: use it?`,
    })),
  );
}

/** The words of a name: letters and digits, what is left when case, accents and punctuation are forgiven. */
function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A name's words with a space around each: "Betrag in €" is " betrag in ". */
function spaced(name: string): string {
  const words = wordsOf(name);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

/** Whether one of two names holds the other, as whole words. */
function isPartOf(first: string, second: string): boolean {
  return first !== "" && second !== "" && (first.includes(second) || second.includes(first));
}

/** A name's words without the spaces between them; of a name that has none, the name. */
function bareName(name: string): string {
  return wordsOf(name).join("") || name;
}

/** One letter more, less, other, or two in the wrong order; `Address 1` and `Address 2` are two things, though. */
function isOneTypoApart(first: string, second: string): boolean {
  if (Math.min(first.length, second.length) < 4 || Math.abs(first.length - second.length) > 1) return false;
  let start = 0;
  while (start < first.length && first[start] === second[start]) start += 1;
  let end = 0;
  const longest = Math.min(first.length, second.length) - start;
  while (end < longest && first.at(-1 - end) === second.at(-1 - end)) end += 1;
  const [left, right] = [first.slice(start, first.length - end), second.slice(start, second.length - end)];
  if (/\p{N}/u.test(left + right)) return false;
  const isSwap = left.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwap || (left.length <= 1 && right.length <= 1);
}
