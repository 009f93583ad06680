const WORD_PATTERN = "=\\?([\\w-]+)(?:\\*[\\w-]+)?\\?([QB])\\?([^?]*)\\?=";
/** An encoded word, as in the headers of an email (RFC 2047): `=?utf-8?Q?virus=2Eexe?=`. */
const ENCODED_WORD = new RegExp(WORD_PATTERN, "gi");
/** Encoded words with nothing but spaces between them, which decoders drop. */
const ENCODED_SERIES = new RegExp(`${WORD_PATTERN}(?:\\s*${WORD_PATTERN})*`, "gi");
/** No one encodes a name more often. */
const MAX_ROUNDS = 5;

/**
 * Returns a file's name as its email delivers it, in composed letters (NFC). Mail programs decode
 * encoded words in a name, and the file would arrive under another name than the one on the screen.
 * So we decode them first.
 */
export function decodeFileName(name: string): string {
  let shown = name;
  for (let round = 0; round < MAX_ROUNDS && shown.includes("=?"); round++)
    shown = shown.replace(ENCODED_SERIES, decodeSeries);
  // An encoded word that is still there has too many rounds.
  return shown.replace(ENCODED_WORD, disarm).normalize("NFC");
}

/** Changes encoded words so that no program decodes them. */
function disarm(written: string): string {
  return written.replaceAll("=?", "= ?");
}

/**
 * Decodes a series of encoded words. Joins the bytes of those in the same character set, because a
 * character may be in two of them.
 */
function decodeSeries(series: string): string {
  const pieces: { written: string; charset: string; bytes: number[] | null }[] = [];
  for (const [word, name = "", encoding = "", text = ""] of series.matchAll(ENCODED_WORD)) {
    const charset = name.toLowerCase();
    const bytes = bytesIn(text, encoding);
    const last = pieces.at(-1);
    if (bytes !== null && last?.bytes && last.charset === charset) {
      last.written += word;
      for (const byte of bytes) last.bytes.push(byte);
    } else pieces.push({ written: word, charset, bytes });
  }
  return pieces
    .map(({ written, charset, bytes }) =>
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
