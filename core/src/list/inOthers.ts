import { groupBy } from "../groupBy.ts";
import { looseName } from "../placeholders/likeness.ts";
import { saysWho } from "../recipients/personName.ts";
import { mailboxIn } from "./claims.ts";
import { cellText, isFilled, type List, mayBeReached, type OtherPerson, type Row } from "./list.ts";
import { comparedText } from "./otherPeople.ts";

/**
 * Whether the person of a row is in another list: they are, they may be (the mailbox is there), or
 * it's someone else with the same mailbox, or someone who didn't get the email.
 */
type Verdict = "in" | "unclear" | "different";

/**
 * Returns the verdicts on the rows whose mailbox is in another list, by id. They depend only on the
 * rows as they are now and on the other lists. The user's answers about rows don't count.
 */
function verdictsOf(list: List): ReadonlyMap<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  const { elsewhere } = list;
  if (elsewhere === undefined) return verdicts;
  const byMailbox = groupBy(list.rows.filter(isFilled), (row) => mailboxIn(list, row));
  for (const [mailbox, rows] of byMailbox) {
    const people = elsewhere.people.get(mailbox) ?? [];
    if (!people.some(mayBeReached)) continue;
    const texts = new Map(rows.map((row) => [row, textsOf(list, row)]));
    const columns = distinctColumns([...texts.values(), ...people.map((person) => person.texts)]);
    const group = { rows: rows.length, people, columns };
    for (const [row, own] of texts) verdicts.set(row.id, verdictOf(own, group));
  }
  return verdicts;
}

/** Comparing more pairs of people with one mailbox at each change takes too long. */
const MAX_PAIRS = 40_000;

/** A mailbox that is in this list and in others. */
interface SharedMailbox {
  /** How many rows of this list have it. */
  rows: number;
  /** Everyone who has it in other lists. At least one of them may have the email. */
  people: readonly OtherPerson[];
  /** The columns in which its rows and people differ. */
  columns: readonly string[];
}

/**
 * Returns the verdict on a row with these texts:
 *
 * | in other lists, the mailbox has | verdict |
 * | --- | --- |
 * | someone with the same texts | in; different if they didn't get the email |
 * | people who may all have the email, one for each row | in if the row may be one of them, else unclear |
 * | fewer people, or some who didn't get the email | unclear; different if results show only others who have it |
 */
function verdictOf(own: ComparedTexts, { rows, people, columns }: SharedMailbox): Verdict {
  if (rows * people.length > MAX_PAIRS) return "unclear";
  const isAlone = rows === 1;
  const compared = people.map((person) => ({
    isReached: mayBeReached(person),
    likeness: isAlone && columns.length === 0 ? "same" : compareTexts(own, person.texts, columns),
  }));
  const same = compared.filter(({ likeness }) => likeness === "same");
  if (same.length > 0) return same.some(({ isReached }) => isReached) ? "in" : "different";

  const reached = compared.filter(({ isReached }) => isReached);
  if (reached.length === people.length && people.length >= rows) {
    // The only row, whose name isn't another one, has other values than before.
    const isChanged = isAlone && !columns.some(saysWho);
    return isChanged || reached.some(({ likeness }) => likeness === "unknown") ? "in" : "unclear";
  }
  const areResults = people.every(({ isReached }) => isReached !== null);
  const areOthers = reached.every(({ likeness }) => likeness === "other");
  return areResults && areOthers ? "different" : "unclear";
}

/** The texts of a row or a person that can be compared, by the loose names of their columns. */
type ComparedTexts = ReadonlyMap<string, string>;

function textsOf({ columns }: Pick<List, "columns">, { cells }: Row): ComparedTexts {
  return new Map(
    columns.flatMap((header, at): [string, string][] => {
      const name = looseName(header);
      const text = comparedText(name, cellText(cells[at]));
      return text === "" || text.includes("@") ? [] : [[name, text]];
    }),
  );
}

/** Returns the columns in which texts differ: only those with names, if any do. */
function distinctColumns(all: readonly ComparedTexts[]): string[] {
  const columns = [...new Set(all.flatMap((texts) => [...texts.keys()]))];
  const distinct = columns.filter(
    (column) => new Set(all.flatMap((texts) => texts.get(column) ?? [])).size > 1,
  );
  const names = distinct.filter(saysWho);
  return names.length > 0 ? names : distinct;
}

/** How many of the texts that two people both have are equal: all, none, some, or there are none. */
type Likeness = "same" | "other" | "partial" | "unknown";

function compareTexts(
  own: ComparedTexts,
  others: ComparedTexts,
  columns: readonly string[],
): Likeness {
  const known = columns.filter((column) => own.has(column) && others.has(column));
  if (known.length === 0) return "unknown";
  const equal = known.filter((column) => own.get(column) === others.get(column)).length;
  if (equal === 0) return "other";
  return equal === known.length ? "same" : "partial";
}

/**
 * Leaves out the rows whose people are in another list, and includes those that aren't any longer.
 * The user's answer about a row counts first.
 */
export function withoutOthers(list: List): List {
  if (list.elsewhere === undefined) return list;
  const verdicts = verdictsOf(list);
  const rows = list.rows.map((row): Row => {
    const verdict = verdicts.get(row.id);
    const isOut = verdict !== undefined && (row.inOther ?? verdict !== "different");
    if (isOut === (row.excluded === "in_other_list") || row.excluded === "filtered") return row;
    if (isOut) return { ...row, excluded: "in_other_list" };
    const { excluded: _, ...rest } = row;
    return rest;
  });
  return rows.every((row, at) => row === list.rows[at]) ? list : { ...list, rows };
}

/** The rows that share a mailbox with someone in another list, and no answer is about. */
interface RowsOfSharedMailboxes {
  /** Skipped, but their people may not be the ones in the other list: to ask about. */
  unclear: readonly Row[];
  /** Included: as far as we can tell, their people aren't the ones in the other list. */
  different: readonly Row[];
}

export function rowsOfSharedMailboxes(list: List): RowsOfSharedMailboxes {
  const verdicts = verdictsOf(list);
  const unanswered = list.rows.filter(
    ({ excluded, inOther }) => excluded !== "filtered" && inOther === undefined,
  );
  const rowsWith = (verdict: Verdict) =>
    unanswered.filter(({ id }) => verdicts.get(id) === verdict);
  return { unclear: rowsWith("unclear"), different: rowsWith("different") };
}
