import { isEmptyBody } from "@sendwright/core/body/length";
import { furtherRowsOf, isInEmail } from "@sendwright/core/check/joinedRows";
import { NOT_EMAILED, SENT_BEFORE } from "@sendwright/core/check/skipReasons";
import {
  type CheckedRow,
  type CheckResult,
  type ProblemKind,
  rowValues,
} from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { dateStyleOf, type Formats, formatOrder, formatsOf } from "@sendwright/core/dates/formats";
import { formatTime } from "@sendwright/core/dates/times";
import { formatBytes } from "@sendwright/core/files/fit";
import { groupBy } from "@sendwright/core/groupBy";
import type { List } from "@sendwright/core/list/list";
import type { OverlookedColumn } from "@sendwright/core/list/overlooked";
import { rowsToFillIn } from "@sendwright/core/list/toFillIn";
import { compileTemplate, isBlank } from "@sendwright/core/placeholders";
import { pluralize } from "@sendwright/core/pluralize";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { withCommas } from "@sendwright/core/withCommas";
import { copiesReady, copyMessages, manyCopies } from "../../../sending/copies.ts";
import {
  addressesThat,
  outcomeOf,
  type Repeat,
  type RepeatAnswer,
  sameRows,
} from "../../../sending/repeat/repeat.ts";
import { isUndecided, kindWord, undecidedIn, whoIs } from "../check/findings.ts";
import {
  FIRST_IS_PERSON,
  joinedMessage,
  separateMessage,
  sharedDoubtMessage,
} from "../check/questionWords.ts";
import type { Email } from "../form/email.ts";
import type { SendForm } from "../form/sendForm.ts";
import {
  firstPeople,
  MAX_NAMED,
  namedWithCount,
  peopleOf,
  type QuestionPerson,
  toFillMessage,
  whoOf,
} from "./people.ts";

/** The template was saved with an empty body; the signature is no text of its own. */
const NO_TEXT = "This email has no text.";

/** Enough of a long value to recognize it. */
const ENOUGH = 80;

const NUMBER_WORDS = ["three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Says that all people, at least two, get the same email. */
function sameValues(people: number): string {
  if (people === 2) return "Both get the same values";
  return `All ${NUMBER_WORDS[people - 3] ?? people} get the same values`;
}

interface SharedValue {
  name: string;
  value: string;
}

interface SharedValuesInput extends Formats {
  variables: readonly Variable[];
}

/** Each placeholder with the text that every email has in its place. */
export function sharedValues(
  template: SharedValuesInput,
  values: Readonly<Record<string, string>>,
): SharedValue[] {
  const given = new Map(Object.entries(values));
  return template.variables.map((variable) => {
    const value = inTheMail(variable, (given.get(variable.name) ?? "").trim(), template).replace(
      /\s+/g,
      " ",
    );
    const shown = value.length > ENOUGH ? `${value.slice(0, ENOUGH).trimEnd()}…` : value;
    return { name: variable.name, value: shown || "(blank)" };
  });
}

function inTheMail(
  { type, fallback }: Variable,
  value: string,
  formats: SharedValuesInput,
): string {
  if (isBlank(value)) return fallback ?? "";
  if (type === "time") return formatTime(value, formats.timeFormat).text;
  if (type !== "date") return value;
  return formatDate(value, { ...dateStyleOf(formats), order: formatOrder(formats.dateFormat) })
    .text;
}

/** How many different notes it quotes. */
const QUOTED = 2;

/** The facts in the question before a send. */
export interface QuestionFacts {
  /** The template's name; the subject of an email written for this send. */
  name: string;
  /** How many emails there are. */
  ready: number;
  /** Says that some emails are for several rows, and how many; null if none is. */
  joined: string | null;
  /** Says to how many people several emails go; null for one email. */
  separate: string | null;
  /** Rows of the list above the limit of one send. */
  above: number;
  /** As the first person gets it. */
  subject: string;
  /** That person, if others get another subject; null if it's the same for everyone. */
  exampleFor: string | null;
  /** "12: Ann, Bo, Cy and 9 more", or "Ann". */
  to: string;
  /** Who gets an email each. */
  people: readonly QuestionPerson[];
  /**
   * Those that no earlier send of the same email reached; null if it's no one, or there was no such
   * send.
   */
  firstTime: string | null;
  /** Who of several people received exactly this email: "Ann, Bo, Cy and 4 more"; "" for no one. */
  sameFor: string;
  /** Who would get another email than before, if only some would get exactly the same. */
  otherFor: string | null;
  /**
   * Rows whose mailbox received the email, maybe for someone else who shares it, and who each is.
   */
  unclear: readonly { n: number; who: string }[];
  /** Which addresses of a row have it, and which don't: "a@x.org has it, b@x.org doesn't". */
  inPart: readonly string[];
  /** Says that emails go to a later address of their rows than the first; null if none does. */
  next: { title: string; lines: readonly string[] } | null;
  /**
   * "3 rows: 2 not an address (ann at x.org, bo@x), 1 skipped by you (cy@x.org)"; null if no one is
   * skipped.
   */
  skipped: string | null;
  /** "2 rows: bo@x.org": those that aren't filled in yet; null if all are. */
  toFill: string | null;
  /** Says that the first row gets no email although it looks like a person; null if it doesn't. */
  headers: string | null;
  /**
   * How many invalid dates or times haven't been accepted as typed, and whose they are; null for
   * none.
   */
  asWritten: { values: number; sentences: readonly string[] } | null;
  /** Columns that the emails seem to lack. */
  overlooked: readonly OverlookedColumn[];
  /** Other things that look odd but will be sent, and to whom; one sentence each. */
  notes: readonly string[];
  /** Who gets copies, one sentence for Cc and one for Bcc; null for no one. */
  copies: readonly string[] | null;
  /** Says that someone gets many copies; null if no one does. */
  many: { title: string; text: string } | null;
  /** Where replies go; null for the Gmail address. */
  replyTo: string | null;
  /**
   * The files that a reload lost and that weren't chosen again, in a sentence; null if there are
   * none.
   */
  missing: string | null;
  /** The files of every email, and that every recipient gets them; null if there are none. */
  files: string | null;
  /**
   * The values that everyone gets; null if each has their own. `sentence` says so, if there are
   * several people.
   */
  shared: { sentence: string | null; values: readonly SharedValue[] } | null;
}

interface QuestionInput {
  mail: Email;
  check: CheckResult;
  list: List;
  /** Where replies go; "" for the Gmail address. */
  replyTo: string;
  /** In addition to those of the template. */
  files: readonly File[];
  /** The names of files that a reload lost. */
  missing: readonly string[];
  /** Columns that the emails seem to lack; none if absent. */
  overlooked?: readonly OverlookedColumn[];
  /** How many rows a filter or another list keeps out. */
  excluded?: number;
  /** Repeats of earlier sends; null for none. */
  repeat: Repeat | null;
  /** Placeholder → the value that everyone gets; null if each row has its own. */
  same: SendForm["values"] | null;
}

/** Collects the facts about the email, its checked rows, its files and earlier sends. */
export function questionFacts({
  mail,
  check,
  list,
  replyTo,
  overlooked = [],
  excluded = 0,
  files,
  missing,
  repeat,
  same,
}: QuestionInput): QuestionFacts {
  const copies = copiesReady(check);
  const toFill = rowsToFillIn(check, list);
  const ready = check.rows.filter(({ verdict }) => verdict === "ready");
  const [first] = ready;
  const { dateOrders, numberForms } = check;
  const formats = { ...formatsOf(mail), dateOrders, numberForms };
  const { renderSubject } = compileTemplate(mail);
  const subjectOf = (row: CheckedRow) =>
    renderSubject(rowValues(mail.variables, row), {
      ...formats,
      further: furtherRowsOf(check.rows, row).map((one) => rowValues(mail.variables, one)),
    });
  const subject = first ? subjectOf(first) : renderSubject(new Map(), formats);
  const gotSame: ReadonlySet<number> = repeat === null ? new Set() : sameRows(repeat);
  const personOf = peopleOf(list, check, mail.variables);
  const odd = undecidedIn(check, list);
  const shared = check.doubts.filter((doubt) => isUndecided(doubt, list)).map(sharedDoubtMessage);
  // As the notes of its email say it, whose leading row may be another.
  const isOdd = new Set(
    odd.flatMap(({ row, message }) => [message, `Row ${withCommas(row)}: ${message}`]),
  );
  return {
    name: mail.name || subject,
    ready: ready.length,
    joined: joinedMessage(check),
    separate: ready.length > 1 ? separateMessage(check) : null,
    above: check.summary.rowsOverLimit - list.beyond,
    subject,
    exampleFor:
      first && ready.some((row) => subjectOf(row) !== subject)
        ? personOf(first).name || whoIs(first)
        : null,
    to: namedWithCount(ready),
    people: ready.map(personOf),
    firstTime: onlyFor(ready, repeat, "skip"),
    sameFor: firstPeople(ready.filter(({ n }) => gotSame.has(n))),
    otherFor: onlyFor(ready, repeat, "skip_same"),
    unclear: ready.flatMap((row) => {
      const unclear = addressesThat("unclear", repeat?.rows.get(row.n) ?? []);
      return unclear.length === 0 ? [] : { n: row.n, who: whoOf(row, mail.variables, unclear) };
    }),
    inPart: [...(repeat?.rows.values() ?? [])].flatMap((addresses) => {
      const [sure, left] = [addressesThat("yes", addresses), addressesThat("no", addresses)];
      if (sure.length === 0 || left.length === 0) return [];
      return `${sure.join(", ")} ${sure.length === 1 ? "has" : "have"} it, ${left.join(", ")} ${left.length === 1 ? "doesn't" : "don't"}`;
    }),
    next: nextAddresses(ready),
    skipped: skippedMessage(check, toFill, excluded),
    toFill: toFillMessage(check.rows.filter(({ id }) => toFill.has(id))),
    headers: headersMessage(list),
    asWritten:
      odd.length + shared.length > 0
        ? {
            values: odd.length + shared.length,
            sentences: [...notesOf(ready, (note) => isOdd.has(note)), ...shared],
          }
        : null,
    overlooked,
    notes: [
      ...(isEmptyBody(mail.body) ? [NO_TEXT] : []),
      ...notesOf(ready, (note) => !isOdd.has(note)),
    ],
    copies: copies.length > 0 ? copyMessages(copies) : null,
    many: manyCopies(copies),
    replyTo: replyTo || null,
    missing:
      missing.length > 0
        ? `${missing.join(", ")} ${missing.length === 1 ? "isn't" : "aren't"} attached.`
        : null,
    files: filesMessage(
      [
        ...mail.attachments.map(({ original_filename: name, size }) => ({ name, size })),
        ...files.map(({ name, size }) => ({ name, size })),
      ],
      ready.length,
    ),
    shared:
      same !== null && ready.length > 0 && mail.variables.length > 0
        ? {
            sentence: ready.length > 1 ? sameValues(ready.length) : null,
            values: sharedValues(mail, same),
          }
        : null,
  };
}

/** The values of a row were often written for the person of its first address. */
function nextAddresses(ready: readonly CheckedRow[]): QuestionFacts["next"] {
  const rows = ready.filter(({ addressed }) => addressed?.insteadOf !== undefined);
  if (rows.length === 0) return null;
  const title =
    rows.length === 1
      ? "1 email goes to another address than the first of its row. Check that the greeting fits."
      : `${withCommas(rows.length)} emails go to other addresses than the first of their rows. Check that the greetings fit.`;
  const lines = rows.map(
    (row) => `Row ${row.n}: ${whoIs(row)} instead of ${row.addressed?.insteadOf}`,
  );
  return { title, lines };
}

/** Who gets the email by such an answer, each by an address that gets it; null for no one. */
function onlyFor(
  ready: readonly CheckedRow[],
  repeat: Repeat | null,
  decision: RepeatAnswer["decision"],
): string | null {
  if (repeat === null) return null;
  const { skipped, inPart } = outcomeOf(repeat, ready.length, { decision, also: new Set() });
  const people = ready.flatMap((row): CheckedRow[] => {
    if (skipped.has(row.n)) return [];
    const out = inPart.get(row.n) ?? [];
    const kept = repeat.rows.get(row.n)?.find((one) => !out.includes(addressKey(one.address)));
    return kept === undefined || kept.address === row.address
      ? [row]
      : [{ ...row, address: kept.address, name: "" }];
  });
  return people.length === 0 ? null : namedWithCount(people);
}

/**
 * How many rows get no email, besides those to fill in, why (each is counted once), and the first
 * of their people.
 */
function skippedMessage(
  { rows, problems, summary }: CheckResult,
  toFill: ReadonlySet<number>,
  excluded: number,
): string | null {
  const firstError = new Map<number, string>();
  for (const { row, kind, severity } of problems) {
    if (severity === "error" && !firstError.has(row)) firstError.set(row, whySkipped(kind));
  }
  const left = rows.filter((row) => !isInEmail(row) && !toFill.has(row.id));
  const reasons = groupBy(left, (row) =>
    row.duplicateOf !== null ? "duplicate address" : (firstError.get(row.n) ?? skippedBy(row)),
  );
  const { rowsOverLimit } = summary;
  const all = left.length + rowsOverLimit;
  if (all === 0) return excluded === 0 ? null : `${pluralize(excluded, "row")} not included.`;
  const isOne = reasons.size + (rowsOverLimit > 0 ? 1 : 0) === 1;
  const reasonWithCount = (n: number, word: string) => (isOne ? word : `${withCommas(n)} ${word}`);
  const why = [...reasons].map(([word, of]) => {
    // A repeated address isn't named: its first row is sent.
    const written = of.filter(
      ({ duplicateOf, recipient }) => duplicateOf === null && recipient !== "",
    );
    return `${reasonWithCount(of.length, word)}${written.length > 0 ? ` (${firstPeople(written)})` : ""}`;
  });
  if (rowsOverLimit > 0) why.push(reasonWithCount(rowsOverLimit, "above the limit"));
  const said = `${pluralize(all, "row")}: ${why.join(", ")}`;
  return excluded === 0 ? said : `${said}. ${withCommas(excluded)} more not included.`;
}

/** After a number: why a row without errors isn't sent. */
function skippedBy({ reason }: CheckedRow): string {
  if (reason === NOT_EMAILED) return "on your list of people you don't email";
  return reason === SENT_BEFORE ? "already received it" : "skipped by you";
}

function headersMessage({ columns, notes }: Pick<List, "columns" | "notes">): string | null {
  if (!notes.some(({ kind }) => kind === "header_is_data")) return null;
  const row = columns.slice(0, MAX_NAMED).join(", ");
  return `The first row (${row}) is used as headers and gets no email. To include it, choose “${FIRST_IS_PERSON}” in step 2.`;
}

/** After a number: "2 no address", "1 without a value". */
function whySkipped(kind: ProblemKind): string {
  if (kind === "copy") return "not an address in Cc or Bcc";
  return kind === "blank" ? "without a value" : kindWord(kind).toLowerCase();
}

function notesOf(ready: readonly CheckedRow[], isWanted: (note: string) => boolean): string[] {
  const whose = new Map<string, CheckedRow[]>();
  for (const row of ready) {
    for (const note of row.notes.filter(isWanted)) {
      const rows = whose.get(note);
      if (rows) rows.push(row);
      else whose.set(note, [row]);
    }
  }
  const said = [...whose]
    .slice(0, QUOTED)
    .map(([note, rows]) => `${firstPeople(rows)}: ${note.replace(/[.?]?$/, (end) => end || ".")}`);
  return whose.size > QUOTED
    ? [...said, `And ${pluralize(whose.size - QUOTED, "more note")}.`]
    : said;
}

function filesMessage(
  files: readonly { name: string; size: number }[],
  emails: number,
): string | null {
  if (files.length === 0) return null;
  const size = formatBytes(files.reduce((sum, file) => sum + file.size, 0));
  const names = `${files.map(({ name }) => name).join(", ")} (${size})`;
  if (emails < 2) return names;
  return `${names}. Every recipient gets ${files.length === 1 ? "this file" : "all of these files"}.`;
}
