import { isBlank } from "../isBlank.ts";
import { decodeHtml } from "./htmlText.ts";

/**
 * Marks where a value left nothing: a blank fallback, both ends of a hidden condition. No other
 * text of an email has this character.
 */
export const GONE = "\0";

const ARROWS_AND_TICKS = "\u2190-\u21ff\u25a0-\u25ff\u2610-\u2612\u2705\u2713-\u2718\u2794-\u27bf";
const SIGNS = new RegExp(
  `^(?:[^\\p{L}\\p{N}\\p{Sc}\\p{Extended_Pictographic}]|[${ARROWS_AND_TICKS}])*$`,
  "u",
);
/** The number or letter that begins a typed item. */
const TYPED_NUMBER = /^\s*\(?(?:\d{1,3}|[a-z]|[ivxl]{1,6})[.)](?![\p{L}\p{N}])/iu;

/**
 * Whether a line with only this text says nothing: it is blank, has signs that separate or enclose
 * what isn't there, or is a typed bullet or, if it is the line's first, number (`•`, `1.`).
 */
export function saysNothing(text: string, isFirst = true): boolean {
  const rest = isFirst ? text.replace(TYPED_NUMBER, "") : text;
  return isBlank(rest) || SIGNS.test(rest);
}

const SPACE = "(?: |\u00a0|&nbsp;)";
const SPACES = `${SPACE}{0,20}`;
const SPACE_AT_END = new RegExp(`${SPACE}$`);
const SPACE_AT_START = new RegExp(`^${SPACE}`);
const ONLY_SPACE = /^(?:\s|&nbsp;)*$/;

/** Separators of values, the weakest first; the first and last have a space on either side. */
const SEPARATORS = ["&+", ",\u060c\u3001\uff0c", ";\u061b\uff1b", "|/\u00b7\u2022\u2013\u2014-"];
const [JOINING = "", COMMAS = "", SEMICOLONS = "", SPACED = ""] = SEPARATORS;
const BETWEEN_SPACES = `(&amp;|[${JOINING}${SPACED}])`;
/** The `;` of `&amp;` is none. */
const SEPARATOR_AT_END = new RegExp(
  `([${COMMAS}${SEMICOLONS}])(?<!&#?\\w{1,8};)${SPACES}$|${SPACE}${BETWEEN_SPACES}${SPACE}{1,20}$`,
);
const SEPARATOR_AT_START = new RegExp(
  `^${SPACES}([${COMMAS}${SEMICOLONS}])|^${SPACE}{1,20}${BETWEEN_SPACES}(?=${SPACE}|$)`,
);
/** A sign between two words, as in a date. */
const SIGN_IN_WORD = /[\p{L}\p{N})]([/|\u00b7\u2013-])$/u;
/** The end of a sentence, and of one before it that needs no other. */
const SENTENCE_END = new RegExp(`^${SPACES}[.!?:](?![\\p{L}\\p{N}.])`, "u");
const SENTENCE_BEFORE = new RegExp(`[.!?:\u2026]${SPACES}$`);

const QUOTE = "[\"'\u00ab\u00bb\u2039\u203a\u2018-\u201f]";
const OPENING_QUOTE = `(?<![^\\s(;])${QUOTE}`;
const CLOSING_QUOTE = `${QUOTE}(?![\\p{L}\\p{N}])`;
const PAIRS = new Set(
  (
    "() [] \"\" '' \u00ab\u00bb \u00bb\u00ab \u2039\u203a \u203a\u2039 \u201c\u201d \u201e\u201c \u201e\u201d " +
    "\u201d\u201d \u2018\u2019 \u201a\u2018 \u201a\u2019 \u2019\u2019"
  ).split(" "),
);
const OPENED = new RegExp(`([([]|${OPENING_QUOTE})${SPACES}$`);
const CLOSED = new RegExp(`^${SPACES}([)\\]]|${QUOTE})`);

/** Before these, a separator isn't needed. */
const ENDS = new RegExp(
  `^(?:$|${SPACES}(?:[.!?:\u2026\u061f\u3002\uff01\uff1f](?![\\p{L}\\p{N}])|[)\\]])|${CLOSING_QUOTE})`,
  "u",
);
/** Nor is one after these. */
const BEGINS = new RegExp(`(?:^|[([:!?\u00a1\u00bf]${SPACES}|${OPENING_QUOTE})$`);
/** Before these, a space isn't needed; nor is it at the end of a line. */
const CLOSES = new RegExp(`^(?:[\\s,.;:!?\u2026)\\]]|&nbsp;|$|${CLOSING_QUOTE})`, "u");
const OPENS = new RegExp(`(?:^|[([]|${OPENING_QUOTE})$`);

type Sides = readonly [before: string, after: string];

/** Characters beside a gap that are looked at. */
const NEAR = 60;

/**
 * The texts before and after a value that left nothing, without what belonged to it: brackets and
 * quotation marks around it, a separator, a space. "" is the beginning or end of a line.
 */
function closed([before, after]: Sides, isEnd: boolean): Sides {
  let sides: Sides = [before, after];
  for (;;) {
    // The text behind it isn't known yet.
    if (sides[1] === "" && !isEnd) return sides;
    const next = withoutSign(...sides);
    if (next === null) return withoutSpace(...sides);
    sides = next;
  }
}

function withoutSign(before: string, after: string): Sides | null {
  const [opened, closing] = [OPENED.exec(before), CLOSED.exec(after)];
  if (opened && closing && PAIRS.has(`${opened[1]}${closing[1]}`))
    return [before.slice(0, opened.index), after.slice(closing[0].length)];
  const [left, right] = [SEPARATOR_AT_END.exec(before), SEPARATOR_AT_START.exec(after)];
  // Of two, the one that separates more stays.
  if (left && (right ? rankOf(left) <= rankOf(right) : ENDS.test(after)))
    return [before.slice(0, left.index), after];
  const isFirst = saysNothing(decodeHtml(before));
  // A label without its value stays apart from the next one.
  const isLabel = rankOf(right) === SEPARATORS.length - 1 && /:(?:\s|&nbsp;)*$/.test(before);
  if (right && (left || isFirst || (BEGINS.test(before) && !isLabel)))
    return [before, after.slice(right[0].length)];
  const sign = SIGN_IN_WORD.exec(before)?.[1];
  if (sign !== undefined && after.startsWith(sign)) return [before, after.slice(sign.length)];
  const end = isFirst || SENTENCE_BEFORE.test(before) ? SENTENCE_END.exec(after) : null;
  return end && [before, after.slice(end[0].length)];
}

function rankOf(found: RegExpExecArray | null): number {
  const [sign = ""] = found?.[1] ?? found?.[2] ?? "";
  return SEPARATORS.findIndex((signs) => sign !== "" && signs.includes(sign));
}

function withoutSpace(before: string, after: string): Sides {
  if (SPACE_AT_END.test(before) && CLOSES.test(after))
    return [before.replace(SPACE_AT_END, ""), after];
  return [before, OPENS.test(before) ? after.replace(SPACE_AT_START, "") : after];
}

/**
 * One line of text without each `GONE` and everything that belonged to it; "" if only signs are
 * left.
 */
export function closeGaps(text: string): string {
  if (!text.includes(GONE)) return text;
  const line = new LineText();
  const pieces = text.split(GONE);
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) line.gap();
    if (piece !== "") line.add(piece);
  }
  line.end();
  return pieces.every((piece, at) => saysNothing(piece, at === 0)) ? "" : line.pieces.join("");
}

/** The text of a line, in pieces of a longer text. */
export class LineText {
  readonly pieces: string[];
  /** Whether its signs are code: only a space goes with a value. */
  readonly #isCode: boolean;
  /** The pieces of the line. */
  #own: number[] = [];
  /** The first of the own pieces after a value that left nothing; null if there is no such gap. */
  #gap: number | null = null;

  constructor(pieces: string[] = [], isCode = false) {
    this.pieces = pieces;
    this.#isCode = isCode;
  }

  add(text: string): void {
    this.#own.push(this.pieces.push(text) - 1);
    if (!ONLY_SPACE.test(text)) this.#closeGap(false);
  }

  /** Marks where a value left nothing. */
  gap(): void {
    if (this.#gap !== this.#own.length) this.#closeGap(false);
    this.#gap = this.#own.length;
  }

  end(): void {
    this.#closeGap(true);
  }

  /** Leaves the line's text out. */
  clear(): void {
    for (const at of this.#own) this.pieces[at] = "";
    this.#own = [];
  }

  #closeGap(isEnd: boolean): void {
    const gap = this.#gap;
    if (gap === null) return;
    this.#gap = null;
    const before = this.#near(gap - 1, -1).slice(-NEAR);
    const after = this.#near(gap, 1).slice(0, NEAR);
    const isLast = isEnd && ONLY_SPACE.test(after);
    const [left, right] = this.#isCode
      ? withoutSpace(before, after)
      : closed([before, isLast ? "" : after], isLast);
    const cutAfter = isLast ? 0 : after.length - right.length;
    for (let at = gap, cut = cutAfter; cut > 0; at++) cut -= this.#cut(at, cut, 1);
    let lastCut = gap;
    for (let cut = before.length - left.length; cut > 0; ) cut -= this.#cut(--lastCut, cut, -1);
    const near = this.#own.splice(lastCut);
    let isOpen = true;
    for (const [at, piece] of near.entries()) {
      if (this.pieces[piece] === "") continue;
      this.#own.push(piece);
      if (lastCut + at >= gap) isOpen = false;
    }
    if (isOpen) this.#gap = this.#own.length;
  }

  #text(at: number): string {
    return this.pieces[this.#own[at] ?? -1] ?? "";
  }

  /** The text from a piece on, in one direction, as far as it is looked at. */
  #near(from: number, step: 1 | -1): string {
    let text = "";
    for (let at = from; text.length < NEAR && at >= 0 && at < this.#own.length; at += step)
      text = step > 0 ? text + this.#text(at) : this.#text(at) + text;
    return text;
  }

  /** Takes up to so many characters from a piece's beginning or end; returns how many. */
  #cut(at: number, most: number, side: 1 | -1): number {
    const text = this.#text(at);
    const length = Math.min(most, text.length);
    this.pieces[this.#own[at] ?? -1] =
      side > 0 ? text.slice(length) : text.slice(0, text.length - length);
    return length;
  }
}
