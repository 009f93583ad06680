import {
  type ConditionToken,
  type PlaceholderToken,
  tokenize,
} from "@sendwright/core/placeholders";

/** A placeholder or condition that a chip can show without changing its meaning. */
export type ChipToken = PlaceholderToken | ConditionToken;

/**
 * Whether a token can be a chip: in the text, not in a link's address, and with nothing to be
 * warned of.
 */
export function isChip(token: ReturnType<typeof tokenize>[number]): token is ChipToken {
  return (
    token.kind !== "literal" &&
    token.kind !== "refused" &&
    token.problem === null &&
    token.scope === 0
  );
}

/** The one placeholder or condition that a text is, else null. */
export function readWritten(text: string): ChipToken | null {
  const [token, ...more] = tokenize(text, "text");
  return token && more.length === 0 && isChip(token) ? token : null;
}
