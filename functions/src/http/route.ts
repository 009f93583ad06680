import type { Writable } from "node:stream";
import { AppError } from "@sendwright/core/contract/appError";
import {
  type Endpoint,
  type InputOf,
  isInMemory,
  type OutputOf,
} from "@sendwright/core/contract/endpoint";
import type { Request, RequestHandler, Response } from "express";
import { whenAnswerLeft } from "./answers.ts";
import { CallQueue } from "./callQueue.ts";
import { parseInput } from "./inputProblem.ts";
import { Meter } from "./meter.ts";
import { charged, waitUncharged } from "./processorTime.ts";
import {
  chargeProcessorTime,
  limitEverywhere,
  limitHere,
  limitOpenEverywhere,
  limitOpenHere,
  requireProcessorTime,
} from "./rateLimit.ts";
import { type BodyLimits, OPEN_BODY, receiveBody, USER_BODY } from "./rawBody.ts";
import type { ParsedUpload } from "./readInput.ts";
import { type RequestInput, readInput } from "./readInput.ts";
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
export type OpenHandler<E extends Endpoint> = (
  call: OpenCall<E>,
) => Promise<OutputOf<E> | Reply<E>>;

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

/**
 * Of one caller's calls two run at once in an instance and four wait, so that other callers don't
 * wait for them all.
 */
const turns = new CallQueue(2, 4);
/**
 * A call that begins a send may wait until the send ends, and its owner's other calls would wait
 * with it, so these have a queue of their own: of the three that run, `RequestPlaces` lets two
 * wait.
 */
const sendTurns = new CallQueue(3, 3);
/**
 * Of both kinds together one caller has at most six here, so two places are always left to others.
 */
const places = new CallQueue(6, 0);

/**
 * The route of an endpoint for signed-in users, its checks in the order of `app.ts`. The answer
 * contains only fields in the output's schema.
 */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  if (endpoint.auth !== "user") throw new Error(`${endpoint.path} is for everyone: use openRoute.`);
  return routeTo(endpoint, (request, answer, requestId) =>
    inTurn(endpoint, request, requestId, async (call) => answer(await handler(call))),
  );
}

/**
 * As `route`, for an endpoint that answers with a file. A failure before the file begins is
 * answered like any other; a later one ends the connection.
 */
export function fileRoute<E extends Endpoint>(endpoint: E, handler: FileHandler<E>): Route {
  if (endpoint.auth !== "user" || !endpoint.file)
    throw new Error(`${endpoint.path} gives no file to a user: use route.`);
  const handle: RequestHandler = (request, response) =>
    inTurn(endpoint, request, requestIdOf(response), (call) =>
      handler(call, (contentType, filename) =>
        beginFile(endpoint, response, contentType, filename),
      ),
    );
  return { endpoint, handle };
}

/**
 * A caller's browser may keep a file that never changes, but only for the token that it was asked
 * with: after signing out, or as another person, it asks again. A token is good for an hour.
 */
const KEPT = { "Cache-Control": "private, max-age=3600, immutable", Vary: "Authorization" };

function beginFile(
  { immutable }: Endpoint,
  response: Response,
  contentType: string,
  filename: string,
): Writable {
  if (immutable) response.set(KEPT);
  return response.set({
    "Content-Type": contentType,
    "Content-Disposition": `attachment; filename="${filename}"`,
  });
}

/** Takes a user's call through all checks, then does its work. */
async function inTurn<E extends Endpoint>(
  endpoint: E,
  request: Request,
  requestId: string,
  work: (call: Call<E>) => Promise<void>,
): Promise<void> {
  const bearer = await requireUser(request.get("authorization"));
  // Everything here counts by Google account, so that a new sign-up starts nothing over.
  const { sub } = bearer.user;
  limitHere(endpoint.rate, sub);
  requireProcessorTime(endpoint, sub);
  const queue = endpoint.rate === "sends" ? sendTurns : turns;
  const enter = (work: (turn: () => Promise<void>) => Promise<void>) =>
    places.enter(sub, async () => {
      await queue.enter(sub, work);
      // An answer that its client reads slowly still holds a place.
      await new Promise<void>((left) => whenAnswerLeft(request, left));
    });
  return enter(async (turn) => {
    const meter = Meter.begin(endpoint.rate, sub, request);
    await meter.measure(async () => {
      if (endpoint.body !== "none")
        await meter.countEarlier((cost) => limitEverywhere(endpoint.rate, sub, cost));
      await receiveBody(endpoint, request, USER_BODY, { caller: sub, network: sub });
      await turn();
      await chargedTo(bearer, endpoint, async () => {
        const call = await admit(endpoint, request, requestId, bearer, meter);
        await meter.asCurrent(() => work(call));
      });
    });
  });
}

/**
 * Runs a user's call and charges them for its processor time. Throws `rate_limited` if they have
 * none left.
 */
function chargedTo<T>(
  { user: { sub } }: Bearer,
  endpoint: Endpoint,
  work: () => Promise<T>,
): Promise<T> {
  // Again, because the call has waited for its turn and its body.
  requireProcessorTime(endpoint, sub);
  return charged((ms) => chargeProcessorTime(endpoint, sub, ms), work);
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
  await waitUncharged(() => requireSession(bearer, endpoint.session));
  return { ...(await readCall(endpoint, request)), user, requestId };
}

/**
 * As `route`, for an endpoint that needs no user: calls are counted by network address, and its
 * body is small.
 */
export function openRoute<E extends Endpoint>(
  endpoint: E,
  handler: OpenHandler<E>,
  body: BodyLimits = OPEN_BODY,
): Route {
  if (endpoint.auth !== "none") throw new Error(`${endpoint.path} needs a user: use route.`);
  const { rate } = endpoint;
  if (isInMemory(rate))
    throw new Error(`${endpoint.path} is for everyone: its calls must be counted in the database.`);
  return routeTo(endpoint, (request, answer, requestId) => {
    const source = limitOpenHere(rate, request);
    return turns.enter(source.caller, async (turn) => {
      await receiveBody(endpoint, request, body, source);
      await turn();
      await limitOpenEverywhere(rate, request);
      answer(await handler({ ...(await readCall(endpoint, request)), requestId }));
    });
  });
}

/** Sends the answer of a call. */
type Answer<E extends Endpoint> = (done: OutputOf<E> | Reply<E>) => void;
type Work<E extends Endpoint> = (
  request: Request,
  answer: Answer<E>,
  requestId: string,
) => Promise<void>;

function routeTo<E extends Endpoint>(endpoint: E, work: Work<E>): Route {
  const handle: RequestHandler = async (request, response) => {
    const answer: Answer<E> = (done) => {
      const { status, body } = done instanceof Reply ? done : { status: 200, body: done };
      response.status(status).json(endpoint.output.parse(body));
    };
    await work(request, answer, requestIdOf(response));
  };
  return { endpoint, handle };
}

async function readCall<E extends Endpoint>(endpoint: E, request: Request) {
  const { input, files }: RequestInput = await readInput(endpoint, request);
  try {
    return { input: parseInput(endpoint.input, input) as InputOf<E>, files };
  } catch (cause) {
    const field = cause instanceof AppError ? cause.details?.field : undefined;
    // A malformed id gets the same answer as one that doesn't exist.
    if (typeof field === "string" && Object.hasOwn(request.params, field)) throw notFoundError();
    throw cause;
  }
}

/** The answer to an address that doesn't exist, or isn't the caller's. */
export function notFoundError(): AppError {
  return new AppError("not_found", "Not found.");
}
