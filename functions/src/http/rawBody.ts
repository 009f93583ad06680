import express, { type NextFunction, type Request, type Response } from "express";
import { JSON_LIMIT, jsonTooLarge } from "./readJson.ts";

/** Bytes of a whole request that the platform takes. */
const PLATFORM_LIMIT = 32 * 1024 * 1024;
// Packed bodies are refused: nobody who calls us packs them, and few bytes can hold very many.
const readForm = express.raw({ type: () => true, limit: PLATFORM_LIMIT, inflate: false });
const readOther = express.raw({ type: () => true, limit: JSON_LIMIT, inflate: false });

interface WithRawBody {
  rawBody?: Buffer;
}

/**
 * Reads the body into `rawBody`: a form up to what the platform takes, anything else up to what JSON may have; one that is
 * announced as longer is refused unread. Where the functions runtime has read it before our code, it is there.
 */
export function keepRawBody(request: Request & WithRawBody, response: Response, next: NextFunction): void {
  if (request.rawBody) {
    next();
    return;
  }
  const isForm = /^multipart\//i.test(request.get("content-type") ?? "");
  (isForm ? readForm : readOther)(request, response, (error?: unknown) => {
    if (Buffer.isBuffer(request.body)) request.rawBody = request.body;
    next(!isForm && isTooLarge(error) ? jsonTooLarge(error) : error);
  });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 413;
}

export function rawBodyOf(request: Request & WithRawBody): Buffer {
  return request.rawBody ?? Buffer.alloc(0);
}
