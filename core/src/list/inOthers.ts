import { groupBy } from "../groupBy.ts";
import { looseName } from "../placeholders/likeness.ts";
import { saysWho } from "../recipients/personName.ts";
import { mailboxIn } from "./claims.ts";
import { cellText, isFilled, type List, type OtherPerson, type Row } from "./list.ts";
import { comparedText } from "./otherPeople.ts";

/**
 * Whether the person of a row is in another list: they are, they may be (the mailbox is there), or
 * it's someone else with the same mailbox, or someone who didn't get the email.
 */
export type OtherVerdict = "in" | "unclear" | "different";

/**
 * Judges by id the rows whose mailbox is in another list. The user's answers about rows don't
 * count.
 */
function judgeRows(list: List): ReadonlyMap<number, OtherVerdict> {
  const verdicts = new Map<number, OtherVerdict>();
  if (list.elsewhere === undefined) return verdicts;
  const { mailboxes, people } = list.elsewhere;
  for (const [mailbox, rows] of groupBy(list.rows.filter(isFilled), (row) =>
    mailboxIn(list, row),
  )) {
    if (!mailboxes.has(mailbox)) continue;
    const group = groupOf(list, rows, people.get(mailbox) ?? []);
    for (const row of rows) verdicts.set(row.id, verdictOf(row, group));
  }
  return verdicts;
}

/** Comparing more pairs of people with one mailbox at each change takes too long. */
const MAX_PAIRS = 40_000;

/** The rows of a mailbox, and the people who have it elsewhere. */
interface MailboxGroup {
  rows: readonly Row[];
  people: readonly OtherPerson[];
  /** The texts of the rows, by id. */
  texts: ReadonlyMap<number, ComparedTexts>;
  /** The columns that tell all of them apart. */
  columns: readonly string[];
}

function groupOf(list: List, rows: readonly Row[], people: readonly OtherPerson[]): MailboxGroup {
  const texts = new Map(rows.map((row) => [row.id, textsOf(list, row)]));
  const all = [...texts.values(), ...people.map((person) => person.texts)];
  return { rows, people, texts, columns: distinctColumns(all) };
}

function verdictOf(row: Row, { rows, people, texts, columns }: MailboxGroup): OtherVerdict {
  const isOnly = rows.length === 1;
  if (rows.length * people.length > MAX_PAIRS) return "unclear";
  // A row that got this address later was compared with no one.
  if (people.length === 0) return isOnly ? "in" : "unclear";
  if (!people.some(mayBeReached)) return "different";
  if (isOnly && columns.length === 0) return "in";

  const own = texts.get(row.id) ?? new Map<string, string>();
  const compared = people.map((person) => ({
    isReached: mayBeReached(person),
    likeness: compareTexts(own, person.texts, columns),
  }));
  const same = compared.filter(({ likeness }) => likeness === "same");
  if (same.length > 0) return same.some(({ isReached }) => isReached) ? "in" : "different";

  const mayBeAll = people.length >= rows.length && people.every(mayBeReached);
  // One of them may be this person: nothing speaks against it.
  if (mayBeAll && compared.some(({ likeness }) => likeness === "unknown")) return "in";
  // It's the person, with other values than before.
  if (mayBeAll && isOnly && !columns.some(saysWho)) return "in";
  // They may be siblings, or other rows: how many they are says nothing about this one.
  if (mayBeAll) return "unclear";

  // Only results say who got it: in a list of people not to write to, another name includes no one.
  const isResults = people.every(({ isReached }) => isReached !== null);
  const mayHaveIt = compared.some(({ isReached, likeness }) => isReached && likeness !== "other");
  return isResults && !mayHaveIt ? "different" : "unclear";
}

/** Whether a person isn't one of those who didn't get the email. */
function mayBeReached({ isReached }: OtherPerson): boolean {
  return isReached !== false;
}

/** The texts of a row or a person that can be compared, by the loose names of their columns. */
type ComparedTexts = ReadonlyMap<string, string>;

function textsOf({ columns }: List, { cells }: Row): ComparedTexts {
  return new Map(
    columns.flatMap((header, at): [string, string][] => {
      const name = looseName(header);
      const text = comparedText(name, cellText(cells[at]));
      return text === "" || text.includes("@") ? [] : [[name, text]];
    }),
  );
}

/**
 * Returns the columns in which the people of a mailbox differ; only those with names, if there are
 * any.
 */
function distinctColumns(all: readonly ComparedTexts[]): string[] {
  const columns = [...new Set(all.flatMap((texts) => [...texts.keys()]))];
  const distinct = columns.filter(
    (column) => new Set(all.flatMap((texts) => texts.get(column) ?? [])).size > 1,
  );
  const names = distinct.filter(saysWho);
  return names.length > 0 ? names : distinct;
}

/**
 * How much two people have in common: all that both have, none of it, some of it, or nothing could
 * be compared.
 */
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
 * Leaves out the rows whose people are in another list; the user's answer about a row counts first.
 */
export function withoutOthers(list: List): List {
  if (list.elsewhere === undefined) return list;
  const verdicts = judgeRows(list);
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

/** Returns the rows to ask about: their mailbox is in another list, but perhaps not their person. */
export function openOthers(list: List): readonly Row[] {
  const verdicts = judgeRows(list);
  return list.rows.filter(
    ({ id, excluded, inOther }) =>
      excluded !== "filtered" && inOther === undefined && verdicts.get(id) === "unclear",
  );
}

/**
 * Returns the rows that share a mailbox with someone in another list, but are included: as far as
 * we can tell, it's someone else.
 */
export function sharedOthers(list: List): readonly Row[] {
  const verdicts = judgeRows(list);
  return list.rows.filter(
    ({ id, excluded, inOther }) =>
      excluded === undefined && inOther === undefined && verdicts.get(id) === "different",
  );
}
