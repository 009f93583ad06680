import Block from "quill/blots/block.js";
import CodeBlock from "quill/formats/code.js";
import List from "quill/formats/list.js";
import Delta from "quill-delta";
import { PlaceholderBlot } from "./placeholderBlot.ts";
import { Quill } from "./quillParts.ts";
import { chipsProblem, type LocatedChip, ROWS_CLOSE, ROWS_OPEN } from "./repeatedPart.ts";
import { CellLine } from "./tableBlots.ts";
import { readCell } from "./tableHtml.ts";
import type { TextRange } from "./textRange.ts";
import { asOneStep } from "./undoStep.ts";

const { USER, SILENT } = Quill.sources;

const TABLE_BORDER = "Select rows of one table, or lines outside of it.";
const LIST_BORDER = "Select items of one list, or lines outside of it.";
const SPANNED = "A row with a cell that spans several rows can't repeat.";
const CODE = "Lines of code can't repeat.";

/**
 * What a selection repeats: `lines` get the tags in lines of their own; `whole` items or rows of a
 * table get them at their two ends.
 */
interface Repeatable {
  kind: "lines" | "whole";
  start: number;
  /** Behind the last line's end; of a `whole`, before it. */
  end: number;
  last: unknown;
}

/** What repeats of a selection, or of the line with the cursor; a sentence if nothing can. */
function repeatableAt(quill: Quill, { index, length }: TextRange): Repeatable | string {
  const lines = quill.getLines(index, Math.max(1, length));
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || isCode(first) || isCode(last)) return CODE;
  if (first instanceof CellLine || last instanceof CellLine) return tableRows(quill, first, last);
  const isItem = first instanceof List || last instanceof List;
  if (isItem && !lines.every((line) => line instanceof List)) return LIST_BORDER;
  const start = first.offset(quill.scroll);
  const end = last.offset(quill.scroll) + last.length();
  return isItem
    ? { kind: "whole", start, end: end - 1, last }
    : { kind: "lines", start, end, last };
}

function isCode(line: unknown): boolean {
  return line instanceof CodeBlock;
}

const cellOf = (line: CellLine) => readCell(CellLine.formats(line.domNode) ?? "");

/** The rows of a table that two lines are in. */
function tableRows(quill: Quill, first: unknown, last: unknown): Repeatable | string {
  if (!(first instanceof CellLine && last instanceof CellLine)) return TABLE_BORDER;
  const [from, to] = [cellOf(first), cellOf(last)];
  if (from.table !== to.table || from.section !== to.section) return TABLE_BORDER;
  const lines = quill.scroll
    .descendants(CellLine)
    .map((line) => ({ line, cell: cellOf(line) }))
    .filter(
      ({ cell: { table, row, rows } }) =>
        table === from.table && row <= to.row && row + rows > from.row,
    );
  if (lines.some(({ cell }) => cell.rows > 1)) return SPANNED;
  const [begin, end] = [lines[0]?.line ?? first, lines.at(-1)?.line ?? last];
  const behind = end.offset(quill.scroll) + end.length() - 1;
  return { kind: "whole", start: begin.offset(quill.scroll), end: behind, last: end };
}

/** Why the selection can't repeat for each row, as a sentence; null if it can. */
export function repeatProblem(quill: Quill, range: TextRange, isNameTaken: boolean): string | null {
  const part = repeatableAt(quill, range);
  if (typeof part === "string") return part;
  return chipsProblem(chipsIn(quill), part, isNameTaken);
}

/** The chips of the text, in order. */
export function chipsIn(quill: Quill): LocatedChip[] {
  return quill.scroll.descendants(PlaceholderBlot).map((chip) => ({
    written: PlaceholderBlot.value(chip.domNode as Element),
    at: chip.offset(quill.scroll),
  }));
}

/**
 * Makes the selected lines, items or row of a table repeat, as one step that undo takes back. The
 * selection stays.
 */
export function repeatLines(quill: Quill, range: TextRange): void {
  const part = repeatableAt(quill, range);
  if (typeof part === "string") return;
  const { kind, start, end, last } = part;
  const opening = new Delta().retain(start).insert({ placeholder: ROWS_OPEN });
  const closing = new Delta();
  if (kind === "whole") {
    closing.retain(end).insert({ placeholder: ROWS_CLOSE });
  } else {
    opening.insert("\n");
    // The closing tag gets the end of the last line: the line behind it may be in a table.
    const own = last instanceof Block ? last.formats() : null;
    if (own) closing.retain(end - 1).insert("\n", own);
    else closing.retain(end);
    closing.insert({ placeholder: ROWS_CLOSE });
    if (own) closing.retain(1, without(own));
    else closing.insert("\n");
  }
  asOneStep(quill, () => {
    quill.updateContents(closing, USER);
    quill.updateContents(opening, USER);
  });
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
  asOneStep(quill, () => {
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
  });
  quill.focus();
}
