/** Ids of formats that a workbook may use without an entry. Each computer has its own format for them. */
export const SYSTEM_IDS: readonly number[] = [...range(5, 8), ...range(14, 17), ...range(20, 44), ...range(50, 58)];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Stands for the format with this id. */
export function systemCode(id: number): string {
  return `System ${id}`;
}

/** The id that a code stands for; null for any other. Excel takes the second form of the short date for it, too. */
export function systemId(code: string): number | null {
  if (/^m\/d\/yy$/i.test(code)) return 14;
  if (/^m\/d\/yy h:mm$/i.test(code)) return 22;
  const id = /^System (\d+)$/.exec(code)?.[1];
  return id === undefined ? null : Number(id);
}

/** The styles of an `.xlsx`, with an entry for each of these ids. Entries of its own count. */
export function withSystemFormats(styles: string): string {
  const entries = SYSTEM_IDS.map((id) => `<numFmt numFmtId="${id}" formatCode="${systemCode(id)}"/>`).join("");
  const filled = styles.replace(/<(?:\w+:)?numFmts\b[^<>]*\/>/, "");
  const formats = /<(?:\w+:)?numFmts\b[^<>]*>/;
  return formats.test(filled)
    ? filled.replace(formats, (start) => start + entries)
    : filled.replace(/<(?:\w+:)?styleSheet\b[^<>]*>/, (start) => `${start}<numFmts>${entries}</numFmts>`);
}
