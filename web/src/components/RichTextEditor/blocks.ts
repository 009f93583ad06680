import List from "quill/formats/list.js";
import Delta from "quill-delta";
import { Quill } from "./quillParts.ts";
import { pairsOf, wrapProblem } from "./repeatedPart.ts";
import { chipsIn } from "./repeatLines.ts";
import type { TextRange } from "./textRange.ts";
import { asOneStep } from "./undoStep.ts";

const { USER, SILENT } = Quill.sources;

/** The selection without the line breaks at its two ends: a triple click takes one along. */
function withoutBreaks(quill: Quill, { index, length }: TextRange): TextRange {
  const isBreak = (at: number) => quill.getContents(at, 1).ops[0]?.insert === "\n";
  let [start, end] = [index, index + length];
  while (end > start && isBreak(end - 1)) end--;
  while (start < end && isBreak(start)) start++;
  return { index: start, length: end - start };
}

/** Why a condition can't go around the selection, as a sentence; null if it can. */
export function conditionProblem(quill: Quill, range: TextRange): string | null {
  const { index, length } = withoutBreaks(quill, range);
  return length === 0 ? null : wrapProblem(chipsIn(quill), { start: index, end: index + length });
}

/**
 * Puts a chip before and one behind the selection, as one step that undo takes back; it stays
 * selected. `otherwise`: two more chips behind it, with the cursor between them.
 */
export function wrap(quill: Quill, range: TextRange, ends: Ends, otherwise: Ends | null): void {
  const { index, length } = withoutBreaks(quill, range);
  const change = new Delta().retain(index).insert({ placeholder: ends.open });
  change.retain(length).insert({ placeholder: ends.close });
  if (otherwise) withEnds(change, otherwise);
  asOneStep(quill, () => quill.updateContents(change, USER));
  if (otherwise) quill.setSelection(index + length + 3, 0, SILENT);
  else quill.setSelection(index + 1, length, SILENT);
  quill.focus();
}

/** How the two ends of a block are written. */
export interface Ends {
  open: string;
  close: string;
}

/** A change that writes the two ends of a block. */
export const withEnds = (change: Delta, { open, close }: Ends) =>
  change.insert({ placeholder: open }).insert({ placeholder: close });

/**
 * Puts the cursor behind the block that the text ends with: behind its end, or in a new line if text
 * in the line of its end would change what the block takes with it.
 */
export function writeBehindBlock(quill: Quill): void {
  const behind = quill.getLength() - 1;
  const block = pairsOf(chipsIn(quill)).find(({ closing }) => closing === behind - 1);
  if (!block) return;
  const [line] = quill.getLine(behind);
  const isWhole = block.isRepeated && line instanceof List;
  if (isWhole || quill.getLine(block.opening)[0] !== line) {
    const change = new Delta().retain(behind + 1).insert("\n");
    asOneStep(quill, () => quill.updateContents(change, USER));
  }
  quill.setSelection(quill.getLength() - 1, 0, USER);
}

/** Whether the cursor is in a block without any text: someone is about to write it. */
export function isInEmptyBlock(quill: Quill, range: TextRange): boolean {
  if (range.length > 0 || !quill.hasFocus()) return false;
  return pairsOf(chipsIn(quill)).some(
    ({ opening, closing }) =>
      opening < range.index &&
      range.index <= closing &&
      quill
        .getContents(opening + 1, closing - opening - 1)
        .ops.every(({ insert }) => typeof insert === "string" && insert.trim() === ""),
  );
}
