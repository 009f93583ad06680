import { liveTokens } from "@sendwright/core/placeholders";
import { type ChipToken, readWritten } from "./writtenPlaceholder.ts";

/** The name of the tags around a part that repeats for each row of an email (decision 38). */
export const ROWS = "rows";
/** How the two ends of a repeated part are written. */
export const ROWS_OPEN = `{{#${ROWS}}}`;
export const ROWS_CLOSE = `{{/${ROWS}}}`;

/** Whether a chip is an end of a repeated part, unless the email has a placeholder of that name. */
export function isRowsTag(token: ChipToken | null): boolean {
  return (
    token !== null &&
    (token.kind === "open" || token.kind === "close") &&
    token.name === ROWS &&
    token.value === null
  );
}

/** A chip of the text and its place. */
export interface LocatedChip {
  written: string;
  at: number;
}

const NAME_TAKEN =
  "The email has a placeholder {{rows}}: with another name for it, lines can repeat.";
const REPEATS = "This part repeats already.";
const HAS_PART = "The selection has a part that repeats already.";
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
  const places = new Map<ChipToken, number>();
  for (const { written, at } of chips) {
    const token = readWritten(written);
    if (token && token.kind !== "placeholder") places.set(token, at);
  }
  const isInside = (token: ChipToken) => {
    const at = places.get(token) ?? -1;
    return at >= start && at < end;
  };
  for (const [opening, closing] of liveTokens([...places.keys()]).ends) {
    const isPart = isRowsTag(opening);
    if (isInside(opening) !== isInside(closing)) return isPart ? HAS_PART : HALF_CONDITION;
    if (!isPart) continue;
    if (isInside(opening)) return HAS_PART;
    if ((places.get(opening) ?? 0) < start && (places.get(closing) ?? 0) >= end) return REPEATS;
  }
  return null;
}
