import { MAX_VALUE_LENGTH } from "../contract/limits.ts";
import type { NumberForm } from "../contract/templates.ts";
import { hasFullStop, readUnit } from "./units.ts";

/** The texts around the digits of a negative number, from the outside in: `(€ 5)`, `€ -5`, `5-`. */
export interface MinusSign {
  start: string;
  /** Between a currency and the digits. */
  before: string;
  after: string;
  end: string;
}

/** The texts around the digits of a number. */
interface Around {
  /** Null if it is positive. */
  minus: MinusSign | null;
  hasPlus: boolean;
  /** The texts before and after it, with the spaces: `€ `, ` km`. */
  prefix: string;
  suffix: string;
  /** Its currency or unit, the same for all spellings; "" for none. */
  unit: string;
  isCurrency: boolean;
  /** Whether the app knows its currency or unit. */
  isKnown: boolean;
  /** A mark before the digits, which are decimals then: `.5`. */
  point: string;
  /** What it has instead of cents: `,-`; "" for nothing. */
  dash: string;
}

/** An exact number: `digits` / 10 ^ `decimals`, negative if there is a minus around it. */
export interface Amount {
  around: Around;
  digits: string;
  decimals: number;
  /** The mark between its thousands; "" for none. */
  mark: string;
  grouping: Grouping;
}

/** `12,34,567` is Indian; a number with one mark doesn't tell. */
export type Grouping = "thousands" | "indian" | "unknown";

/** The longest text before or after the digits. */
const MAX_AROUND = 16;
/** Hyphens, minus signs and dashes, which keyboards and word processors mix up. */
const MINUS = "\\-‐‑‒–—−﹣";
/** Behind a number, the longer dashes may mean "from" or no cents. */
const MINUS_BEHIND = MINUS.replace(/[–—]/g, "");
const ONE_MINUS = new RegExp(`^[${MINUS}]$`);
/** Not a line break, which separates two values. */
const SPACE = "[ \\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000]";
const WORD = `[^\\s\\d()+${MINUS}]*`;
/** A sign, a currency, a sign between it and the digits, and the mark of a number like `.5`. */
const HEAD = new RegExp(
  `^([${MINUS}+(]?)(${SPACE}*)(${WORD}?)(${SPACE}*)([${MINUS}+(]?)(${SPACE}*)([.,]?)$`,
  "u",
);
/** No cents, a bracket or minus, currency or unit, a bracket. */
const TAIL = new RegExp(
  `^((?:[.,](?:--?|–|—))?)([)${MINUS_BEHIND}]?)(${SPACE}*)(${WORD})(${SPACE}*)(\\)?)$`,
  "u",
);
const SPACES = new RegExp(SPACE, "gu");
const ASCII = /^[ -~]*$/;
/** Characters that aren't seen. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** The full-width characters of Asian keyboards that numbers have. */
const WIDE = /[！-～￠￡￥￦]/gu;
const WIDE_MONEY: Readonly<Record<string, string>> = { "￠": "¢", "￡": "£", "￥": "¥", "￦": "₩" };

function plain(value: string): string {
  if (ASCII.test(value)) return value.trim();
  return value
    .replace(UNSEEN, "")
    .replace(WIDE, (wide) => WIDE_MONEY[wide] ?? String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim();
}

/** The digits of a number with the marks between them, and the texts around; null for none. */
function writtenIn(value: string): { digits: string; around: Around } | null {
  if (value.length > MAX_VALUE_LENGTH) return null;
  const text = plain(value);
  const from = text.search(/\d/);
  if (from === -1 || from > MAX_AROUND) return null;
  let to = text.length;
  while (!isDigit(text.charCodeAt(to - 1))) to -= 1;
  if (text.length - to > MAX_AROUND) return null;
  const around = aroundIn(text.slice(0, from), text.slice(to));
  return around && { digits: around.point + text.slice(from, to), around };
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A column has few of them, which are read once. */
const known = new Map<string, Around | null>();
const MAX_KNOWN = 200;

function aroundIn(before: string, after: string): Around | null {
  const key = `${before}0${after}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const around = readAround(before, after);
  known.set(key, around);
  return around;
}

function readAround(before: string, after: string): Around | null {
  const head = headIn(before);
  const tail = TAIL.exec(after);
  if (head === null || tail === null) return null;
  const [, dash = "", close = "", gap = "", word = "", space = "", end = ""] = tail;
  const behind = word === "" ? null : readUnit(word);
  if (word !== "" && behind === null) return null;
  const { unit: ahead, start, inner, prefix, point } = head;
  const minus = minusOf(start, inner, close, `${word === "" ? gap : space}${end}`);
  if (minus === undefined) return null;
  const unit = behind ?? ahead;
  return {
    minus,
    hasPlus: `${start}${inner}`.includes("+"),
    prefix,
    suffix: word === "" ? "" : gap + word,
    unit: ahead && behind ? both(ahead.name, behind.name) : (unit?.name ?? ""),
    isCurrency: unit?.isCurrency ?? false,
    isKnown:
      ahead === null
        ? behind?.isKnown !== false
        : ahead.isCurrency && (behind === null || behind.isCurrency),
    point,
    dash,
  };
}

/** `$5 CAD` has two units, `€5 EUR` has one. */
function both(before: string, after: string): string {
  return before === after ? before : `${before} ${after}`;
}

function headIn(text: string) {
  const found = HEAD.exec(text);
  if (found === null) return null;
  const [, start = "", gap = "", word = "", space = "", sign = "", last = "", mark = ""] = found;
  const isOfWord = `${space}${sign}` === "" && hasFullStop(word + mark);
  const name = isOfWord ? word + mark : word;
  const unit = name === "" ? null : readUnit(name);
  if (name !== "" && unit === null) return null;
  return {
    unit,
    start: start === "" ? "" : start + gap,
    inner: sign === "" ? "" : sign + last,
    prefix: name === "" ? "" : name + space,
    point: isOfWord ? "" : mark,
  };
}

/** Undefined if signs or brackets don't match. */
function minusOf(
  start: string,
  before: string,
  after: string,
  end: string,
): MinusSign | null | undefined {
  const signs = [start, before, after, end].map((text) => text.trim()).join("");
  if (signs === "" || signs === "+") return null;
  const isBracketed = signs === "()" && (start.startsWith("(") || after === ")");
  if (!isBracketed && !ONE_MINUS.test(signs)) return undefined;
  return { start, before, after, end: end.trim() === "" ? "" : end };
}

/** The mark before the decimals. */
const SIGNS = { point: ".", comma: "," } as const;
/** Thousands with one mark between them. */
const GROUPED: Record<NumberForm, RegExp> = {
  point: /^[1-9]\d{0,2}([,'’ ])\d{3}(?:\1\d{3})*$/,
  comma: /^[1-9]\d{0,2}([.'’ ])\d{3}(?:\1\d{3})*$/,
};
/** `12,34,567` in India, where decimals have a point. */
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

const PLAIN = /^\d*$/;
const CODE = /^0\d/;
/** A number with a plus and so many digits, or spaces, is a phone number. */
const PHONE = /^\d{7}|\s/;

type Written = NonNullable<ReturnType<typeof writtenIn>>;

/** A number that can be added up: not a code (0171, but 05.50 is none), and of a known unit. */
function read(written: Written, form: NumberForm): Amount | null {
  const amount = written.around.isKnown ? readDigits(written, form) : null;
  return amount?.decimals === 0 && CODE.test(written.digits) ? null : amount;
}

function readDigits({ digits, around }: Written, form: NumberForm): Amount | null {
  const { dash, hasPlus } = around;
  const sign = SIGNS[form];
  if (dash !== "" && !dash.startsWith(sign)) return null;
  const at = digits.indexOf(sign);
  const whole = at === -1 ? digits : digits.slice(0, at);
  const end = at === -1 ? "" : digits.slice(at + 1);
  if (at !== -1 && (dash !== "" || !PLAIN.test(end))) return null;
  if (hasPlus && PHONE.test(whole)) return null;
  if (PLAIN.test(whole))
    return { around, digits: whole + end, decimals: end.length, mark: "", grouping: "unknown" };
  const isIndian = form === "point" && INDIAN.test(whole);
  if (!isIndian && !GROUPED[form].test(whole.replace(SPACES, " "))) return null;
  const marks = whole.match(/\D/gu) ?? [];
  return {
    around,
    digits: whole.replace(/\D/gu, "") + end,
    decimals: end.length,
    mark: marks[0] ?? "",
    grouping: isIndian ? "indian" : marks.length > 1 ? "thousands" : "unknown",
  };
}

/** Reads a value as an amount in this notation. Returns null if it isn't one. */
export function readAmount(value: string, form: NumberForm): Amount | null {
  const written = writtenIn(value);
  return written === null ? null : read(written, form);
}

/**
 * Reads a value as a number to sort and filter by: also a code (007), an ordinal (`1.`), and a
 * number with a short word as its unit that the app doesn't know. Returns null if it isn't one.
 */
export function readNumber(value: string, form: NumberForm): Amount | null {
  const written = writtenIn(value.trim().replace(/[.,]$/, ""));
  return written === null ? null : readDigits(written, form);
}

/**
 * Which notations make a number of a value: one of them; `open`, two different numbers (1,234);
 * `any`, the same number (12); `none`, because it isn't a number.
 */
export type ReadableForms = NumberForm | "open" | "any" | "none";

export function formsOf(value: string): ReadableForms {
  const written = writtenIn(value);
  if (written === null) return "none";
  const [point, comma] = [read(written, "point"), read(written, "comma")];
  if (point === null) return comma === null ? "none" : "comma";
  if (comma === null) return "point";
  return point.decimals === comma.decimals ? "any" : "open";
}

/**
 * What an open value (1,234) is in a notation, so that anyone sees the difference: "1 thousand 234"
 * or "1 and 234 thousandths".
 */
export function inWords(value: string, form: NumberForm): string {
  const { digits = "", decimals = 0 } = readAmount(value, form) ?? {};
  const [first, rest] = [Number(digits.slice(0, -3)), Number(digits.slice(-3))];
  if (decimals === 0) return rest === 0 ? `${first} thousand` : `${first} thousand ${rest}`;
  return rest === 0 ? `${first}` : `${first} and ${rest} thousandths`;
}

/** Whether a value is a number other than zero, in any notation. */
export function isSomeAmount(value: string): boolean {
  const { digits } = readAmount(value, "point") ?? readAmount(value, "comma") ?? { digits: "" };
  return /[1-9]/.test(digits);
}
