import { type ConditionToken, liveTokens } from "@sendwright/core/placeholders";
import { CHIP_CLASS, WRITTEN } from "./bodyHtml.ts";
import { readWritten } from "./writtenPlaceholder.ts";

/**
 * What a condition asks of its placeholder: filled in or blank; with a value, this one or any
 * other.
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

/** A condition in the text; an end may have lost its partner. */
export interface PlacedCondition extends ChipCondition {
  opening: HTMLElement | null;
  closing: HTMLElement | null;
}

/**
 * The condition that a chip in the editor belongs to, paired as in the email, or null if the chip
 * isn't the end of one.
 */
export function conditionAt(content: Element, chip: HTMLElement): PlacedCondition | null {
  const chips = new Map<ConditionToken, HTMLElement>();
  for (const one of content.querySelectorAll<HTMLElement>(`.${CHIP_CLASS}`)) {
    const token = readWritten(one.getAttribute(WRITTEN) ?? "");
    if (token && token.kind !== "placeholder") chips.set(token, one);
  }
  const own = [...chips.keys()].find((token) => chips.get(token) === chip);
  if (own === undefined) return null;
  const { ends } = liveTokens([...chips.keys()]);
  const opening =
    own.kind === "close"
      ? ([...ends.keys()].find((token) => ends.get(token) === own) ?? null)
      : own;
  const closing = own.kind === "close" ? own : (ends.get(own) ?? null);
  const { kind, name, value } = opening ?? own;
  return {
    kind: kind === "inverted" ? "inverted" : "open",
    name,
    value,
    opening: (opening && chips.get(opening)) ?? null,
    closing: (closing && chips.get(closing)) ?? null,
  };
}
