import express, { type NextFunction, type Request, type Response } from "express";

/** Bytes of a whole request that the platform takes. */
const PLATFORM_LIMIT = 32 * 1024 * 1024;
const readAll = express.raw({ type: () => true, limit: PLATFORM_LIMIT });

interface WithRawBody {
  rawBody?: Buffer;
}

/** The functions runtime has read the body into `rawBody` before our code; where the app runs alone, this reads it. */
export function keepRawBody(request: Request & WithRawBody, response: Response, next: NextFunction): void {
  if (request.rawBody) {
    next();
    return;
  }
  readAll(request, response, (error?: unknown) => {
    if (Buffer.isBuffer(request.body)) request.rawBody = request.body;
    next(error);
  });
}

/** Takes a request; gives its body's bytes, none when there is no body. */
export function rawBodyOf(request: Request & WithRawBody): Buffer {
  return request.rawBody ?? Buffer.alloc(0);
}
