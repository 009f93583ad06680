import { type ConditionToken, isRepeatTag, liveTokens } from "@sendwright/core/placeholders";
import { readWritten } from "./writtenPlaceholder.ts";

/** The name of the tags around a part that repeats for each row of an email (decision 38). */
export const ROWS = "rows";
/** How the two ends of a repeated part are written. */
export const ROWS_OPEN = `{{#${ROWS}}}`;
export const ROWS_CLOSE = `{{/${ROWS}}}`;

/** A chip of the text and its place; in the editor, the number of characters before it. */
export interface LocatedChip<Place = number> {
  written: string;
  at: Place;
}

/** The two ends of a condition or of a repeated part, each by where it is. */
interface LocatedPair<Place> {
  open: ConditionToken;
  opening: Place;
  closing: Place;
  isRepeated: boolean;
}

/** How an end is written. Reading every chip would take most of what a key costs. */
const END = /^\{\{\s*[#^/]/;

/** The ends of conditions and repeated parts among the chips of a text, in order. */
export function endsOf<Place>(chips: readonly LocatedChip<Place>[]): Map<ConditionToken, Place> {
  const places = new Map<ConditionToken, Place>();
  for (const { written, at } of chips) {
    const token = END.test(written) ? readWritten(written) : null;
    if (token && token.kind !== "placeholder") places.set(token, at);
  }
  return places;
}

/** The conditions and the repeated parts that have both ends, paired as in the email. */
export function pairsOf<Place>(chips: readonly LocatedChip<Place>[]): LocatedPair<Place>[] {
  const places = endsOf(chips);
  return [...liveTokens([...places.keys()]).ends].flatMap(([open, close]) => {
    const [opening, closing] = [places.get(open), places.get(close)];
    if (opening === undefined || closing === undefined) return [];
    return { open, opening, closing, isRepeated: isRepeatTag(open) };
  });
}

const NAME_TAKEN =
  "The email has a placeholder {{rows}}: with another name for it, lines can repeat.";
const REPEATS = "This part repeats already.";
const HAS_PART = "The selection has a part that repeats already.";
const HALF_PART = "Select both ends of the repeated part, or neither.";
const HALF_CONDITION = "Select both ends of the condition, or neither.";

/**
 * Why the text between two places can't repeat because of the chips of the text, as a sentence;
 * null if it can.
 */
export function chipsProblem(
  chips: readonly LocatedChip[],
  { start, end }: { start: number; end: number },
  isNameTaken: boolean,
): string | null {
  if (isNameTaken) return NAME_TAKEN;
  const isInside = (at: number) => at >= start && at < end;
  for (const { opening, closing, isRepeated } of pairsOf(chips)) {
    if (isInside(opening) !== isInside(closing)) return isRepeated ? HAS_PART : HALF_CONDITION;
    if (!isRepeated) continue;
    if (isInside(opening)) return HAS_PART;
    if (opening < start && closing >= end) return REPEATS;
  }
  return null;
}

/**
 * Why a condition can't go around the text between two places, as a sentence; null if it can. It
 * must not have only one end of a block in it.
 */
export function wrapProblem(
  chips: readonly LocatedChip[],
  { start, end }: { start: number; end: number },
): string | null {
  const isInside = (at: number) => at >= start && at < end;
  const half = pairsOf(chips).find(
    ({ opening, closing }) => isInside(opening) !== isInside(closing),
  );
  if (!half) return null;
  return half.isRepeated ? HALF_PART : HALF_CONDITION;
}

/** Whether a total can be at a place: outside of the repeated parts of a text that has one. */
export function isPlaceForTotal(chips: readonly LocatedChip[], at: number): boolean {
  const parts = pairsOf(chips).filter(({ isRepeated }) => isRepeated);
  return parts.length > 0 && parts.every(({ opening, closing }) => at <= opening || at > closing);
}
