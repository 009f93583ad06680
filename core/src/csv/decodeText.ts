import type { CsvEncoding } from "../contract/csv.ts";

/** Decodes bytes in an encoding, or in Windows-1252 if this browser doesn't have it. */
export function decodeText(bytes: Uint8Array, encoding: CsvEncoding): string {
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

/** Returns the text of bytes in UTF-8; null if they aren't. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
