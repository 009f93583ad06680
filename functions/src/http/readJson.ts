import { AppError } from "@sendwright/core/contract/appError";
import { isTooDeep } from "@sendwright/core/contract/json";
import { MAX_TEXT_BYTES } from "@sendwright/core/contract/limits";

/** Bytes of a JSON body. */
export const JSON_LIMIT = MAX_TEXT_BYTES;
/** Fields of a JSON body; no call has half as many. */
const FIELDS_LIMIT = 200;
/** Written as UTF-8, half a character is refused by the decoder; only an escape can spell one. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;
/** What JavaScript writes for half a character; a backslash of a person's own is doubled. */
const LONE_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

/** The object in a JSON body, an empty one for an empty body. Throws `payload_too_large`, `invalid_json`. */
export function readJson(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  if (body.length > JSON_LIMIT) {
    throw new AppError("payload_too_large", "That is too large to be uploaded (at most 2 MB).");
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    if (isTooDeep(text)) throw new Error("It is nested too deeply.");
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed) || Object.keys(parsed).length > FIELDS_LIMIT) throw new Error("It is no object of ours.");
    if (SURROGATE_ESCAPE.test(text)) refuseHalfCharacters(parsed);
    return parsed;
  } catch (cause) {
    throw new AppError("invalid_json", "The request body is not a valid JSON object.", { cause });
  }
}

function isRecord(parsed: unknown): parsed is Record<string, unknown> {
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
}

/**
 * Half a character (`"\ud800"`) is JSON but no text: no database and no mail can carry it. Looked for in the whole at once; a
 * reviver is called for each of a million numbers.
 */
function refuseHalfCharacters(parsed: unknown): void {
  if (LONE_SURROGATE.test(JSON.stringify(parsed))) throw new Error("A string holds half a character.");
}
