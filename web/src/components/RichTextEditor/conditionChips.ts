import { CHIP_CLASS, WRITTEN } from "./bodyHtml.ts";
import { readWritten } from "./writtenPlaceholder.ts";

/** What a condition asks of its placeholder: filled in or blank. */
export interface Condition {
  kind: "open" | "inverted";
  name: string;
}

const SIGNS = { open: "#", inverted: "^", close: "/" } as const;

/** How the two ends of a condition are written. */
export function writeCondition({ kind, name }: Condition): { open: string; close: string } {
  return { open: `{{${SIGNS[kind]}${name}}}`, close: `{{${SIGNS.close}${name}}}` };
}

interface End {
  chip: HTMLElement;
  kind: Condition["kind"] | "close";
  name: string;
}

function endsIn(content: Element): End[] {
  return [...content.querySelectorAll<HTMLElement>(`.${CHIP_CLASS}`)].flatMap((chip) => {
    const token = readWritten(chip.getAttribute(WRITTEN) ?? "");
    return token && token.kind !== "placeholder" ? [{ chip, kind: token.kind, name: token.name }] : [];
  });
}

/** A condition in the text; an end may have lost its partner. */
export interface PlacedCondition extends Condition {
  opening: HTMLElement | null;
  closing: HTMLElement | null;
}

/** The condition that a chip in the editor belongs to, or null if it isn't a condition. */
export function conditionOf(content: Element, chip: HTMLElement): PlacedCondition | null {
  const open: End[] = [];
  for (const end of endsIn(content)) {
    if (end.kind !== "close") {
      open.push(end);
      continue;
    }
    const last = open.at(-1);
    const own = last?.name === end.name ? open.pop() : undefined;
    if (end.chip === chip || own?.chip === chip) return placed(own ?? null, end);
  }
  const alone = open.find((end) => end.chip === chip);
  return alone ? placed(alone, null) : null;
}

function placed(opening: End | null, closing: End | null): PlacedCondition {
  return {
    kind: opening?.kind === "inverted" ? "inverted" : "open",
    name: opening?.name ?? closing?.name ?? "",
    opening: opening?.chip ?? null,
    closing: closing?.chip ?? null,
  };
}
