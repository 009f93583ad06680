/** A word in the encoding of mail headers (RFC 2047): `=?utf-8?Q?virus=2Eexe?=`. */
const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]+)?\?([QB])\?([^?]*)\?=/gi;
const SPACE_BETWEEN_WORDS = /\?=\s+(?==\?[\w*-]+\?[QB]\?[^?]*\?=)/gi;
/** More rounds than anyone encodes a name. */
const MAX_ROUNDS = 5;

/**
 * A file's name as an email delivers it, in composed letters (NFC). Mail programs read encoded
 * words in a name, however it is written, so that a file would arrive under another name than the
 * one on the screen: they are read here.
 */
export function fileName(name: string): string {
  let shown = name;
  for (let round = 0; round < MAX_ROUNDS && shown.includes("=?"); round++) {
    shown = shown.replace(SPACE_BETWEEN_WORDS, "?=").replace(ENCODED_WORD, decoded);
  }
  // No program reads the rest.
  return shown.replace(ENCODED_WORD, (word) => word.replace("=?", "= ?")).normalize("NFC");
}

function decoded(word: string, charset: string, encoding: string, text: string): string {
  try {
    const bytes = encoding.toUpperCase() === "B" ? fromBase64(text) : fromQuoted(text);
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown character set, or bad base64.
    return word.replace("=?", "= ?");
  }
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replace(/\s/g, "")), (character) => character.charCodeAt(0));
}

/** In quoted words, `_` is a space and `=2E` a byte; anything else is itself. */
function fromQuoted(text: string): Uint8Array {
  const bytes = [...new TextEncoder().encode(text.replaceAll("_", " "))];
  const result: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const code = String.fromCharCode(...bytes.slice(at + 1, at + 3));
    if (bytes[at] === 0x3d && /^[\da-f]{2}$/i.test(code)) {
      result.push(Number.parseInt(code, 16));
      at += 2;
    } else result.push(bytes[at] ?? 0);
  }
  return Uint8Array.from(result);
}
