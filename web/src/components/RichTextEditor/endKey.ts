import { PlaceholderBlot } from "./placeholderBlot.ts";
import { Quill } from "./quillParts.ts";
import { readWritten } from "./writtenPlaceholder.ts";

/**
 * The End key: to the end of the line on the screen, as everywhere. If the end of a condition has
 * wrapped into the next line, that place is still inside of it; then it goes behind that end, as it
 * does where the end didn't wrap.
 */
export function endKey(quill: () => Quill) {
  return {
    key: "End",
    handler: () => {
      const native = document.getSelection();
      if (!native || typeof native.modify !== "function") return true;
      native.modify("move", "forward", "lineboundary");
      const range = quill().getSelection();
      if (!range) return false;
      let { index } = range;
      while (isEndAt(quill(), index)) index++;
      if (index > range.index) quill().setSelection(index, 0, Quill.sources.USER);
      return false;
    },
  };
}

/** Whether the end of a condition or of a repeated part begins at a place. */
function isEndAt(quill: Quill, index: number): boolean {
  const [leaf] = quill.getLeaf(index + 1);
  if (!(leaf instanceof PlaceholderBlot) || leaf.offset(quill.scroll) !== index) return false;
  return readWritten(PlaceholderBlot.value(leaf.domNode as Element))?.kind === "close";
}
