import { CHIP_CLASS, WRITTEN } from "./bodyHtml.ts";
import { readWritten } from "./writtenPlaceholder.ts";

/** What a condition asks of its placeholder: filled in or blank; with a value, this one or any other. */
export interface Condition {
  kind: "open" | "inverted";
  name: string;
  value: string | null;
}

const SIGNS = { open: "#", inverted: "^", close: "/" } as const;

/** How the two ends of a condition are written. */
export function writeCondition({ kind, name, value }: Condition): { open: string; close: string } {
  const subject = value === null ? name : `${name}=${value}`;
  return { open: `{{${SIGNS[kind]}${subject}}}`, close: `{{${SIGNS.close}${subject}}}` };
}

interface End {
  chip: HTMLElement;
  kind: Condition["kind"] | "close";
  name: string;
  value: string | null;
}

function endsIn(content: Element): End[] {
  return [...content.querySelectorAll<HTMLElement>(`.${CHIP_CLASS}`)].flatMap((chip) => {
    const token = readWritten(chip.getAttribute(WRITTEN) ?? "");
    return token && token.kind !== "placeholder"
      ? [{ chip, kind: token.kind, name: token.name, value: token.value }]
      : [];
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
    const isOwn = last?.name === end.name && (end.value === null || end.value === last.value);
    const own = isOwn ? open.pop() : undefined;
    if (end.chip === chip || own?.chip === chip) return placed(own ?? null, end);
  }
  const alone = open.find((end) => end.chip === chip);
  return alone ? placed(alone, null) : null;
}

function placed(opening: End | null, closing: End | null): PlacedCondition {
  return {
    kind: opening?.kind === "inverted" ? "inverted" : "open",
    name: opening?.name ?? closing?.name ?? "",
    value: (opening ?? closing)?.value ?? null,
    opening: opening?.chip ?? null,
    closing: closing?.chip ?? null,
  };
}
