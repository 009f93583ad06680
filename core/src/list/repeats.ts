import { duplicateOfRow, sameAddressAsRow } from "../check/skipReasons.ts";
import type { CheckedColumns, Problem, RepeatQuestion } from "../check/types.ts";
import type { Variable } from "../contract/templates.ts";
import { addressKey } from "../recipients/recipients.ts";
import type { Repeats } from "./list.ts";

interface RepeatContext {
  variables: readonly Variable[];
  columns: Pick<CheckedColumns, "used">;
  recipientColumn: string | null;
  repeats: Repeats;
}

/** A row as far as its repetition matters. */
interface RepeatRow extends Pick<Problem, "id" | "line"> {
  n: number;
  /** The text in the column of addresses. */
  cell: string;
  values: readonly string[];
  /** The files that only this row gets: rows with other files are no duplicates. */
  files?: readonly string[] | undefined;
  keepRepeat: boolean | undefined;
}

/** The rows of one mailbox so far. */
interface MailboxRows {
  first: RepeatRow;
  /** By their own values as one text: the first row with them. Empty for a mailbox of one row. */
  byValues: Map<string, RepeatRow>;
}

/**
 * Finds rows whose mailbox an earlier row has. With the same values they are duplicates, and only
 * the first is sent. With other values they are siblings: somebody decides for the list, or row by
 * row.
 */
export class RepeatFinder {
  readonly #about: RepeatContext;
  /** The positions of the values that differ from row to row. */
  readonly #own: readonly number[];
  /** By mailbox: the earlier rows that nothing else is wrong with. */
  readonly #groups = new Map<string, MailboxRows>();
  /** By mailbox: how many rows have an error. */
  readonly #wrong = new Map<string, number>();
  readonly #siblings = new Map<string, Set<number>>();
  readonly #names = new Set<number>();
  /** How many rows share a mailbox with an earlier one, but not its values. */
  #others = 0;
  #hasDuplicates = false;
  #hasSeveralAddresses = false;
  #isInFiles = false;
  #isOpen = false;

  constructor(about: RepeatContext) {
    this.#about = about;
    this.#own = about.columns.used.flatMap(({ header }, index) => (header === null ? [] : index));
  }

  /**
   * The earlier row (its number) that a row repeats, and the problem that this is; null for none.
   * Rows come in order.
   */
  next(row: RepeatRow, address: string): { of: number; problem: Problem } | null {
    const key = addressKey(address);
    const group = this.#groups.get(key);
    if (!group) {
      this.#groups.set(key, { first: row, byValues: new Map() });
      return null;
    }
    if (group.byValues.size === 0) group.byValues.set(this.#valuesOf(group.first), group.first);
    const values = this.#valuesOf(row);
    const twin = group.byValues.get(values);
    const of = (twin ?? group.first).n;
    if (twin) this.#hasDuplicates = true;
    else {
      group.byValues.set(values, row);
      this.#addSibling(key, group.first, row);
    }
    const { repeats } = this.#about;
    const isSent = repeats === "all" || (!twin && (row.keepRepeat ?? repeats === "each"));
    const problem = {
      id: row.id,
      row: row.n,
      line: row.line,
      column: this.#about.recipientColumn,
      value: row.cell,
      ...({ kind: twin ? "duplicate" : "sibling", severity: isSent ? "note" : "error" } as const),
      message: isSent && !twin ? sameAddressAsRow(of) : duplicateOfRow(of),
    };
    return { of, problem };
  }

  /** A row has this mailbox and an error: it doesn't keep others back, nor is it asked about. */
  leaveOut(address: string): void {
    const key = addressKey(address);
    this.#wrong.set(key, (this.#wrong.get(key) ?? 0) + 1);
  }

  /** Rows have several addresses, so the number of rows doesn't say how many emails there are. */
  seeSeveralAddresses(): void {
    this.#hasSeveralAddresses = true;
  }

  #valuesOf(row: RepeatRow): string {
    return JSON.stringify([...this.#own.map((index) => row.values[index]), filesText(row)]);
  }

  #addSibling(key: string, first: RepeatRow, row: RepeatRow): void {
    const siblings = this.#siblings.get(key) ?? new Set([first.id]);
    this.#siblings.set(key, siblings.add(row.id));
    for (const index of this.#own) {
      if (row.values[index] !== first.values[index]) this.#names.add(index);
    }
    this.#isInFiles ||= filesText(row) !== filesText(first);
    this.#others += 1;
    if (row.keepRepeat === undefined && this.#about.repeats === "ask") this.#isOpen = true;
  }

  #uncounted(): RepeatQuestion["uncounted"] {
    const isShared = ([key, rows]: [string, number]) => rows > 1 || this.#groups.has(key);
    return [
      ...([...this.#wrong].some(isShared) ? ["error" as const] : []),
      ...(this.#hasDuplicates ? ["duplicate" as const] : []),
    ];
  }

  #emails(): RepeatQuestion["emails"] {
    if (this.#hasSeveralAddresses) return null;
    const mailboxes = this.#groups.size;
    // An email goes whole or not at all.
    const joined = [...this.#groups.keys()].filter((key) => !this.#wrong.has(key)).length;
    return { each: mailboxes + this.#others, first: mailboxes, joined };
  }

  /** The question about all rows so far. */
  question(): RepeatQuestion | null {
    if (this.#siblings.size === 0) return null;
    return {
      rows: [...this.#siblings.values()].flatMap((group) => [...group]),
      mailboxes: this.#siblings.size,
      uncounted: this.#uncounted(),
      names: [
        ...this.#about.variables.flatMap(({ name }, index) => (this.#names.has(index) ? name : [])),
        ...(this.#isInFiles ? [THEIR_FILES] : []),
      ],
      emails: this.#emails(),
      isOpen: this.#isOpen,
    };
  }
}

/** In place of a placeholder: rows of one mailbox differ in it. */
const THEIR_FILES = "their files";

function filesText({ files = [] }: RepeatRow): string {
  return files.toSorted().join(" ");
}
