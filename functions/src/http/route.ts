import type { Writable } from "node:stream";
import { AppError } from "@sendwright/core/contract/appError";
import { type Endpoint, type InputOf, isInMemory, type OutputOf } from "@sendwright/core/contract/endpoint";
import type { Request, RequestHandler, Response } from "express";
import { CallQueue } from "./callQueue.ts";
import { parseInput } from "./inputProblem.ts";
import { Meter } from "./meter.ts";
import { limitEverywhere, limitHere, limitOpenEverywhere, limitOpenHere } from "./rateLimit.ts";
import { type BodyLimits, OPEN_BODY, receiveBody, USER_BODY } from "./rawBody.ts";
import type { ParsedUpload } from "./readInput.ts";
import { type Arrived, readInput } from "./readInput.ts";
import type { User } from "./requireUser.ts";
import { type Bearer, requireSession, requireUser } from "./requireUser.ts";
import { requestIdOf } from "./sendError.ts";

/** A handler's input for a call that needs no user. */
interface OpenCall<E extends Endpoint> {
  input: InputOf<E>;
  files: ParsedUpload[];
  requestId: string;
}

/** A handler's input for a signed-in user's call. */
export interface Call<E extends Endpoint> extends OpenCall<E> {
  user: User;
}

/** An answer with another status than 200. */
export class Reply<E extends Endpoint> {
  constructor(
    readonly status: number,
    readonly body: OutputOf<E>,
  ) {}
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<OutputOf<E> | Reply<E>>;
export type OpenHandler<E extends Endpoint> = (call: OpenCall<E>) => Promise<OutputOf<E> | Reply<E>>;

/** Answers a call with a file; `begin` takes its media type and name and begins the answer. */
export type FileHandler<E extends Endpoint> = (
  call: Call<E>,
  begin: (contentType: string, filename: string) => Writable,
) => Promise<void>;

/** An endpoint with its handler. */
export interface Route {
  endpoint: Endpoint;
  handle: RequestHandler;
}

/** If one caller makes many calls at once, other callers of the instance don't wait for all of them. */
const turns = new CallQueue(2);

/**
 * The route of an endpoint for signed-in users, its checks in the order of `app.ts`. The answer contains only fields in
 * the output's schema.
 */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  if (endpoint.auth !== "user") throw new Error(`${endpoint.path} is for everyone: use openRoute.`);
  return routeTo(endpoint, async (request, requestId) => {
    const { bearer, meter } = await receive(endpoint, request);
    const work = async () => {
      const call = await admit(endpoint, request, requestId, bearer, meter);
      return meter.run(() => handler(call));
    };
    // A send may wait until it ends, and its owner's other calls would wait with it.
    return endpoint.rate === "sends" ? work() : turns.take(bearer.user.uid, work);
  });
}

/** As `route`, for an endpoint that answers with a file. A failure before the file begins is answered like any other; a later one ends the connection. */
export function fileRoute<E extends Endpoint>(endpoint: E, handler: FileHandler<E>): Route {
  if (endpoint.auth !== "user" || !endpoint.file)
    throw new Error(`${endpoint.path} gives no file to a user: use route.`);
  const handle: RequestHandler = async (request, response) => {
    const { bearer, meter } = await receive(endpoint, request);
    const call = await admit(endpoint, request, requestIdOf(response), bearer, meter);
    const begin = (contentType: string, filename: string) => beginFile(endpoint, response, contentType, filename);
    await meter.run(() => handler(call, begin));
  };
  return { endpoint, handle };
}

/**
 * A caller's browser may keep a file that never changes, but only for the token that it was asked with: after signing
 * out, or as another person, it asks again. A token is good for an hour.
 */
const KEPT = { "Cache-Control": "private, max-age=3600, immutable", Vary: "Authorization" };

function beginFile({ immutable }: Endpoint, response: Response, contentType: string, filename: string): Writable {
  if (immutable) response.set(KEPT);
  return response.set({ "Content-Type": contentType, "Content-Disposition": `attachment; filename="${filename}"` });
}

/** The steps that need no network call. */
async function receive(endpoint: Endpoint, request: Request): Promise<{ bearer: Bearer; meter: Meter }> {
  const bearer = await requireUser(request.get("authorization"));
  limitHere(endpoint.rate, bearer.user.uid);
  const meter = Meter.begin(endpoint.rate, bearer.user.sub, request);
  await receiveBody(endpoint, request, USER_BODY, bearer.user.uid);
  return { bearer, meter };
}

/** The steps that need network calls, and the call's input. */
async function admit<E extends Endpoint>(
  endpoint: E,
  request: Request,
  requestId: string,
  bearer: Bearer,
  meter: Meter,
): Promise<Call<E>> {
  const { user } = bearer;
  // Counted before Google is asked: the count bounds how often one user makes all instances ask.
  await meter.count(request, (cost) => limitEverywhere(endpoint.rate, user.sub, cost));
  await requireSession(bearer, endpoint.session);
  return { ...(await readCall(endpoint, request)), user, requestId };
}

/** As `route`, for an endpoint that needs no user: calls are counted by network address, and its body is small. */
export function openRoute<E extends Endpoint>(
  endpoint: E,
  handler: OpenHandler<E>,
  body: BodyLimits = OPEN_BODY,
): Route {
  if (endpoint.auth !== "none") throw new Error(`${endpoint.path} needs a user: use route.`);
  const { rate } = endpoint;
  if (isInMemory(rate)) throw new Error(`${endpoint.path} is for everyone: its calls must be counted in the database.`);
  return routeTo(endpoint, async (request, requestId) => {
    const caller = limitOpenHere(rate, request);
    await receiveBody(endpoint, request, body);
    return turns.take(caller, async () => {
      await limitOpenEverywhere(rate, request);
      return handler({ ...(await readCall(endpoint, request)), requestId });
    });
  });
}

type Work<E extends Endpoint> = (request: Request, requestId: string) => Promise<OutputOf<E> | Reply<E>>;

function routeTo<E extends Endpoint>(endpoint: E, work: Work<E>): Route {
  const handle: RequestHandler = async (request, response) => {
    const done = await work(request, requestIdOf(response));
    const { status, body } = done instanceof Reply ? done : { status: 200, body: done };
    response.status(status).json(endpoint.output.parse(body));
  };
  return { endpoint, handle };
}

async function readCall<E extends Endpoint>(endpoint: E, request: Request) {
  const { input, files }: Arrived = await readInput(endpoint, request);
  try {
    return { input: parseInput(endpoint.input, input) as InputOf<E>, files };
  } catch (cause) {
    const field = cause instanceof AppError ? cause.details?.field : undefined;
    // A malformed id gets the same answer as one that doesn't exist.
    if (typeof field === "string" && Object.hasOwn(request.params, field)) throw notHere();
    throw cause;
  }
}

/** The answer to an address that doesn't exist, or isn't the caller's. */
export function notHere(): AppError {
  return new AppError("not_found", "Not found.");
}
