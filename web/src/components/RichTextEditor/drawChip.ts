import type { VariableType } from "@sendwright/core/contract";
import { isRepeatTag } from "@sendwright/core/placeholders";
import { ROWS } from "./repeatedPart.ts";
import { type ChipToken, readWritten } from "./writtenPlaceholder.ts";

export type ChipKind = VariableType | "condition" | "rows";

/** Where the editor keeps the drawing of a kind's icon; a chip points to it. */
export const iconId = (kind: ChipKind) => `placeholder-icon-${kind}`;

const CONDITION_WORDS = {
  open: "if there is",
  inverted: "if there is no",
  close: "end of",
} as const;
/** An end doesn't say which of the two it ends. */
const COMPARISON_WORDS = { open: "is ", inverted: "is not ", close: "= " } as const;

interface ChipWords {
  kind: ChipKind;
  before: string;
  name: string;
  after: string;
}

/** `isRowsTaken`: the email has a placeholder `{{rows}}`, so its tags are a condition on it. */
function words(token: ChipToken, isRowsTaken: boolean): ChipWords {
  const { name } = token;
  if (!isRowsTaken && isRepeatTag(token)) {
    const end = token.kind === "close" ? "end" : "for each row";
    return { kind: "rows", before: "", name: end, after: "" };
  }
  if (token.kind !== "placeholder") {
    const { value } = token;
    if (value === null)
      return { kind: "condition", before: CONDITION_WORDS[token.kind], name, after: "" };
    const before = token.kind === "close" ? "end of" : "if";
    return { kind: "condition", before, name, after: `${COMPARISON_WORDS[token.kind]}${value}` };
  }
  // Its fallback isn't shown: a blank only adds nothing.
  if (token.isSum) return { kind: token.type, before: "", name, after: "· total" };
  const after =
    token.fallback === null ? "" : token.fallback === "" ? "or nothing" : `or ${token.fallback}`;
  return { kind: token.type, before: "", name, after };
}

function span(className: string, text: string): HTMLSpanElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

function icon(kind: ChipKind): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${iconId(kind)}`);
  svg.append(use);
  return svg;
}

function spokenKind(kind: ChipKind): string {
  if (kind === "rows") return "Repeated part";
  return kind === "condition"
    ? "Condition"
    : `${kind.charAt(0).toUpperCase()}${kind.slice(1)} placeholder`;
}

/** Draws the chip for `written` into its visible part. */
export function drawChip(
  seen: HTMLElement,
  chip: HTMLElement,
  written: string,
  isRowsTaken = false,
): void {
  const token = readWritten(written);
  const { kind, before, name, after } = token
    ? words(token, isRowsTaken)
    : { kind: "text" as const, before: "", name: written, after: "" };
  chip.dataset.kind = kind;
  if (token?.kind === "placeholder" && !token.typed) chip.dataset.untyped = name;
  if (token && isRepeatTag(token)) chip.dataset.rows = written;
  seen.title = written;
  seen.setAttribute("role", "img");
  seen.setAttribute(
    "aria-label",
    [spokenKind(kind), before, name, after.replace("· ", "")].filter(Boolean).join(" "),
  );
  // One text, so that it is cut at its end only.
  const text = span("chip-text", "");
  if (before) text.append(span("chip-detail", before), " ");
  text.append(span("chip-name", name));
  if (after) text.append(" ", span("chip-detail", after));
  seen.replaceChildren(icon(kind), text);
}

/**
 * Gives the chips in an element that name no type the type of their variable: one name has one
 * type, wherever the email says which. The tags `rows` are a condition if it is a placeholder.
 */
export function showTypes(element: Element, types: ReadonlyMap<string, VariableType>): void {
  for (const chip of element.querySelectorAll<HTMLElement>("[data-untyped]")) {
    const kind = types.get(chip.dataset.untyped ?? "") ?? "text";
    const seen = chip.querySelector('[role="img"]');
    if (chip.dataset.kind === kind || !seen) continue;
    const before = spokenKind(chip.dataset.kind as ChipKind);
    const label = seen.getAttribute("aria-label") ?? "";
    chip.dataset.kind = kind;
    seen.setAttribute("aria-label", spokenKind(kind) + label.slice(before.length));
    seen.querySelector("use")?.setAttribute("href", `#${iconId(kind)}`);
  }
  const isRowsTaken = types.has(ROWS);
  for (const chip of element.querySelectorAll<HTMLElement>("[data-rows]")) {
    const seen = chip.querySelector<HTMLElement>('[role="img"]');
    if (seen && (chip.dataset.kind === "condition") !== isRowsTaken)
      drawChip(seen, chip, chip.dataset.rows ?? "", isRowsTaken);
  }
}
