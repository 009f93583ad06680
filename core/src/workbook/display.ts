import { formatColor, getFormatFromId, getLocale, format as write } from "numfmt";
import { withEra } from "./eras.ts";
import { type Format, type FormatKind, parseFormat, SMALL, systemId } from "./format.ts";
import { withoutFraction } from "./fraction.ts";
import type { SheetCell } from "./sheet.ts";
import { systemLanguage } from "./systemLanguage.ts";

/** The library's text for a number that no section of a format is for. */
const NO_SECTION = "\uE03F";

/**
 * Writes the numbers and dates of a workbook as a spreadsheet program in one language shows them.
 */
export class Display {
  readonly #language: string;
  readonly #marks: RegExp;
  /** The library that reads workbooks keeps at most 392 of them. */
  readonly #formats = new Map<string, Format>();

  constructor(language: string) {
    this.#language = systemLanguage(language);
    const { decimal = ".", group = "," } = getLocale(this.#language) ?? {};
    this.#marks = new RegExp(`[${decimal}${group}]\\d`);
  }

  /**
   * Dates are counted from 1900, or from 1904 as old Macs did. The code of a format that the
   * workbook lacks is null.
   */
  cell(value: number, code: string | null, from1904: boolean): SheetCell {
    const format = code === null ? null : this.#format(code);
    const cell =
      format === null || format.isUnknown ? null : this.#written(value, format, from1904);
    if (cell !== null) return cell;
    const plain = {
      number: "General",
      time: "[h]:mm:ss",
      day: value >= 0 && value < 1 ? "hh:mm:ss" : "yyyy-mm-dd",
    };
    return {
      ...this.cell(value, plain[format?.kinds[0] ?? "number"], from1904),
      isFormatUnknown: true,
    };
  }

  /** A text. Few formats add to it. */
  text(value: string, code: string | null): SheetCell {
    const format = code === null || code === "@" || !/[@;]/.test(code) ? null : this.#format(code);
    if (format === null || format.isUnknown || !format.isForText) return { text: value };
    const text = tidy(write(format.code, value));
    return text === "" ? { text, isHidden: true } : { text };
  }

  #format(code: string): Format {
    const known = this.#formats.get(code);
    if (known) return known;
    const id = systemId(code);
    const format = parseFormat(
      id === null ? code : getFormatFromId(id, this.#language),
      this.#language,
    );
    if (id !== null) format.isOfSystem = true;
    this.#formats.set(code, format);
    return format;
  }

  /** Null for a number that no section is for, and for a fraction that isn't understood. */
  #written(value: number, format: Format, from1904: boolean): SheetCell | null {
    const kind = kindFor(value, format);
    const cell =
      kind === "number" ? this.#number(value, format) : this.#date(value, kind, format, from1904);
    if (cell.text.includes(NO_SECTION)) return null;
    return cell.text === "" && !cell.isError ? { text: "", isHidden: true } : cell;
  }

  #number(value: number, format: Format): SheetCell {
    const text = tidy(this.#numberText(value, format));
    const depends = format.isOfSystem || (format.hasMarks && this.#marks.test(text));
    return { text, isNumber: true, ...(depends ? { byLanguage: String(value) } : {}) };
  }

  /** Excel shortens numbers of 12 digits to `4.00638E+12`, which no one wants in an email. */
  #numberText(value: number, format: Format): string {
    const { code, fractions } = format;
    if (fractions !== null) return this.#fractionText(value, format, fractions);
    if (code === "General" && Number.isSafeInteger(value)) return String(value);
    const isLong = Math.abs(value) >= 1e11 && Math.abs(value) < 1e15 && code.includes("General");
    return this.#write(
      value,
      isLong
        ? code.replace(GENERAL, (piece) => (piece === "General" ? digitsOf(value) : piece))
        : code,
    );
  }

  /** `NO_SECTION` if the fraction isn't understood. */
  #fractionText(value: number, format: Format, sections: readonly string[]): string {
    if (sections.some((section) => /\[[<>=]/.test(section))) return NO_SECTION;
    const at = sectionOf(value, format);
    const section = sections[at] ?? "";
    const parts = withoutFraction(section, Math.abs(value));
    if (parts === null)
      return /[0#?]\s*\/|\/\s*[0#?]/.test(section) ? NO_SECTION : this.#write(value, format.code);
    // A section for numbers below 0 has a sign of its own.
    const sign = value < 0 && at === 0 && !parts.isZero ? "-" : "";
    return sign + this.#write(parts.value, parts.section).trimStart();
  }

  #date(value: number, kind: FormatKind, format: Format, from1904: boolean): SheetCell {
    const days = kind === "day" && from1904 && value >= 0 ? value + 1462 : value;
    const iso = kind === "day" ? isoOf(days) : null;
    // Excel shows a day that doesn't exist, and a time before midnight, as `########`.
    const isBefore = value < 0 && (kind === "day" || !from1904);
    const isNone =
      isBefore || Math.abs(days) >= DAYS || (kind === "day" && iso === null && format.hasMonth);
    if (isNone) return { text: "", isError: true };
    const sign = kind === "time" && value < 0 ? "-" : "";
    const text = sign + this.#write(sign ? -days : days, format.code, format.language);
    const whole = text.replace(A_OR_P, (_, letter: string) => letter.toLowerCase());
    return {
      text: tidy(format.eras === null || iso === null ? whole : withEra(whole, iso, format.eras)),
      ...(iso === null ? {} : { iso }),
      ...(format.isOfSystem ? { byLanguage: iso ?? String(value) } : {}),
    };
  }

  #write(value: number, code: string, language: string | null = null): string {
    return write(code, value, { locale: language ?? this.#language, overflow: NO_SECTION });
  }
}

const A_OR_P = new RegExp(`${SMALL}([AP])`, "g");
const GENERAL = /"[^"]*"|\\.|[_*].|General/gs;

/** A format with as many digits as Excel keeps of a number: 15. */
function digitsOf(value: number): string {
  const [whole = "", fraction = ""] = String(Math.abs(Number(value.toPrecision(15)))).split(".");
  return fraction === "" ? "0" : `0.${"#".repeat(15 - whole.length)}`;
}

function kindFor(value: number, format: Format): FormatKind {
  const [first = "number"] = format.kinds;
  if (format.kinds.every((kind) => kind === first)) return first;
  return format.kinds[sectionOf(value, format)] ?? "number";
}

/** The index of the section that is for a number. */
function sectionOf(value: number, { numbered }: Format): number {
  return Number(formatColor(numbered, value, { indexColors: false })) - 1;
}

function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, " ")
    .trim()
    .replace(/^- (?=\d)/, "-");
}

const DAY_0 = Date.UTC(1899, 11, 30);
/** Up to the end of the year 9999. */
const DAYS = 2_958_466;

/**
 * The day of a date; null for the 29 February 1900 that Excel believes in, and for days before 1900
 * or after 9999.
 */
function isoOf(value: number): string | null {
  const days = Math.floor(value) > 60 ? value : value + 1;
  if (value < 1 || Math.floor(value) === 60 || value >= DAYS) return null;
  const day = new Date(DAY_0 + Math.floor(days * 86_400 + 0.0001) * 1000);
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()].map((part) =>
    part < 10 ? `0${part}` : part,
  );
  return `${day.getUTCFullYear()}-${month}-${date}`;
}
