import { groupBy } from "../groupBy.ts";
import { looseName } from "../placeholders/likeness.ts";
import { saysWho } from "../recipients/personName.ts";
import { mailboxIn } from "./claims.ts";
import { cellText, isFilled, type List, type OtherPerson, type Row } from "./list.ts";
import { comparedText } from "./otherPeople.ts";

/**
 * Whether the person of a row is in another list: certainly, perhaps (its mailbox is there, and
 * nothing tells its people apart), or it's someone else with the same mailbox, who didn't get the
 * email.
 */
export type OtherVerdict = "in" | "unclear" | "different";

/**
 * By id, of the rows whose mailbox is in another list: whether their person is. The user's answers
 * about rows don't count.
 */
export function inOthers(list: List): ReadonlyMap<number, OtherVerdict> {
  const { elsewhere } = list;
  const found = new Map<number, OtherVerdict>();
  if (elsewhere === undefined) return found;
  const groups = groupBy(list.rows.filter(isFilled), (row) => mailboxIn(list, row));
  for (const [mailbox, rows] of groups) {
    if (!elsewhere.mailboxes.has(mailbox)) continue;
    const people = elsewhere.people.get(mailbox) ?? [];
    const judge = judgeOf(list, rows, people);
    for (const row of rows) found.set(row.id, judge(row));
  }
  return found;
}

/**
 * More pairs of people with one mailbox take too long to compare at each change: ask about them.
 */
const MAX_PAIRS = 40_000;

/** Returns a function that judges the rows of a mailbox by the people who have it elsewhere. */
function judgeOf(
  list: List,
  rows: readonly Row[],
  people: readonly OtherPerson[],
): (row: Row) => OtherVerdict {
  if (rows.length * people.length > MAX_PAIRS) return () => "unclear";
  const ours = new Map(rows.map((row) => [row.id, textsOf(list, row)]));
  const distinct = distinctColumns([...ours.values(), ...people.map(({ texts }) => texts)]);
  const areNames = distinct.some(saysWho);
  if (rows.length === 1 && (people.length === 0 || distinct.length === 0))
    return () => (people.length === 0 || people.some(mayBeReached) ? "in" : "different");
  const mayBeAll = people.length >= rows.length && people.every(mayBeReached);
  const isResults = people.length > 0 && people.every(({ isReached }) => isReached !== null);
  return (row) => {
    const texts = ours.get(row.id) ?? new Map<string, string>();
    const likeness = people.map((person) => compare(texts, person.texts, distinct));
    const peopleWith = (wanted: Likeness) => people.filter((_, i) => likeness[i] === wanted);
    const same = peopleWith("same");
    if (same.length > 0) return same.some(mayBeReached) ? "in" : "different";
    // With another name than all of them, it may be a sibling.
    if (mayBeAll) return areNames && likeness.every((one) => one === "other") ? "unclear" : "in";
    if (rows.length === 1 && people.length === 1 && !areNames) return "different";
    // In a list of people not to write to, we don't include anyone only because their name differs.
    return isResults && !peopleWith("unclear").some(mayBeReached) ? "different" : "unclear";
  };
}

/** Anyone but those who didn't get the email. */
function mayBeReached({ isReached }: OtherPerson): boolean {
  return isReached !== false;
}

function textsOf({ columns }: List, { cells }: Row): Map<string, string> {
  return new Map(
    columns.flatMap((header, at): [string, string][] => {
      const name = looseName(header);
      const text = comparedText(name, cellText(cells[at]));
      return text === "" || text.includes("@") ? [] : [[name, text]];
    }),
  );
}

/** The columns in which the people of a mailbox differ; only those with names, if there are any. */
function distinctColumns(all: readonly ReadonlyMap<string, string>[]): string[] {
  const columns = [...new Set(all.flatMap((texts) => [...texts.keys()]))];
  const distinct = columns.filter(
    (column) => new Set(all.flatMap((texts) => texts.get(column) ?? [])).size > 1,
  );
  const names = distinct.filter(saysWho);
  return names.length > 0 ? names : distinct;
}

/** Whether two people are the same, by their texts. */
type Likeness = "same" | "other" | "unclear";

function compare(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
  columns: readonly string[],
): Likeness {
  const known = columns.filter((column) => one.has(column) && other.has(column));
  const equal = known.filter((column) => one.get(column) === other.get(column)).length;
  if (known.length === 0 || (equal > 0 && equal < known.length)) return "unclear";
  return equal > 0 ? "same" : "other";
}

/**
 * The list without the rows whose people are in another list; the user's answer about a row counts
 * first.
 */
export function withoutOthers(list: List): List {
  if (list.elsewhere === undefined) return list;
  const found = inOthers(list);
  const rows = list.rows.map((row): Row => {
    const judged = found.get(row.id);
    const isOut = judged !== undefined && (row.inOther ?? judged !== "different");
    if (isOut === (row.excluded === "in_other_list") || row.excluded === "filtered") return row;
    if (isOut) return { ...row, excluded: "in_other_list" };
    const { excluded: _, ...rest } = row;
    return rest;
  });
  return rows.every((row, at) => row === list.rows[at]) ? list : { ...list, rows };
}

/** Rows to ask about: their mailbox is in another list, but perhaps their person isn't. */
export function openOthers(list: List): readonly Row[] {
  const found = inOthers(list);
  return list.rows.filter(
    ({ id, excluded, inOther }) =>
      excluded !== "filtered" && inOther === undefined && found.get(id) === "unclear",
  );
}

/**
 * Rows that share a mailbox with someone in another list, but are included: it's someone else, as
 * far as we can tell.
 */
export function sharedOthers(list: List): readonly Row[] {
  const found = inOthers(list);
  return list.rows.filter(
    ({ id, excluded, inOther }) =>
      excluded === undefined && inOther === undefined && found.get(id) === "different",
  );
}
