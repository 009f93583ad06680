import type { CsvEncoding } from "../contract/csv.ts";

/** The text of bytes in an encoding; in Windows-1252 where this browser doesn't have it. */
export function textIn(bytes: Uint8Array, encoding: CsvEncoding): string {
  if (encoding !== "windows-1252") {
    try {
      return new TextDecoder(encoding).decode(bytes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return withWindowsCharacters(new TextDecoder("windows-1252").decode(bytes));
}

// Bytes 80 to 9F of Windows-1252 in order; the five that it leaves open stay as they are.
const WINDOWS_CHARACTERS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Many releases of Node 20 to 24 read Windows-1252 as Latin-1 (nodejs/node issue 56542), which
 * makes control characters of `€` and `“`.
 */
function withWindowsCharacters(text: string): string {
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => WINDOWS_CHARACTERS[character.charCodeAt(0) - 0x80] ?? character,
  );
}
