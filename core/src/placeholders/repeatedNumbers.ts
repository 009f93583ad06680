import { LIST_START } from "../body/listNumbers.ts";
import type { HtmlTag } from "./htmlText.ts";
import type { RepeatedPart } from "./repeatedPart.ts";

/** How many more items a list has in an email than in its body: at once, and for each further row. */
interface MoreItems {
  fixed: number;
  perRow: number;
}

/** The number that a list begins with, because it continues one with repeated items. */
export interface RepeatedNumber {
  kind: "number";
  start: number;
  end: number;
  number: number;
  perRow: number;
}

interface OpenList {
  name: string;
  start: number;
  first: number;
  items: number;
  more: MoreItems;
  /** By the number that would follow a list in it. */
  numbers: Map<number, MoreItems>;
}

const NUMBERED = new Set(["ol", "ul", "li"]);

/**
 * The lists of a body that continue the numbers of one with repeated items (rule: what a value
 * empties). Linear in the body.
 */
export function repeatedNumbers(
  source: string,
  tags: readonly HtmlTag[],
  repeats: readonly RepeatedPart[],
): RepeatedNumber[] {
  const found: RepeatedNumber[] = [];
  const none = () => ({ first: 1, items: 0, more: { fixed: 0, perRow: 0 }, numbers: new Map() });
  const root: OpenList = { name: "", start: 0, ...none() };
  const open: OpenList[] = [];
  let next = 0;
  for (const tag of tags) {
    const { kind, name, start } = tag;
    if (kind === "comment" || !NUMBERED.has(name)) continue;
    const around = open.at(-1) ?? root;
    if (kind === "close") {
      if (around.name !== name) continue;
      open.pop();
      const { first, items, more } = around;
      if (name === "ol") (open.at(-1) ?? root).numbers.set(first + items, more);
      continue;
    }
    const list: OpenList = { name, start, ...none() };
    if (name === "li") {
      while ((repeats[next]?.marks.at(-1)?.end ?? start + 1) <= start) next++;
      around.items++;
      const { fixed, perRow } = moreFor(start, around, repeats[next]);
      around.more.fixed += fixed;
      around.more.perRow += perRow;
    } else if (name === "ol") {
      const written = tag.attributes.find((attribute) => attribute.name === "start");
      const text = written ? source.slice(written.from, written.to) : "";
      if (written && LIST_START.test(text)) {
        list.first = Number(text);
        const { fixed, perRow } = around.numbers.get(list.first) ?? list.more;
        list.more = { fixed, perRow };
        if (fixed !== 0 || perRow !== 0)
          found.push({
            kind: "number",
            start: written.from,
            end: written.to,
            number: list.first + fixed,
            perRow,
          });
      }
    }
    open.push(list);
  }
  return found;
}

/** An item that has only a tag of a repeated part goes; one that is repeated comes again. */
function moreFor(at: number, list: OpenList, part: RepeatedPart | undefined): MoreItems {
  // A list in the part has as many items each time.
  if (!part || list.start >= part.start) return { fixed: 0, perRow: 0 };
  const goes = part.marks.some(({ kind, start, end }) => kind !== "cut" && start <= at && at < end);
  if (goes) return { fixed: -1, perRow: 0 };
  return { fixed: 0, perRow: part.start <= at && at < part.end ? 1 : 0 };
}
