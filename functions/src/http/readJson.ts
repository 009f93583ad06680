import * as z from "zod";
import { AppError } from "../contract/appError.ts";

/** Bytes of a JSON body. */
export const JSON_LIMIT = 2 * 1024 * 1024;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Takes a body; gives the object it spells, nothing for an empty body. Throws `payload_too_large`, `invalid_json`. */
export function readJson(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  if (body.length > JSON_LIMIT) throw jsonTooLarge();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text, refuseHalfCharacters));
  } catch (cause) {
    throw new AppError("invalid_json", "The request body is not a valid JSON object.", { cause });
  }
}

/** Gives the refusal of a body that is too large to be JSON of ours. */
export function jsonTooLarge(cause?: unknown): AppError {
  return new AppError("payload_too_large", "The request is too large (at most 2 MB).", { cause });
}

/** Half a character (`"\ud800"`) is JSON but no text: no database and no mail can carry it. */
function refuseHalfCharacters(key: string, value: unknown): unknown {
  if (LONE_SURROGATE.test(key) || (typeof value === "string" && LONE_SURROGATE.test(value))) {
    throw new Error("A string holds half a character.");
  }
  return value;
}
