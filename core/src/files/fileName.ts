const WORD = "=\\?([\\w-]+)(?:\\*[\\w-]+)?\\?([QB])\\?([^?]*)\\?=";
/** A word in the encoding of mail headers (RFC 2047): `=?utf-8?Q?virus=2Eexe?=`. */
const ENCODED_WORD = new RegExp(WORD, "gi");
/** Such words with nothing but spaces between them, which don't count. */
const ENCODED_WORDS = new RegExp(`${WORD}(?:\\s*${WORD})*`, "gi");
/** More rounds than anyone encodes a name. */
const MAX_ROUNDS = 5;

/**
 * Returns a file's name as its email delivers it, in composed letters (NFC). Mail programs decode
 * encoded words in a name, and the file would arrive under another name than the one on the screen.
 * So we decode them first.
 */
export function decodeFileName(name: string): string {
  let shown = name;
  for (let round = 0; round < MAX_ROUNDS && shown.includes("=?"); round++)
    shown = shown.replace(ENCODED_WORDS, decodeWords);
  // No program decodes the rest.
  return shown.replace(ENCODED_WORD, disarm).normalize("NFC");
}

/** Changes encoded words so that no program decodes them. */
function disarm(words: string): string {
  return words.replaceAll("=?", "= ?");
}

/** Joins the bytes of words in the same character set: a character may be in two of them. */
function decodeWords(words: string): string {
  const pieces: { words: string; charset: string; bytes: number[] | null }[] = [];
  for (const [word, name = "", encoding = "", text = ""] of words.matchAll(ENCODED_WORD)) {
    const charset = name.toLowerCase();
    const bytes = bytesIn(text, encoding);
    const last = pieces.at(-1);
    if (bytes !== null && last?.bytes && last.charset === charset) {
      last.words += word;
      for (const byte of bytes) last.bytes.push(byte);
    } else pieces.push({ words: word, charset, bytes });
  }
  return pieces
    .map(({ words: written, charset, bytes }) =>
      bytes === null ? disarm(written) : (decodeBytes(bytes, charset) ?? disarm(written)),
    )
    .join("");
}

/** Returns the bytes of an encoded word; null if it is bad base64. */
function bytesIn(text: string, encoding: string): number[] | null {
  try {
    return encoding.toUpperCase() === "B" ? fromBase64(text) : fromQuoted(text);
  } catch {
    return null;
  }
}

/** Returns the text of bytes; null if their character set is unknown. */
function decodeBytes(bytes: readonly number[], charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

function fromBase64(text: string): number[] {
  return Array.from(atob(text.replace(/\s/g, "")), (character) => character.charCodeAt(0));
}

/** In quoted words, `_` is a space and `=2E` a byte; anything else is itself. */
function fromQuoted(text: string): number[] {
  const bytes = [...new TextEncoder().encode(text.replaceAll("_", " "))];
  const result: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const code = String.fromCharCode(...bytes.slice(at + 1, at + 3));
    if (bytes[at] === 0x3d && /^[\da-f]{2}$/i.test(code)) {
      result.push(Number.parseInt(code, 16));
      at += 2;
    } else result.push(bytes[at] ?? 0);
  }
  return result;
}
