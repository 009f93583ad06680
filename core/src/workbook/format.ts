import { SSF } from "@e965/xlsx";
import { getFormatDateInfo, isValidFormat } from "numfmt";
import { type EraCalendar, eraMark } from "./eras.ts";
import {
  dateSeparatorOf,
  declinedLanguage,
  languageOfWindows,
  systemLanguage,
} from "./systemLanguage.ts";

/** A number format, read once for all cells that have it. */
export interface Format {
  /** In the spelling of the library that writes numbers with it. */
  code: string;
  /** By section, without the one for texts. */
  kinds: readonly FormatKind[];
  /**
   * The code with another color in each section: by it, the library says which one it takes for a
   * number.
   */
  numbered: string;
  /** The language of its names; null for the computer's. */
  language: string | null;
  /** Its days have a month or a year. */
  hasMonth: boolean;
  /**
   * Its dates or numbers depend on the computer's language, beyond decimal points and groups of
   * digits.
   */
  isOfSystem: boolean;
  /** It may write a decimal point or groups of digits. */
  hasMarks: boolean;
  /** Its sections, if one of them has a fraction; else null. */
  fractions: readonly string[] | null;
  /** It adds to texts, or hides them. */
  isForText: boolean;
  eras: EraCalendar | null;
  /** It isn't understood: only `kinds` counts. */
  isUnknown: boolean;
}

export type FormatKind = "number" | "day" | "time";
type Calendar = EraCalendar | "gregorian" | "islamic" | "thai";

/**
 * Ids of formats that a workbook may use without an entry. Each computer has its own format for
 * them.
 */
export const SYSTEM_IDS: readonly number[] = [
  ...range(5, 8),
  ...range(14, 17),
  ...range(20, 44),
  ...range(50, 58),
];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Refers to the format with this id. */
export function systemCode(id: number): string {
  return `System ${id}`;
}

/**
 * The id that a code stands for; null for any other. Excel takes the second form of the short date
 * for it, too.
 */
export function systemId(code: string): number | null {
  if (/^m\/d\/yy$/i.test(code)) return 14;
  if (/^m\/d\/yy h:mm$/i.test(code)) return 22;
  const id = /^System (\d+)$/.exec(code)?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * The longest format that Excel itself writes. The time for a longer one grows with the square of
 * its length.
 */
const MAX_FORMAT = 255;
/**
 * Quoted and escaped text, padding, brackets, codes that the library is given in another spelling,
 * and all else.
 */
const PIECE =
  /"[^"]*"|\\.|[_*].|\[[^\]]*\]|general|am\/pm|a\/p|上午\/下午|午前\/午後|(?<=[0#?.])e[+-]|g+|e+|y+|./gisu;
const LITERAL = /^(?:"|\\|[_*].|\[)/su;
const BREAK = "\uE03F";
/** Before an A or P that is written small. */
export const SMALL = "\uE03D";
const JAPANESE = /^(?:ja\b|411$)/i;

/** Reads a format. `system` is the computer's language. */
export function parseFormat(code: string, system: string): Format {
  if (code.length > MAX_FORMAT) return unknown(code);
  const pieces = (code.trim() === "" || code === "@" ? "General" : code).match(PIECE) ?? [];
  const bare = pieces.filter((piece) => !LITERAL.test(piece) && !/^general$/i.test(piece)).join("");
  const asked = askedIn(pieces);
  const plain = sectionsOf(pieces, spelled).filter((section) => !section.includes("@"));
  const kinds = plain.map(kindOf);
  const isDate = kinds.some((kind) => kind !== "number");
  const own = isDate ? (asked.language ?? languageOfNoon(bare)) : null;
  const calendar = calendarOf(asked, own ?? system, bare);
  const hasEras = isEra(calendar) && /[ge]/i.test(bare);
  const hasNames = isDate && (hasEras || /m{3}|d{3}|a{3}|am\/pm|午/i.test(bare));
  // Japanese computers write 金曜日 for `aaaa`, but Friday for `dddd`.
  const isEnglish =
    own === null &&
    !asked.isOfSystem &&
    JAPANESE.test(system) &&
    /m{3}|d{3}|am\/pm/i.test(bare) &&
    !/a{3}/i.test(bare);
  // A slash is the computer's own separator: LibreOffice writes `[$-407]d/ mmmm` for 3. April.
  const separator = isDate ? dateSeparatorOf(system) : "/";
  const sections = sectionsOf(pieces, (piece) =>
    piece === "/" && separator !== "/" ? `"${separator}"` : spelledIn(calendar, piece),
  ).map((section, at) =>
    calendar === "islamic" && (kinds[at] ?? "number") !== "number" ? `B2${section}` : section,
  );
  const written = sections.join(";");
  const isUnknown =
    asked.isUnknown ||
    calendar === null ||
    (hasNames && asked.isLanguageUnknown) ||
    isBeyondLibrary(pieces, bare) ||
    (!isDate && /g/i.test(bare)) ||
    !isValidFormat(written);
  if (isUnknown) return unknown(code);
  return {
    code: written,
    kinds,
    numbered: sections.map((section, at) => `${section}[Color${at + 1}]`).join(";"),
    language: isEnglish
      ? "en"
      : (declinedIn(asked.isOfSystem ? LONG_DATE : bare, own ?? system) ?? own),
    hasMonth: plain.some(hasMonth),
    isOfSystem:
      asked.isOfSystem ||
      (own === null && (hasNames || (isDate && /s\.0/i.test(bare)))) ||
      (isDate && bare.includes("/")),
    hasMarks: /[.,]/.test(bare) || written.includes("General"),
    fractions: !isDate && /[0#?]\s*\/\s*[\d#?]/.test(bare) ? sections : null,
    isForText: bare.includes("@") || sections.length > 3,
    eras: hasEras && isEra(calendar) ? calendar : null,
    isUnknown: false,
  };
}

/**
 * Where languages that put the month first decline it, too, the library has their own long date.
 */
const LONG_DATE = "d mmmm";

/**
 * The language that declines the month of a day, if one of the sections has both and the language
 * does.
 */
function declinedIn(bare: string, language: string): string | null {
  const order = /(?<!d)d{1,2}(?!d)[^;]*(?<!m)m{4}(?!m)/i.test(bare)
    ? "day first"
    : /(?<!m)m{4}(?!m)[^;]*(?<!d)d{1,2}(?!d)/i.test(bare) && "month first";
  return order ? declinedLanguage(language, order) : null;
}

/**
 * Codes of which the library takes only one into account: percent signs, scales, and elapsed hours.
 */
function isBeyondLibrary(pieces: readonly string[], bare: string): boolean {
  const counted = pieces.map((piece) => /^\[([hms])\1*\]$/i.exec(piece)?.[1]?.toLowerCase());
  return (
    /%[^;]*%|[0#?],+(?![0#?,])[^;]*%|[0#?],+\.[0#?]*,/.test(bare) ||
    counted.some((unit) => unit !== undefined && bare.toLowerCase().includes(unit))
  );
}

function unknown(code: string): Format {
  const start = code.slice(0, MAX_FORMAT);
  const hasDigits = /[0#?]/.test(start.replace(/"[^"]*"|\\.|\[[^\]]*\]|s\.0+/gi, ""));
  const kinds: FormatKind[] = [
    /\[(?:h+|m+|s+)\]/i.test(start) ? "time" : SSF.is_date(start) && !hasDigits ? "day" : "number",
  ];
  const nothing = {
    hasMonth: false,
    isOfSystem: false,
    hasMarks: false,
    fractions: null,
    isForText: false,
  };
  return { ...nothing, code: "", kinds, numbered: "", language: null, eras: null, isUnknown: true };
}

function sectionsOf(pieces: readonly string[], spell: (piece: string) => string): string[] {
  return pieces
    .map((piece) => (piece === ";" ? BREAK : spell(piece)))
    .join("")
    .split(BREAK);
}

function kindOf(section: string): FormatKind {
  const { day, hours, minutes, seconds } = getFormatDateInfo(section);
  if (day || hasMonth(section)) return "day";
  return hours || minutes || seconds ? "time" : "number";
}

/** The library takes the minutes of `mm:ss` for months here. */
function hasMonth(section: string): boolean {
  const { year, month, minutes, seconds } = getFormatDateInfo(section);
  return year || (month && (minutes || !seconds));
}

/**
 * As the library spells a code that Excel accepts in other spellings. A currency loses its
 * language, which has no effect.
 */
function spelled(piece: string): string {
  if (piece === "a/p") return `"${SMALL}"A/P`;
  if (/^(?:am\/pm|a\/p|e[+-])$/i.test(piece)) return piece.toUpperCase();
  if (piece.includes("午")) return LITERAL.test(piece) ? piece : "AM/PM";
  if (/^general$/i.test(piece)) return "General";
  const [, symbol, tag] = /^\[\$([^-\]]*)(?:-([^\]]*))?\]$/.exec(piece) ?? [];
  if (symbol !== undefined) return SYSTEM.test(tag ?? "") ? `[$-${tag}]` : symbol && `"${symbol}"`;
  // Excel ignores a sign for padding without a character at the end.
  return /^[_*\\]$/.test(piece) ? "" : piece;
}

function spelledIn(calendar: Calendar | null, piece: string): string {
  if (isEra(calendar) && /^(?:g+|e+)$/i.test(piece)) return eraMark(piece);
  if (calendar === "thai" && /^y+$/i.test(piece)) return piece.length > 2 ? "bbbb" : "bb";
  return spelled(piece);
}

/** Excel's long date, and its time with seconds. */
const SYSTEM = /^(?:F[84]00|x-sysdate|x-systime)$/i;

interface FormatLocale {
  language: string | null;
  isLanguageUnknown: boolean;
  calendar: number;
  isGannen: boolean;
  isOfSystem: boolean;
  isUnknown: boolean;
}

/**
 * What brackets ask for: `[$-407]`, `[$-de-DE]`, `[$-D07041E]`, `[$-ja-JP-x-gannen,80]`,
 * `[DBNum1]`.
 */
function askedIn(pieces: readonly string[]): FormatLocale {
  const asked: FormatLocale = {
    language: null,
    isLanguageUnknown: false,
    calendar: 0,
    isGannen: false,
    isOfSystem: false,
    isUnknown: pieces.some((piece) => /^\[(?:db|nat)num/i.test(piece)),
  };
  for (const piece of pieces) {
    const tag = /^\[\$[^-\]]*-([^\]]+)\]$/.exec(piece)?.[1] ?? "";
    if (SYSTEM.test(tag)) asked.isOfSystem = true;
    if (tag === "" || SYSTEM.test(tag)) continue;
    const [, id, name = "", numbers = "0"] =
      /^(?:([0-9a-f]{3,8}|\d+)|([a-z][\w-]*)?(?:,([0-9a-f]{1,4}))?)$/i.exec(tag) ?? [];
    const windows = id === undefined ? Number.parseInt(numbers, 16) << 16 : Number.parseInt(id, 16);
    // Digits of other scripts: the library writes only Arabic ones, as we do.
    if (windows >>> 24 > 1) asked.isUnknown = true;
    asked.calendar = (windows >>> 16) & 0xff;
    asked.isGannen = /-x-gannen$/i.test(name);
    const language = id === undefined ? languageOfTag(name) : languageOfWindows(windows & 0xffff);
    asked.language = language;
    asked.isLanguageUnknown =
      language === null && (id === undefined ? name !== "" : (windows & 0xffff) !== 0);
  }
  return asked;
}

/** Null for a name such as `x-euro2`, which is no language. */
function languageOfTag(tag: string): string | null {
  try {
    return /^x-|^$/i.test(tag) ? null : systemLanguage(tag.replace(/-x-.*$/i, ""));
  } catch {
    return null;
  }
}

function languageOfNoon(bare: string): string | null {
  if (bare.includes("上午")) return "zh-CN";
  return bare.includes("午前") ? "ja" : null;
}

/**
 * Numbers of Windows for the Gregorian calendar, with which Excel writes days as it would without.
 */
const GREGORIAN = [0, 1, 2, 9, 10, 11, 12, 0x80];

/** Null for a calendar that isn't known. */
function calendarOf(
  { calendar, isGannen }: FormatLocale,
  language: string,
  bare: string,
): Calendar | null {
  const isPlain = GREGORIAN.includes(calendar);
  if (calendar === 6) return "islamic";
  if (calendar === 7) return "thai";
  if (!isPlain && !(calendar === 3 || calendar === 4)) return null;
  if (!isPlain && /y/i.test(bare)) return null;
  if (calendar === 3 || (isPlain && JAPANESE.test(language)))
    return isGannen ? "gannen" : "japanese";
  return calendar === 4 || /^(?:zh-TW|404$)/i.test(language) ? "taiwanese" : "gregorian";
}

function isEra(calendar: Calendar | null): calendar is EraCalendar {
  return calendar === "japanese" || calendar === "gannen" || calendar === "taiwanese";
}
