import { AppError } from "@sendwright/core/contract/appError";
import * as z from "zod";

/** Bytes of a JSON body. */
export const JSON_LIMIT = 2 * 1024 * 1024;
/** Written as UTF-8, half a character is refused by the decoder; only an escape can spell one. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;
/** What JavaScript writes for half a character; a backslash of a person's own is doubled. */
const LONE_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

/** The object in a JSON body, an empty one for an empty body. Throws `payload_too_large`, `invalid_json`. */
export function readJson(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  if (body.length > JSON_LIMIT) throw jsonTooLarge();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const parsed: unknown = JSON.parse(text);
    if (SURROGATE_ESCAPE.test(text)) refuseHalfCharacters(parsed);
    return z.record(z.string(), z.unknown()).parse(parsed);
  } catch (cause) {
    throw new AppError("invalid_json", "The request body is not a valid JSON object.", { cause });
  }
}

/** The refusal of a body that is too large to be JSON of ours. */
function jsonTooLarge(): AppError {
  return new AppError("payload_too_large", "That is too large to be uploaded (at most 2 MB).");
}

/**
 * Half a character (`"\ud800"`) is JSON but no text: no database and no mail can carry it. Looked for in the whole at once; a
 * reviver is called for each of a million numbers.
 */
function refuseHalfCharacters(parsed: unknown): void {
  if (LONE_SURROGATE.test(JSON.stringify(parsed))) throw new Error("A string holds half a character.");
}
