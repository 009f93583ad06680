import type { CheckedRow, Problem } from "../check/types.ts";
import { MAX_LIST_ROWS } from "../contract/limits.ts";
import { groupBy } from "../groupBy.ts";
import { looseName } from "../placeholders/likeness.ts";
import { COPY_FIELDS, COPY_WORDS, type CopyField, readAddresses } from "../recipients/copies.ts";
import {
  formatRecipient,
  type RecipientText,
  recipientKey,
  recipientText,
} from "../recipients/recipients.ts";
import { guessRecipientColumn } from "../table/addressColumns.ts";
import type { Table } from "../table/table.ts";
import { matchPeople } from "./claims.ts";
import {
  ADDRESS,
  asCell,
  cellText,
  type EarlierEmail,
  type EarlierFile,
  isWrittenAgain,
  type List,
  type ListSource,
  type Mapping,
  NO_MAPPING,
  newRow,
  type Row,
  textIn,
} from "./list.ts";

/** An empty list. `headers` are those of its columns besides the addresses. */
export function emptyList(headers: readonly string[] = []): List {
  return {
    source: { kind: "table", name: "Typed list" },
    columns: [ADDRESS, ...headers.filter((header) => header !== ADDRESS)],
    rows: [],
    beyond: 0,
    notes: [],
    corrects: null,
    mailboxes: new Map(),
    mapping: { ...NO_MAPPING, address: ADDRESS },
    repeats: "ask",
    lastId: 0,
  };
}

/** The list in a CSV file, a pasted table or a workbook. Its column of addresses is guessed. */
export function listOfTable(table: Table, source: ListSource): List {
  const { headers, rows, rowsOverLimit, warnings } = table;
  const notes = groupBy(warnings, ({ n }) => n);
  const shifted = new Set(warnings.flatMap(({ kind, n }) => (kind === "shifted" ? n : [])));
  return {
    ...emptyList(),
    source,
    columns: headers,
    rows: rows.map(({ n, line, cells }): Row => {
      const note = notes
        .get(n)
        ?.map(({ message }) => message)
        .join(" ");
      const row = newRow(n, cells, line);
      if (note === undefined) return row;
      return { ...row, note, ...(shifted.has(n) && { shifted: true }) };
    }),
    beyond: rowsOverLimit,
    notes: warnings.flatMap(({ kind, message }) =>
      kind === "header_is_data" ? { kind, message } : [],
    ),
    mapping: { ...NO_MAPPING, address: guessRecipientColumn(headers, rows) },
    lastId: rows.length,
  };
}

/**
 * The list in a field of addresses. A person who is surely in both lists keeps their id, and
 * whatever is known of them; all others are new and correct no one.
 */
export function listOfAddresses(pieces: readonly RecipientText[], before: List): List {
  const known = matchPeople(
    pieces.map((piece) => [piece, piece]),
    before.rows.map((row) => [addressedOf(row), row]),
  );
  let { lastId } = before;
  const rows = pieces.slice(0, MAX_LIST_ROWS).map((piece): Row => {
    const same = known.get(piece);
    if (same) return withAddress(same, cellOfRecipient(piece));
    lastId += 1;
    return newRow(lastId, [cellOfRecipient(piece)]);
  });
  return {
    ...before,
    source: { kind: "addresses", name: "Addresses" },
    rows,
    beyond: Math.max(0, pieces.length - MAX_LIST_ROWS),
    lastId,
  };
}

/**
 * The texts of a list of addresses, with the suggestions for some people (by row id). Null if it has
 * people beyond the list, who would be lost.
 */
export function addressTexts(
  list: List,
  suggestions: readonly Pick<Problem, "id" | "suggestion">[],
): string[] | null {
  if (list.beyond > 0) return null;
  const instead = new Map(suggestions.map(({ id, suggestion }) => [id, suggestion]));
  return list.rows.map(
    (row) => instead.get(row.id) ?? textIn(list, row, list.mapping.address ?? ""),
  );
}

/** Who a row is. Without values that could be someone else's, the name is only another spelling. */
function addressedOf({ cells }: Row): RecipientText {
  const who = recipientText(cellText(cells[0]));
  return cells.length > 1 ? who : { ...who, name: "" };
}

/** The people of a list of addresses, as their chips show them. */
export function recipientsIn({ rows }: Pick<List, "rows">): RecipientText[] {
  return rows.map(({ cells }) => recipientText(cellText(cells[0])));
}

function withAddress(row: Row, text: string): Row {
  return cellText(row.cells[0]) === text ? row : { ...row, cells: [text, ...row.cells.slice(1)] };
}

/** A piece as a cell holds it: the check reads the same person in it. */
function cellOfRecipient({ address, name, text }: RecipientText): string {
  return address === null ? asCell(text) : formatRecipient({ address, name: asCell(name).trim() });
}

/** People of an earlier send, a row each, with their values by placeholder. */
export interface PeopleOfSend {
  /** That send. */
  send: string;
  /** What its list is called. */
  name: string;
  /**
   * Whether they didn't get the email and this list corrects them. Otherwise it is another email to
   * them.
   */
  isCorrection: boolean;
  /** What they received, if its template still says it; absent if they didn't receive it. */
  earlier?: EarlierEmail;
  rows: readonly {
    row: number;
    recipient: string;
    /**
     * Its own email was meant to be sent until its send was canceled: whether the mailbox gets it
     * beside another's was decided then. Absent otherwise.
     */
    wasMeant?: true;
    values: ReadonlyMap<string, string>;
    /** The files that only this row had. */
    files?: readonly EarlierFile[];
    /** The addresses for copies, if a column had them. */
    copyCells?: CheckedRow["copyCells"];
  }[];
  variables: readonly string[];
  /** By placeholder: how `1/2/2025` was read. */
  dates: Mapping["dates"];
  /** By placeholder that was added up: how its numbers were read; none if absent. */
  numbers?: Mapping["numbers"];
}

/**
 * For another email to people of an earlier send: the columns with the copies that they had then
 * and don't get now.
 */
export function copiesBefore(list: List): { field: CopyField; header: string }[] {
  if (!isWrittenAgain(list)) return [];
  const hasAddress = (header: string) =>
    list.rows.some((row) => readAddresses(textIn(list, row, header), header).people.length > 0);
  return COPY_FIELDS.flatMap((field) => {
    const word = COPY_WORDS[field];
    const header = list.columns.findLast((one) => one === word || one.startsWith(`${word} `));
    const isFree = list.mapping[field] === null && header !== list.mapping.address;
    return header !== undefined && isFree && hasAddress(header) ? [{ field, header }] : [];
  });
}

/**
 * The list of people of an earlier send. Another email to them copies no one until someone says so:
 * the copies are only in columns (`copiesBefore`). `{{Email}}` with values of its own keeps them in
 * a column of its own.
 */
export function listOfPeople(people: PeopleOfSend): List {
  const { send, name, isCorrection, earlier, rows, variables, dates, numbers = new Map() } = people;
  const address = freeHeader(ADDRESS, variables);
  const copied = COPY_FIELDS.filter((field) =>
    rows.some(({ copyCells }) => copyCells?.[field] !== undefined),
  );
  const headers = new Map(
    copied.map((field) => [field, freeHeader(COPY_WORDS[field], [address, ...variables])]),
  );
  const files = new Map(
    rows.flatMap(({ row, files: own }) => (isCorrection && own ? [[row, own] as const] : [])),
  );
  const seen = new Set<string>();
  /** Whether an earlier row has its mailbox, and it was meant to be sent all the same. */
  const isKept = ({ recipient, wasMeant }: PeopleOfSend["rows"][number]) => {
    const key = recipientKey(recipient);
    const isRepeat = seen.has(key);
    seen.add(key);
    return isCorrection && isRepeat && wasMeant === true;
  };
  return {
    ...emptyList(),
    ...(files.size > 0 && { earlierFiles: files }),
    ...(earlier && { earlier }),
    source: { kind: "people", name },
    columns: [address, ...variables, ...headers.values()],
    rows: rows.map((given, index) => ({
      ...newRow(
        index + 1,
        [
          given.recipient,
          ...variables.map((name) => given.values.get(name) ?? ""),
          ...copied.map((field) => given.copyCells?.[field] ?? ""),
        ].map(asCell),
      ),
      ...(isKept(given) && { keepRepeat: true }),
      corrects: isCorrection ? given.row : null,
    })),
    corrects: isCorrection ? send : null,
    mailboxes: new Map(
      isCorrection ? rows.map(({ row, recipient }) => [row, recipientKey(recipient)]) : [],
    ),
    mapping: {
      address,
      cc: (isCorrection && headers.get("cc")) || null,
      bcc: (isCorrection && headers.get("bcc")) || null,
      values: new Map(variables.map((name) => [name, { column: name }])),
      dates,
      numbers,
    },
    lastId: rows.length,
  };
}

/**
 * A header that can't be mistaken for one of these names: `wanted`, else with a suffix and a
 * number.
 */
export function freeHeader(wanted: string, names: readonly string[], suffix = "address"): string {
  const taken = new Set(names.map(looseName));
  let header = wanted;
  for (let n = 1; taken.has(looseName(header)); n += 1)
    header = `${wanted} ${suffix}${n === 1 ? "" : ` ${n}`}`;
  return header;
}
