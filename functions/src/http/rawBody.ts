import { AppError } from "@sendwright/core/contract/appError";
import type { Endpoint } from "@sendwright/core/contract/endpoint";
import { MAX_TEXT_BYTES } from "@sendwright/core/contract/limits";
import type { NextFunction, Request, Response } from "express";
import { Arrivals, CALLERS_OF_ONE_NETWORK, type CallSource, PLACES } from "./arrivals.ts";
import { queueFull } from "./callQueue.ts";

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
  /** After how many milliseconds without a byte it ends. */
  quietMs?: number;
  /** A body that isn't complete after so many milliseconds needs one of the places. */
  freeMs: number;
  places: Arrivals;
  /** The refusal of a body that gets no place. */
  refusal: () => AppError;
}

const OPEN_BODY_LIMIT: BodyLimit = { bytes: 16 * KB, ms: 3_000 };
const OPEN_BODIES_OF_CALLER = 2;

/**
 * Without a user: a few short fields, which come with the call's head or right after it. The bodies
 * of everyone together hold at most a quarter of the places.
 */
export const OPEN_BODY: BodyLimits = {
  form: OPEN_BODY_LIMIT,
  other: OPEN_BODY_LIMIT,
  quietMs: 1_000,
  freeMs: 0,
  places: new Arrivals({
    caller: OPEN_BODIES_OF_CALLER,
    network: CALLERS_OF_ONE_NETWORK * OPEN_BODIES_OF_CALLER,
    all: PLACES / 4,
  }),
  refusal: queueFull,
};

const SLOW_BODIES_OF_PERSON = 3;

/**
 * A form may be as large as the platform accepts. Its deadline leaves a send 20 of the 60 seconds
 * to wait. The slow bodies of everyone together hold at most half of the places.
 */
export const USER_BODY: BodyLimits = {
  form: { bytes: 32 * MB, ms: 40_000 },
  other: { bytes: MAX_TEXT_BYTES, ms: 10_000 },
  freeMs: 1_000,
  places: new Arrivals({
    caller: SLOW_BODIES_OF_PERSON,
    network: SLOW_BODIES_OF_PERSON,
    all: PLACES / 2,
  }),
  refusal: tooManyUploads,
};

/** How long the rest of a body may keep arriving after the answer, in all and without a byte. */
const DRAIN_MS = 5_000;
const DRAIN_QUIET_MS = 1_000;

interface RawBodyRequest {
  rawBody?: Buffer;
}

/**
 * We may answer before the whole body has arrived. We discard the rest as it arrives, so that the
 * caller can read the answer, and then close the connection.
 */
export function dropUnreadBody(request: Request, response: Response, next: NextFunction): void {
  response.once("finish", () => {
    if (request.complete) return;
    const cut = () => request.socket.destroy();
    const deadline = setTimeout(cut, DRAIN_MS);
    const quiet = setTimeout(cut, DRAIN_QUIET_MS);
    request.on("data", () => quiet.refresh()).resume();
    request.once("close", () => {
      clearTimeout(deadline);
      clearTimeout(quiet);
    });
  });
  next();
}

/**
 * Reads the body of a call that takes one into `rawBody`. If the functions runtime has read it
 * before our code, it is already there. Throws `payload_too_large` (unread, if it is announced as
 * too large), `upload_broken` if it breaks off or is too slow, `unsupported_media_type` for a
 * compressed body (few bytes can hold very many), and `rate_limited` if it isn't there soon and its
 * caller, or everyone, has as many incomplete bodies as are allowed.
 */
export async function receiveBody(
  { body }: Pick<Endpoint, "body">,
  request: Request & RawBodyRequest,
  limits: BodyLimits,
  source: CallSource,
): Promise<void> {
  if (body === "none") return;
  const isForm = body === "multipart" && /^multipart\//i.test(request.get("content-type") ?? "");
  const limit = isForm ? limits.form : limits.other;
  if ((request.rawBody?.length ?? Number(request.get("content-length") ?? 0)) > limit.bytes)
    throw tooLarge(limit.bytes);
  if (request.rawBody) return;
  if (!/^(identity)?$/i.test(request.get("content-encoding") ?? "")) {
    throw new AppError("unsupported_media_type", "The request body must not be compressed.");
  }
  request.rawBody = await receive(request, limit, limits, source);
}

export function rawBodyOf(request: Request & RawBodyRequest): Buffer {
  return request.rawBody ?? Buffer.alloc(0);
}

function receive(
  request: Request,
  { bytes, ms }: BodyLimit,
  { quietMs, freeMs, places, refusal }: BodyLimits,
  source: CallSource,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    let giveBack: (() => void) | null = null;
    const stop = (error?: AppError) => {
      for (const timer of [deadline, quiet, soon]) clearTimeout(timer);
      giveBack?.();
      request.off("data", take).off("end", end).off("close", breakOff).off("error", breakOff);
      // This call doesn't need the rest: `dropUnreadBody` discards it after the answer.
      if (error) request.pause();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    const take = (chunk: Buffer) => {
      quiet?.refresh();
      received += chunk.length;
      if (received > bytes) stop(tooLarge(bytes));
      else chunks.push(chunk);
    };
    const end = () => stop();
    const breakOff = () => stop(broken("The upload is broken or incomplete. Please try again."));
    const tooSlow = () => stop(broken("The upload took too long. Please try again."));
    const takePlace = () => {
      giveBack = places.take({ ...source, giveUp: () => stop(refusal()) });
      if (!giveBack) stop(refusal());
    };
    const deadline = setTimeout(tooSlow, ms);
    const quiet = quietMs === undefined ? undefined : setTimeout(tooSlow, quietMs);
    const soon = setTimeout(takePlace, freeMs);
    // The client may have left before its call began: then no event comes any more.
    if (request.destroyed) breakOff();
    else request.on("data", take).on("end", end).on("close", breakOff).on("error", breakOff);
  });
}

function tooManyUploads(): AppError {
  const message =
    "Too many uploads are on their way at once. Wait until one is done, then try again.";
  return new AppError("rate_limited", message, { retryAfter: 5 });
}

function broken(message: string): AppError {
  return new AppError("upload_broken", message);
}

function tooLarge(bytes: number): AppError {
  const most = bytes < MB ? `${bytes / KB} KB` : `${bytes / MB} MB`;
  return new AppError("payload_too_large", `This upload is too large (at most ${most}).`);
}
