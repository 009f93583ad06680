/** What may stand between two cells. Apart from what tries them on a file, which brings the parser along. */
export const CSV_DELIMITERS = [",", ";", "\t", "|"] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];
