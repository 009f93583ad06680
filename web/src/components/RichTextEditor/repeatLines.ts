import Block from "quill/blots/block.js";
import CodeBlock from "quill/formats/code.js";
import List from "quill/formats/list.js";
import Delta from "quill-delta";
import { PlaceholderBlot } from "./placeholderBlot.ts";
import { Quill } from "./quillParts.ts";
import { chipsProblem, ROWS_CLOSE, ROWS_OPEN } from "./repeatedPart.ts";
import { CellLine } from "./tableBlots.ts";
import { readCell } from "./tableHtml.ts";
import type { TextRange } from "./textRange.ts";

const { USER, SILENT } = Quill.sources;

const TABLE_BORDER = "Select cells of one row of a table, or lines outside of it.";
const LIST_BORDER = "Select items of one list, or lines outside of it.";
const SPANNED = "A row with a cell that spans several rows can't repeat.";
const CODE = "Lines of code can't repeat.";

/**
 * What a selection repeats: `lines` get the tags in lines of their own, `items` in items of their
 * own, and one item or row of a table, `whole`, at its two ends.
 */
interface Repeatable {
  kind: "lines" | "items" | "whole";
  start: number;
  /** Behind the last line's end; of a `whole`, before it. */
  end: number;
  last: Block | null;
  /** Of items. */
  formats: Record<string, unknown>;
}

const offsetOf = (line: { offset(of: Quill["scroll"]): number }, quill: Quill) =>
  line.offset(quill.scroll);

/** What repeats of a selection, or of the line with the cursor; a sentence if nothing can. */
function repeatableAt(quill: Quill, { index, length }: TextRange): Repeatable | string {
  const lines = quill.getLines(index, Math.max(1, length));
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return LIST_BORDER;
  if (first instanceof CellLine || last instanceof CellLine) return tableRow(quill, first, last);
  if (first instanceof List || last instanceof List) {
    const isOneList = lines.every((line) => line instanceof List && line.parent === first.parent);
    if (!isOneList) return LIST_BORDER;
  }
  const isCode = (line: unknown) => line instanceof CodeBlock;
  if (isCode(first) || isCode(last)) return CODE;
  const start = offsetOf(first, quill);
  const end = offsetOf(last, quill) + last.length();
  const block = last instanceof Block ? last : null;
  const formats = first instanceof List ? first.formats() : {};
  if (first instanceof List && first === last)
    return { kind: "whole", start, end: end - 1, last: block, formats };
  return { kind: first instanceof List ? "items" : "lines", start, end, last: block, formats };
}

/** The row of a table that two lines are both in. */
function tableRow(quill: Quill, first: unknown, last: unknown): Repeatable | string {
  const row = first instanceof CellLine ? first.parent.parent : null;
  if (!row || !(last instanceof CellLine) || last.parent.parent !== row) return TABLE_BORDER;
  const start = offsetOf(row, quill);
  const cellOf = (line: CellLine) => readCell(CellLine.formats(line.domNode as Element) ?? "");
  const own = cellOf(first as CellLine);
  const isSpanned = quill.scroll
    .descendants(CellLine, 0, quill.getLength())
    .map(cellOf)
    .some(
      ({ table, row: at, rows }) =>
        table === own.table && rows > 1 && at <= own.row && at + rows > own.row,
    );
  if (isSpanned) return SPANNED;
  return { kind: "whole", start, end: start + row.length() - 1, last: null, formats: {} };
}

/** Why the selection can't repeat for each row, as a sentence; null if it can. */
export function repeatProblem(quill: Quill, range: TextRange, isNameTaken: boolean): string | null {
  const part = repeatableAt(quill, range);
  if (typeof part === "string") return part;
  const chips = quill.scroll.descendants(PlaceholderBlot).map((chip) => ({
    written: PlaceholderBlot.value(chip.domNode as Element),
    at: chip.offset(quill.scroll),
  }));
  return chipsProblem(chips, part, isNameTaken);
}

/**
 * Makes the selected lines, items or row of a table repeat, as one step that undo takes back. The
 * selection stays.
 */
export function repeatLines(quill: Quill, range: TextRange): void {
  const part = repeatableAt(quill, range);
  if (typeof part === "string") return;
  const { kind, start, end, last, formats } = part;
  const [opening, closing] = [{ placeholder: ROWS_OPEN }, { placeholder: ROWS_CLOSE }];
  const change = new Delta().retain(start).insert(opening);
  if (kind === "whole") {
    change.retain(end - start).insert(closing);
  } else {
    change.insert("\n", formats);
    // The closing tag gets the end of the last line: the line behind it may be in a table.
    if (last === null)
      change
        .retain(end - start)
        .insert(closing)
        .insert("\n");
    else {
      const own = last.formats();
      change.retain(end - start - 1).insert("\n", own);
      change.insert(closing).retain(1, kind === "items" ? {} : without(own));
    }
  }
  quill.history.cutoff();
  quill.updateContents(change, USER);
  quill.history.cutoff();
  quill.setSelection(range.index + (kind === "whole" ? 1 : 2), range.length, SILENT);
  quill.focus();
}

function without(formats: Record<string, unknown>): Record<string, null> {
  return Object.fromEntries(Object.keys(formats).map((name) => [name, null]));
}

/**
 * Removes the ends of a repeated part, as one step that undo takes back. The line of an end that is
 * alone in it goes, too.
 */
export function removeEnds(quill: Quill, chips: readonly HTMLElement[]): void {
  quill.history.cutoff();
  for (const chip of chips) {
    const blot = Quill.find(chip);
    if (!(blot instanceof PlaceholderBlot)) continue;
    const index = blot.offset(quill.scroll);
    const [line] = quill.getLine(index);
    const [before] = index > 0 ? quill.getLine(index - 1) : [null];
    const isAlone = line?.length() === 2 && !(line instanceof CellLine);
    const isLast = index + 2 >= quill.getLength();
    const change = new Delta();
    if (isAlone && !isLast) change.retain(index).delete(2);
    else if (isAlone && before instanceof Block && !(before instanceof CellLine))
      change
        .retain(index - 1)
        .delete(2)
        .retain(1, before.formats());
    else change.retain(index).delete(1);
    quill.updateContents(change, USER);
    quill.setSelection(Math.min(index, quill.getLength() - 1), 0, SILENT);
  }
  quill.history.cutoff();
  quill.focus();
}
