/** The delimiters a CSV file may use. */
export const CSV_DELIMITERS = [",", ";", "\t", "|"] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

/** The encodings a CSV file may use. */
export const CSV_ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type CsvEncoding = (typeof CSV_ENCODINGS)[number];
