import { doubtsIn } from "../check/address.ts";
import type { CheckedRow, Problem } from "../check/types.ts";
import { type Finding, note } from "../check/value.ts";
import {
  addressesText,
  COPY_FIELDS,
  COPY_WORDS,
  type Copies,
  type CopyField,
  type CopyTexts,
  copiesOf,
  readAddresses,
} from "../recipients/copies.ts";
import type { Recipient } from "../recipients/recipients.ts";
import { ccWith } from "./checkSeveral.ts";
import { type Cell, cellText, type List, NO_COLUMN_YET, type Row } from "./list.ts";
import { copyColumn } from "./mapping.ts";
import { withoutOtherCopies } from "./otherCopies.ts";
import { isSuppressed, noCopyFor, type Suppressed, withoutSuppressed } from "./suppressed.ts";

/** Who gets a copy: the people in a column (by its header), or the same people for every row. */
export type CopySource = { header: string } | { people: readonly Recipient[] };

interface CopyColumn {
  field: CopyField;
  header: string;
  index: number;
}

/** The columns whose addresses get a copy. */
export function copyColumns(list: Pick<List, "columns" | "mapping">): CopyColumn[] {
  return COPY_FIELDS.flatMap((field) => {
    const header = copyColumn(list, field);
    return header === null ? [] : { field, header, index: list.columns.indexOf(header) };
  });
}

/**
 * Where the copies come from: a column counts before the addresses for everyone, even while it is
 * still to be chosen. Null if there are none.
 */
export function copySourcesOf(
  { mapping, elsewhere, several }: List,
  copied: readonly CopyColumn[],
  fixed: (Pick<CopyTexts, CopyField> & Partial<CopyTexts>) | undefined,
): Record<CopyField, CopySource> | null {
  const sourceOf = (wanted: CopyField): CopySource => {
    const text = mapping[wanted] === NO_COLUMN_YET ? "" : (fixed?.[wanted] ?? "");
    const { people } = readAddresses(text, wanted);
    return (
      copied.find(({ field }) => field === wanted) ?? {
        people: withoutOtherCopies(people, elsewhere),
      }
    );
  };
  const sources = { cc: sourceOf("cc"), bcc: sourceOf("bcc") };
  const isEmpty = (source: CopySource) => "people" in source && source.people.length === 0;
  const isNone = several?.as !== "cc" && isEmpty(sources.cc) && isEmpty(sources.bcc);
  return isNone ? null : sources;
}

/** The cells of a row with addresses for copies, unless they're blank. */
export function copyCellsOf(
  copied: readonly CopyColumn[],
  cells: readonly Cell[],
): Pick<CheckedRow, "copyCells"> {
  const found = copied.flatMap(({ field, index }) => {
    const text = cellText(cells[index]).trim();
    return text === "" ? [] : [[field, text] as const];
  });
  return found.length === 0 ? {} : { copyCells: Object.fromEntries(found) };
}

/** A row, and its further addresses, which are in Cc; absent if it has one. */
interface CopiedRow extends Pick<Row, "id" | "line">, Pick<CheckedRow, "copyCells"> {
  n: number;
  further?: readonly Recipient[] | undefined;
}

/** The people who get a copy of a row's email, and the findings about them. */
export function checkCopies(
  { id, n: row, line, copyCells = {}, further }: CopiedRow,
  from: Record<CopyField, CopySource>,
  address: string,
  { elsewhere, suppressed }: { elsewhere: List["elsewhere"]; suppressed: Suppressed },
): { copies: Copies; problems: Problem[] } {
  const problems: Problem[] = [];
  /** The cell in which someone is that gets no copy. */
  let place: Pick<Problem, "column" | "value"> = { column: null, value: "" };
  const people = COPY_FIELDS.map((field) => {
    const source = from[field];
    const isFixed = "people" in source;
    const value = copyCells[field] ?? "";
    const cc =
      field === "cc" && further
        ? ccWith(further, isFixed ? addressesText(source.people) : value, elsewhere)
        : null;
    if (cc?.problem) problems.push({ id, row, line, column: null, value: "", ...cc.problem });
    if (isFixed) return cc?.people ?? source.people;
    const read = readAddresses(value, COPY_WORDS[field]);
    const found: Finding[] = [
      ...read.leftOut.map((message) => ({ kind: "left_out", severity: "note", message }) as const),
      ...doubtsIn(value, read.people),
    ];
    if (read.problem !== null) {
      const problem = { kind: "copy", severity: "error", message: read.problem } as const;
      found.push(read.repair === null ? problem : { ...problem, suggestion: read.repair });
    }
    for (const finding of found)
      problems.push({ id, row, line, column: source.header, value, ...finding });
    if (read.people.some((one) => isSuppressed(one.address, suppressed)))
      place = { column: source.header, value };
    return cc?.people ?? withoutOtherCopies(read.people, elsewhere);
  });
  const [cc = [], bcc = []] = people;
  const { copies, out } = withoutSuppressed(copiesOf(address, { cc, bcc }), suppressed);
  if (out.length > 0) {
    const left = note("no_copy", noCopyFor(out));
    problems.push({ id, row, line, ...place, ...left });
  }
  return { copies, problems };
}
