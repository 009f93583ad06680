/** First bytes of a file that `readWorkbook` reads or refuses in a sentence. */
export type Container = "zip" | "ole" | "biff" | "page" | "pdf";

/**
 * Whether to read a file with `readWorkbook`, or else with `readCsv`. This file doesn't load the
 * library.
 */
export function isWorkbook(bytes: Uint8Array): boolean {
  return containerOf(bytes) !== null;
}

export function containerOf(bytes: Uint8Array): Container | null {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04)) return "zip";
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return "ole";
  // Excel 2 to 4 wrote its records without a container.
  if (bytes[0] === 0x09 && [0x00, 0x02, 0x04].includes(bytes[1] ?? -1) && bytes[2] === 0x06)
    return "biff";
  if (starts(0x25, 0x50, 0x44, 0x46)) return "pdf";
  // Many websites export a web page, or XML, under the name of a workbook.
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  return /^<(?:!doctype html|html|table|meta|\?xml)\b/i.test(start) ? "page" : null;
}
