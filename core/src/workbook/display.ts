import { SSF } from "@e965/xlsx";
import type { SheetCell } from "./sheet.ts";

/** The longest format that Excel itself writes. The time for a longer one grows with the square of its length. */
const MAX_FORMAT = 255;

/** Writes the numbers and dates of a workbook as a spreadsheet program in one language shows them. */
export class Display {
  private readonly language: string;
  private readonly marks: { point: string; comma: string };

  constructor(language: string) {
    this.language = language;
    const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.8);
    const mark = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
    this.marks = { point: mark("decimal"), comma: mark("group") };
  }

  /** Dates are counted from 1900, or from 1904 as old Macs did. */
  cell(value: number, format: string, from1904: boolean): SheetCell {
    if (format.length > MAX_FORMAT) {
      const plain = SSF.is_date(format) ? "yyyy-mm-dd" : "General";
      return { ...this.cell(value, plain, from1904), isFormatTooLong: true };
    }
    if (!SSF.is_date(format)) return this.number(value, format);
    const hasDay = /[yd]|mmm/i.test(bare(format));
    return hasDay
      ? this.date(from1904 ? value + 1462 : value, format)
      : { text: formatted(value, format) ?? general(value) };
  }

  private number(value: number, format: string): SheetCell {
    const plain = bare(format);
    const isGeneral = plain === "" || plain === "@" || /general/i.test(plain);
    const own = isGeneral ? null : formatted(value, format);
    const english = tidy(own ?? general(value));
    let depends = false;
    const text = english.replace(/[.,](?=\d)/g, (mark) => {
      // A mark that the format has in quotes is no decimal point.
      if (own !== null && !plain.includes(mark)) return mark;
      depends = true;
      return mark === "." ? this.marks.point : this.marks.comma;
    });
    return { text, isNumber: true, ...(depends ? { byLanguage: String(value) } : {}) };
  }

  private date(value: number, format: string): SheetCell {
    const day = dayOf(value);
    if (day === null) return { text: "", isError: true };
    const iso = day.toISOString().slice(0, 10);
    if (SYSTEM_DATE.test(format)) return { text: this.systemDate(day, format), iso, byLanguage: iso };
    const own = languageOf(format);
    const named = this.withNames(format.replace(/\[\$-[^\]]*\]/g, ""), day, own ?? this.language);
    const text = tidy(formatted(value, named) ?? iso);
    return { text, iso, ...(own === null && NAMES.test(bare(format)) ? { byLanguage: iso } : {}) };
  }

  private systemDate(day: Date, format: string): string {
    const time = /h/i.test(bare(format)) ? ({ hour: "2-digit", minute: "2-digit" } as const) : {};
    const date = /F800|sysdate/i.test(format)
      ? ({ dateStyle: "full" } as const)
      : ({ year: "numeric", month: "2-digit", day: "2-digit", ...time } as const);
    const text = new Intl.DateTimeFormat(this.language, { ...date, timeZone: "UTC" }).format(day);
    return text.replace(/[\u00a0\u202f]/g, " ");
  }

  /** The format with the names of month and weekday written out, because the library writes only English ones. */
  private withNames(format: string, day: Date, language: string): string {
    if (/^en\b/.test(language)) return format;
    return format.replace(TOKEN, (token) => {
      const type = /^m/i.test(token) ? "month" : /^d/i.test(token) ? "weekday" : null;
      if (type === null) return token;
      const style = token.length === 3 ? "short" : token.length === 4 ? "long" : "narrow";
      const parts = new Intl.DateTimeFormat(language, { timeZone: "UTC", day: "numeric", [type]: style });
      const name = parts.formatToParts(day).find((part) => part.type === type)?.value ?? token;
      return `"${name.replace(/\.$/, "")}"`;
    });
  }
}

/** Formats that the library writes for "the short date of this computer", and Excel for its long one. */
const SYSTEM_DATE = /^(?:m\/d\/yy(?: h:mm)?|\[\$-(?:F800|x-sysdate)\].*)$/i;
const NAMES = /m{3,}|d{3,}/i;
/** Quoted and escaped text, brackets, and the names of months and weekdays. */
const TOKEN = /"[^"]*"|\\.|\[[^\]]*\]|m{3,5}|d{3,4}/gi;

/** A format without quoted, escaped and bracketed text and without padding. */
function bare(format: string): string {
  return format.replace(/"[^"]*"|[\\_*].|\[[^\]]*\]/g, "");
}

/** Null if the library can't read the format. */
function formatted(value: number, format: string): string | null {
  try {
    return SSF.format(format.replace(REPLACED, replacement), value);
  } catch {
    return null;
  }
}

/** The library refuses dots in dates (`dd.mm.yyyy`) and many letters unless they are escaped; `*` fills the cell's width. */
const REPLACED = /"[^"]*"|[\\_].|\[[^\]]*\]|[#0?,]\.|\*.|\.(?![#0?])|[^\0-\x7f上下午]/g;

function replacement(token: string): string {
  if (token.startsWith("*")) return "";
  return token.length === 1 ? `\\${token}` : token;
}

/** Excel shortens numbers of 12 digits to `4.00638E+12`, which no one wants in an email. */
function general(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : SSF.format("General", value);
}

function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, " ")
    .trim()
    .replace(/^- (?=\d)/, "-");
}

/** Null for the 29 February 1900 that Excel believes in, and for days before 1900 or after 9999. */
function dayOf(value: number): Date | null {
  const days = Math.floor(value) > 60 ? value : value + 1;
  if (value < 1 || Math.floor(value) === 60 || value >= 2_958_466) return null;
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(days * 86_400 + 0.0001) * 1000);
}

/** By the lowest ten bits of Windows' number for a language. */
const LANGUAGES: ReadonlyMap<number, string> = new Map(
  Object.entries({ 7: "de", 9: "en", 10: "es", 12: "fr", 16: "it", 19: "nl", 21: "pl", 22: "pt", 29: "sv" }).map(
    ([id, language]) => [Number(id), language],
  ),
);

/** The language that a format asks for: `[$-407]` is German. */
function languageOf(format: string): string | null {
  const id = /\[\$[^\]-]*-([0-9a-f]{1,8})\]/i.exec(format)?.[1];
  return id === undefined ? null : (LANGUAGES.get(Number.parseInt(id, 16) & 0x3ff) ?? null);
}
