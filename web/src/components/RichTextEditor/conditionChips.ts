import { type ConditionToken, liveTokens } from "@sendwright/core/placeholders";
import { CHIP_CLASS, WRITTEN } from "./bodyHtml.ts";
import { endsOf, type LocatedChip, pairsOf } from "./repeatedPart.ts";

/**
 * A condition on a placeholder: filled in or blank, or, with a value, equal to it or not.
 */
export interface ChipCondition {
  kind: "open" | "inverted";
  name: string;
  value: string | null;
}

const SIGNS = { open: "#", inverted: "^", close: "/" } as const;

/** How the two ends of a condition are written. */
export function writeCondition({ kind, name, value }: ChipCondition): {
  open: string;
  close: string;
} {
  const subject = value === null ? name : `${name}=${value}`;
  return { open: `{{${SIGNS[kind]}${subject}}}`, close: `{{${SIGNS.close}${subject}}}` };
}

/** The condition that is met whenever this one isn't. */
export function otherwiseOf(condition: ChipCondition): ChipCondition {
  return { ...condition, kind: condition.kind === "open" ? "inverted" : "open" };
}

/** A condition in the text; an end may have lost its partner. */
export interface PlacedCondition extends ChipCondition {
  opening: HTMLElement | null;
  closing: HTMLElement | null;
}

/** A condition with both ends, or a repeated part. */
export type WholeBlock = PlacedCondition & {
  opening: HTMLElement;
  closing: HTMLElement;
  isRepeated: boolean;
};

function chipsOf(content: Element): LocatedChip<HTMLElement>[] {
  return [...content.querySelectorAll<HTMLElement>(`.${CHIP_CLASS}`)].map((at) => ({
    written: at.getAttribute(WRITTEN) ?? "",
    at,
  }));
}

function conditionOf({ kind, name, value }: ConditionToken): ChipCondition {
  return { kind: kind === "inverted" ? "inverted" : "open", name, value };
}

function keyOf<Key, Value>(map: ReadonlyMap<Key, Value>, value: Value): Key | null {
  return [...map].find((entry) => entry[1] === value)?.[0] ?? null;
}

/** The conditions and repeated parts of a text that have both ends, paired as in the email. */
export function wholeBlocks(content: Element): WholeBlock[] {
  return pairsOf(chipsOf(content)).map(({ open, ...pair }) => ({ ...conditionOf(open), ...pair }));
}

/**
 * The condition that a chip in the editor belongs to, paired as in the email, or null if the chip
 * isn't the end of one.
 */
export function conditionAt(content: Element, chip: HTMLElement): PlacedCondition | null {
  const chips = endsOf(chipsOf(content));
  const own = keyOf(chips, chip);
  if (own === null) return null;
  const { ends } = liveTokens([...chips.keys()]);
  const opening = own.kind === "close" ? keyOf(ends, own) : own;
  const closing = own.kind === "close" ? own : (ends.get(own) ?? null);
  return {
    ...conditionOf(opening ?? own),
    opening: (opening && chips.get(opening)) ?? null,
    closing: (closing && chips.get(closing)) ?? null,
  };
}

/**
 * The block next to a condition that shows in all other cases, or null. The two are one question
 * with two answers.
 */
export function otherwiseBeside(content: Element, placed: PlacedCondition): WholeBlock | null {
  const { opening, closing, name, value } = placed;
  const { kind } = otherwiseOf(placed);
  return (
    wholeBlocks(content).find(
      (one) =>
        one.kind === kind &&
        one.name === name &&
        one.value === value &&
        (isNothingBetween(closing, one.opening) || isNothingBetween(one.closing, opening)),
    ) ?? null
  );
}

/** Whether one chip comes directly before another: with no text, picture or chip between them. */
function isNothingBetween(one: HTMLElement | null, other: HTMLElement | null): boolean {
  if (!one || !other) return false;
  const isBefore = one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isBefore !== 0 && isEmptyBetween(one, other);
}

/** The range between two chips. */
export function between(opening: Element, closing: Element): Range {
  const range = document.createRange();
  range.setStartAfter(opening);
  range.setEndBefore(closing);
  return range;
}

function isEmptyBetween(opening: Element, closing: Element): boolean {
  const inside = between(opening, closing).cloneContents();
  return (
    inside.querySelector(`.${CHIP_CLASS}, img, table`) === null &&
    (inside.textContent ?? "").replaceAll("\ufeff", "").trim() === ""
  );
}
