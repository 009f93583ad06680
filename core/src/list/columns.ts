import type { CheckedColumns } from "../check/types.ts";
import type { Variable } from "../contract/templates.ts";

/**
 * By variable, the column whose header is its name except for case and spaces. Only if exactly one column and one
 * variable match, and no column has exactly the variable's name.
 */
export function nearlyNamedColumns(
  variables: readonly Pick<Variable, "name">[],
  headers: readonly string[],
): Map<string, string> {
  const own = new Set(headers);
  const names = new Set(variables.map(({ name }) => name));
  const free = byLooseName(headers.filter((header) => !names.has(header)));
  const wanting = byLooseName([...names].filter((name) => !own.has(name)));
  const found = new Map<string, string>();
  for (const [loose, [name, ...others]] of wanting) {
    const [header, ...more] = free.get(loose) ?? [];
    if (name === undefined || header === undefined || others.length + more.length > 0) continue;
    found.set(name, header);
  }
  return found;
}

/** A name without case and spaces: names that differ only in these are the same. */
export function looseName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/g, "");
}

function byLooseName(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const loose = looseName(name);
    groups.set(loose, [...(groups.get(loose) ?? []), name]);
  }
  return groups;
}

/** How many columns we offer to one variable because their headers contain its name. If there are more, we offer none. */
const MAX_OFFERED = 3;

/**
 * Each header is suggested once, and only to a variable that has no column: one that is almost its name or shortens it, else
 * those that contain its name as whole words, or the reverse.
 */
export function suggestColumns(
  variables: readonly Variable[],
  unused: readonly string[],
): CheckedColumns["suggestions"] {
  /** By header: its bare name and its words, made once. */
  const free = new Map(unused.map((header) => [header, { bare: bareName(header), words: spaced(header) }]));
  const offered = new Map<string, string[]>();
  for (const { name } of variables) {
    const wanted = bareName(name);
    const wanting = spaced(name).split(" ");
    const candidates = [...free];
    const [header] =
      candidates.find(([, { bare }]) => bare === wanted) ??
      candidates.find(([, { bare }]) => isOneTypoApart(bare, wanted)) ??
      candidates.find(([, { words }]) => isAbbreviation(words.split(" "), wanting)) ??
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
      message: `Column "${header}" looks like {{${variable}}}. Use it?`,
    })),
  );
}

/** The words of a name: its letters and digits, without case, accents and punctuation. */
function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A name's words with a space around each: "Betrag in €" is " betrag in ". */
function spaced(name: string): string {
  const words = wordsOf(name);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

/** Whether one of two names contains the other, as whole words. */
function isPartOf(first: string, second: string): boolean {
  return first !== "" && second !== "" && (first.includes(second) || second.includes(first));
}

/** A name's words without the spaces between them, or the name if it has no words. */
function bareName(name: string): string {
  return wordsOf(name).join("") || name;
}

/** Whether two names have the same words, although some are shortened: "Rechnungsnr." is "Rechnungsnummer". */
function isAbbreviation(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((word, at) => isShortened(word, second[at] ?? ""));
}

/** Whether one of two words is the other without some letters of its second half, or both are the same. */
function isShortened(first: string, second: string): boolean {
  if (first === second) return true;
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = short.slice(start);
  if (start < 4 || rest === "" || /\p{N}/u.test(rest) || short.at(-1) !== long.at(-1)) return false;
  let at = start;
  for (const letter of rest) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
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
