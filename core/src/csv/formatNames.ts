import type { CsvDelimiter, CsvEncoding } from "../contract/csv.ts";
import type { CsvTable } from "./readCsv.ts";

export const DELIMITER_NAMES: Record<CsvDelimiter, string> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
};
export const ENCODING_NAMES: Record<CsvEncoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big endian)",
  "windows-1252": "Windows-1252",
  "windows-1250": "Windows-1250 (Central European)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  macintosh: "Macintosh",
  shift_jis: "Shift_JIS (Japanese)",
  "euc-jp": "EUC-JP (Japanese)",
  "iso-2022-jp": "ISO-2022-JP (Japanese)",
  gbk: "GBK (Simplified Chinese)",
  gb18030: "GB18030 (Chinese)",
  big5: "Big5 (Traditional Chinese)",
  "euc-kr": "EUC-KR (Korean)",
  "windows-1253": "Windows-1253 (Greek)",
  "windows-1254": "Windows-1254 (Turkish)",
  "windows-1255": "Windows-1255 (Hebrew)",
  "windows-1256": "Windows-1256 (Arabic)",
  "windows-1257": "Windows-1257 (Baltic)",
  "windows-1258": "Windows-1258 (Vietnamese)",
  "windows-874": "Windows-874 (Thai)",
  "iso-8859-2": "ISO-8859-2 (Central European)",
  "iso-8859-3": "ISO-8859-3 (South European)",
  "iso-8859-4": "ISO-8859-4 (North European)",
  "iso-8859-5": "ISO-8859-5 (Cyrillic)",
  "iso-8859-6": "ISO-8859-6 (Arabic)",
  "iso-8859-7": "ISO-8859-7 (Greek)",
  "iso-8859-8": "ISO-8859-8 (Hebrew, visual)",
  "iso-8859-8-i": "ISO-8859-8-I (Hebrew)",
  "iso-8859-10": "ISO-8859-10 (Nordic)",
  "iso-8859-13": "ISO-8859-13 (Baltic)",
  "iso-8859-14": "ISO-8859-14 (Celtic)",
  "iso-8859-15": "ISO-8859-15 (Western)",
  "iso-8859-16": "ISO-8859-16 (Romanian)",
  "koi8-r": "KOI8-R (Russian)",
  "koi8-u": "KOI8-U (Ukrainian)",
  ibm866: "IBM866 (Cyrillic)",
  "x-mac-cyrillic": "Macintosh (Cyrillic)",
};

/** The detected format in words: `Semicolon, Windows-1252`. */
export function csvDetectionLabel({
  delimiter,
  encoding,
}: Pick<CsvTable, "delimiter" | "encoding">): string {
  return encoding === null
    ? DELIMITER_NAMES[delimiter]
    : `${DELIMITER_NAMES[delimiter]}, ${ENCODING_NAMES[encoding]}`;
}
