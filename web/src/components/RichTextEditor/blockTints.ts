import { between, wholeBlocks } from "./conditionChips.ts";

/** The names in the style sheet of the tints inside a condition and inside a repeated part. */
const CONDITION = "inside-condition";
const ROWS = "inside-rows";

/**
 * The tint over everything that is between the two ends of a condition or of a repeated part, over
 * as many lines as it takes. It changes nothing in the text. A browser without the CSS Custom
 * Highlight API shows the ends only.
 */
export class BlockTints {
  #shown: { name: string; range: Range }[] = [];

  /** Tints the insides of the blocks that are in `content` now. */
  show(content: Element): void {
    this.clear();
    if (!hasHighlights()) return;
    for (const { opening, closing, isRepeated } of wholeBlocks(content)) {
      const name = isRepeated ? ROWS : CONDITION;
      const range = between(opening, closing);
      tintOf(name).add(range);
      this.#shown.push({ name, range });
    }
  }

  clear(): void {
    for (const { name, range } of this.#shown) tintOf(name).delete(range);
    this.#shown = [];
  }
}

function hasHighlights(): boolean {
  return typeof Highlight === "function" && "highlights" in CSS;
}

/** The document has one tint of each name, for all editors on the page. */
function tintOf(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const tint = new Highlight();
  CSS.highlights.set(name, tint);
  return tint;
}
