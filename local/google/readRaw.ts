import type { Request } from "express";
import { MAX_MESSAGE_BYTES } from "./envelope.ts";
import { GoogleError } from "./googleError.ts";
import { splitRelated } from "./splitRelated.ts";

/** A message as it came: its exact bytes and the thread it names, if any. */
export interface RawMessage {
  bytes: Buffer;
  threadId?: string;
}

const MISSING = "'raw' RFC822 payload message string or uploading message via /upload/* URL required";

/** Reads the message in the JSON body of `messages.send`. Throws Google's 400 when `raw` is missing or not base64url. */
export function rawFromJson(body: unknown): RawMessage {
  const { raw, threadId } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  if (raw === undefined || raw === "") throw new GoogleError(400, "invalidArgument", MISSING);
  if (typeof raw !== "string" || !/^[A-Za-z0-9_-]*={0,2}$/.test(raw) || raw.replace(/=+$/, "").length % 4 === 1) {
    const message = "Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed";
    throw new GoogleError(400, "invalid", message);
  }
  const bytes = Buffer.from(raw, "base64url");
  return typeof threadId === "string" && threadId !== "" ? { bytes, threadId } : { bytes };
}

/** Reads the message of an upload. Knows `uploadType=media` and `multipart`, throws 501 for `resumable`. */
export function rawFromUpload(request: Request, body: Buffer, uploadType: string | null): RawMessage {
  if (body.length > MAX_MESSAGE_BYTES + 100_000) throw tooLarge();
  if (uploadType === "media") return { bytes: body };
  if (uploadType === "multipart") return readRelated(request.get("content-type") ?? "", body);
  if (uploadType === "resumable") {
    throw new GoogleError(
      501,
      "notImplemented",
      "The local Google takes no resumable uploads: use media or multipart.",
    );
  }
  throw new GoogleError(400, "badRequest", "uploadType must be media, multipart or resumable.");
}

/** Gmail's refusal of what is above its limit. */
export function tooLarge(): GoogleError {
  return new GoogleError(413, "uploadTooLarge", `Message larger than the limit of ${MAX_MESSAGE_BYTES} bytes.`);
}

function readRelated(contentType: string, body: Buffer): RawMessage {
  const parts = splitRelated(contentType, body);
  const [metadata, message] = parts ?? [];
  if (metadata === undefined || message === undefined || parts?.length !== 2) {
    throw new GoogleError(400, "badContent", "Malformed multipart body.");
  }
  try {
    const { threadId } = JSON.parse(metadata.toString("utf8")) as { threadId?: unknown };
    return typeof threadId === "string" && threadId !== "" ? { bytes: message, threadId } : { bytes: message };
  } catch (error) {
    if (error instanceof SyntaxError) throw new GoogleError(400, "parseError", "Parse Error");
    throw error;
  }
}
