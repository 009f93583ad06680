import { isRepeatTag, parseTemplate, tokenize } from "@sendwright/core/placeholders";
import { inertDocument } from "../../lib/inertDocument.ts";
import { ROWS_CLOSE, ROWS_OPEN } from "./repeatedPart.ts";

/** A line, item or row of a table: what repeats as a whole. */
interface RepeatUnit {
  element: Element;
  kind: "line" | "item" | "row";
  /** Whether it has a placeholder that differs from row to row of an email. */
  differs: boolean;
}

export interface RepeatProposal {
  /** The body in which those lines repeat. */
  body: string;
  /** The lines that would repeat, as a person reads them; none if nothing has to. */
  lines: string[];
  /** The placeholders that differ but can't repeat: in the subject, and elsewhere. */
  left: { subject: string[]; body: string[] };
}

/**
 * Proposes which lines, items and rows of tables of an email repeat for each of its rows: those
 * with a placeholder that differs between these rows. `body` is as the editor stores it.
 */
export function proposedRepeat(
  { subject, body }: { subject: string; body: string },
  names: readonly string[],
): RepeatProposal {
  const content = inertDocument(body).body;
  const units = unitsOf(content, new Set(names));
  const runs = runsOf(units);
  const lines = runs.flat().flatMap(({ element }) => textOf(element) || []);
  for (const run of runs) wrap(run);
  const proposed = runs.length > 0 ? content.innerHTML : body;
  const outside = parseTemplate({ body: proposed }).joining?.common ?? used(proposed, "html");
  return {
    body: proposed,
    lines,
    left: {
      subject: names.filter((name) => used(subject, "text").has(name)),
      body: names.filter((name) => outside.has(name)),
    },
  };
}

/** The names of a source's placeholders and conditions, without those that are only added up. */
function used(source: string, markup: "text" | "html"): ReadonlySet<string> {
  return new Set(
    tokenize(source, markup).flatMap((token) => {
      if (token.kind === "literal" || token.kind === "refused") return [];
      return token.kind === "placeholder" && token.isSum ? [] : token.name;
    }),
  );
}

function unitsOf(content: Element, names: ReadonlySet<string>): RepeatUnit[] {
  const elements = [...content.children].flatMap((block): Omit<RepeatUnit, "differs">[] => {
    if (block.matches("ol, ul"))
      return [...block.children].map((element) => ({ element, kind: "item" }));
    if (!block.matches("table")) return [{ element: block, kind: "line" }];
    const rows = [...block.querySelectorAll("tr")].filter((row) => row.closest("table") === block);
    return rows.map((element) => ({ element, kind: "row" }));
  });
  const units = elements.map((unit) => ({ ...unit, differs: false }));
  /** Of each condition around the place: the unit that it begins in. */
  const open: { name: string; from: number }[] = [];
  const spans: { from: number; to: number }[] = [];
  let isRepeated = false;
  for (const [at, unit] of units.entries()) {
    for (const token of tokenize(unit.element.outerHTML, "html")) {
      if (token.kind === "literal" || token.kind === "refused") continue;
      const isTag: boolean = isRepeatTag(token);
      if (isTag) {
        isRepeated = token.kind === "open";
        continue;
      }
      if (token.kind === "close") {
        const index = open.findLastIndex(({ name }) => name === token.name);
        const [begun] = index < 0 ? [] : open.splice(index, 1);
        if (begun && begun.from < at) spans.push({ from: begun.from, to: at });
      } else {
        if (token.kind !== "placeholder") open.push({ name: token.name, from: at });
        const isTotal = token.kind === "placeholder" && token.isSum === true;
        if (!isRepeated && !isTotal && names.has(token.name)) unit.differs = true;
      }
    }
  }
  return withWholeConditions(units, spans);
}

/** A condition over several lines repeats with all of them, or with none. */
function withWholeConditions(
  units: readonly RepeatUnit[],
  spans: readonly { from: number; to: number }[],
): RepeatUnit[] {
  const whole = [...units];
  // From the inside out: a condition ends before the one that it is in.
  for (const { from, to } of spans) {
    if (!whole[from]?.differs && !whole[to]?.differs) continue;
    for (let at = from; at <= to; at++) {
      const unit = whole[at];
      if (unit) whole[at] = { ...unit, differs: true };
    }
  }
  return whole;
}

/** Units beside each other that repeat together; blank lines don't separate lines. */
function runsOf(units: readonly RepeatUnit[]): RepeatUnit[][] {
  const runs: RepeatUnit[][] = [];
  let blanks: RepeatUnit[] = [];
  let current: RepeatUnit[] | null = null;
  for (const unit of units) {
    const last = current?.at(-1);
    const isBeside = last?.kind === unit.kind && isBesides(last, unit);
    if (unit.differs && isRepeatable(unit)) {
      if (current && isBeside) current.push(...blanks, unit);
      else {
        current = [unit];
        runs.push(current);
      }
      blanks = [];
    } else if (current && isBeside && unit.kind === "line" && isBlankLine(unit.element)) {
      blanks.push(unit);
    } else {
      current = null;
      blanks = [];
    }
  }
  return runs;
}

function isBesides(one: RepeatUnit, other: RepeatUnit): boolean {
  return one.element.parentElement === other.element.parentElement;
}

function isBlankLine(element: Element): boolean {
  return textOf(element) === "" && element.querySelector("img") === null;
}

/** Not a row with a cell that spans several rows, or in such a table. */
function isRepeatable({ kind, element }: RepeatUnit): boolean {
  return kind !== "row" || element.closest("table")?.querySelector("[rowspan]") === null;
}

function wrap(run: readonly RepeatUnit[]): void {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return;
  if (first.kind === "line") {
    first.element.before(lineOf(first.element, ROWS_OPEN));
    last.element.after(lineOf(last.element, ROWS_CLOSE));
  } else {
    edgeOf(first, "firstElementChild").prepend(ROWS_OPEN);
    edgeOf(last, "lastElementChild").append(ROWS_CLOSE);
  }
}

function lineOf({ ownerDocument }: Element, text: string): Element {
  const line = ownerDocument.createElement("p");
  line.textContent = text;
  return line;
}

/** Where the text of an item or a row of a table begins or ends. */
function edgeOf(
  { kind, element }: RepeatUnit,
  side: "firstElementChild" | "lastElementChild",
): Element {
  const place = kind === "row" ? (element[side] ?? element) : element;
  const line = place[side];
  return kind === "row" && line?.localName === "p" ? line : place;
}

function textOf(element: Element): string {
  const texts =
    element.localName === "tr"
      ? [...element.querySelectorAll("td, th, p")].filter((part) => !part.querySelector("p"))
      : [element];
  return texts
    .map(({ textContent }) => textContent.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "")
    .join(" · ");
}
