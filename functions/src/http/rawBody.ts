import { AppError } from "@sendwright/core/contract/appError";
import type { Endpoint } from "@sendwright/core/contract/endpoint";
import { MAX_TEXT_BYTES } from "@sendwright/core/contract/limits";
import type { NextFunction, Request, Response } from "express";

const KB = 1024;
const MB = 1024 * KB;

/** How many bytes of a body are read, and for how many milliseconds. */
interface BodyLimit {
  bytes: number;
  ms: number;
}

/** The limits of a call's body: as a form, and as anything else. */
export interface BodyLimits {
  form: BodyLimit;
  other: BodyLimit;
}

/** Without a user: a few short fields. */
export const OPEN_BODY: BodyLimits = { form: { bytes: 16 * KB, ms: 5_000 }, other: { bytes: 16 * KB, ms: 5_000 } };
/** A form may be as large as the platform accepts. Its deadline leaves a send 20 of the 60 seconds to wait. */
export const USER_BODY: BodyLimits = {
  form: { bytes: 32 * MB, ms: 40_000 },
  other: { bytes: MAX_TEXT_BYTES, ms: 10_000 },
};

/** A body that takes longer than this is slow, and the number of slow bodies per caller is limited. */
export const SLOW = { ms: 1_000, atOnce: 3 };

/** By caller: how many of their slow bodies are arriving. */
const slow = new Map<string, number>();

/** How long the rest of a body may keep arriving after the answer. */
const DRAIN_MS = 5_000;

interface WithRawBody {
  rawBody?: Buffer;
}

/**
 * We may answer before the whole body has arrived. We discard the rest as it arrives, so that the caller can read the
 * answer, and then close the connection.
 */
export function dropUnreadBody(request: Request, response: Response, next: NextFunction): void {
  response.once("finish", () => {
    if (request.complete) return;
    request.resume();
    const cut = setTimeout(() => request.socket.destroy(), DRAIN_MS);
    request.once("close", () => clearTimeout(cut));
  });
  next();
}

/**
 * Reads the body of a call that takes one into `rawBody`. If the functions runtime has read it before our code, it
 * is already there. Throws `payload_too_large` (unread, if it is announced as too large), `upload_broken` if it breaks
 * off or is too slow, `unsupported_media_type` for a compressed body (few bytes can hold very many), and `rate_limited` if
 * `caller` already has too many slow bodies: one person must not take every place of an instance.
 */
export async function receiveBody(
  { body }: Pick<Endpoint, "body">,
  request: Request & WithRawBody,
  limits: BodyLimits,
  caller?: string,
): Promise<void> {
  if (body === "none") return;
  const isForm = body === "multipart" && /^multipart\//i.test(request.get("content-type") ?? "");
  const { bytes, ms } = isForm ? limits.form : limits.other;
  if ((request.rawBody?.length ?? Number(request.get("content-length") ?? 0)) > bytes) throw tooLarge(bytes);
  if (request.rawBody) return;
  if (!/^(identity)?$/i.test(request.get("content-encoding") ?? "")) {
    throw new AppError("unsupported_media_type", "The request body must not be compressed.");
  }
  request.rawBody = await receive(request, bytes, ms, caller);
}

export function rawBodyOf(request: Request & WithRawBody): Buffer {
  return request.rawBody ?? Buffer.alloc(0);
}

function receive(request: Request, bytes: number, ms: number, caller?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    let isSlow = false;
    const stop = (error?: AppError) => {
      clearTimeout(deadline);
      clearTimeout(patience);
      if (isSlow) countSlow(caller, -1);
      request.off("data", take).off("end", end).off("close", breakOff).off("error", breakOff);
      // This call doesn't need the rest: `dropUnreadBody` discards it after the answer.
      if (error) request.pause();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    const take = (chunk: Buffer) => {
      received += chunk.length;
      if (received > bytes) stop(tooLarge(bytes));
      else chunks.push(chunk);
    };
    const end = () => stop();
    const breakOff = () => stop(broken("The upload is broken or incomplete. Please try again."));
    const deadline = setTimeout(() => stop(broken("The upload took too long. Please try again.")), ms);
    const patience = setTimeout(() => {
      if ((slow.get(caller ?? "") ?? 0) >= SLOW.atOnce) return stop(tooManySlow());
      isSlow = caller !== undefined;
      if (isSlow) countSlow(caller, 1);
    }, SLOW.ms);
    request.on("data", take).on("end", end).on("close", breakOff).on("error", breakOff);
  });
}

function countSlow(caller = "", by: 1 | -1): void {
  const count = (slow.get(caller) ?? 0) + by;
  if (count === 0) slow.delete(caller);
  else slow.set(caller, count);
}

function tooManySlow(): AppError {
  const message = "You have too many uploads at once. Wait until one is done, then try again.";
  return new AppError("rate_limited", message, { retryAfter: 5 });
}

function broken(message: string): AppError {
  return new AppError("upload_broken", message);
}

function tooLarge(bytes: number): AppError {
  const most = bytes < MB ? `${bytes / KB} KB` : `${bytes / MB} MB`;
  return new AppError("payload_too_large", `This upload is too large (at most ${most}).`);
}
