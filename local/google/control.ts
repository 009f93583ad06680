import { setTimeout as wait } from "node:timers/promises";
import express, { type Request, type Response, type Router } from "express";
import { GoogleError, OAuthError } from "./googleError.ts";
import { userOf } from "./params.ts";

interface ControlledWorld {
  faults: ReturnType<typeof openFaults>;
  limits: ReturnType<typeof openLimits>;
  grants: { revoke(email: string): Promise<void> };
}

/** Additions to Google: faults, limits and revocation that tests ask for (see README.md). */
export function controlRoutes(world: ControlledWorld): Router {
  const router = express.Router();
  router.use(["/faults", "/limits"], express.json());

  router.get("/faults", (_request, response) => void response.json(world.faults.list().map(shown)));
  router.post("/faults", (request, response) => {
    const fault = parseFault(request.body);
    if (typeof fault === "string") return refuse(response, fault);
    world.faults.add(fault);
    response.json(shown(fault));
  });
  router.post("/limits", (request, response) => {
    const parsed = parseLimits(request.body);
    if (typeof parsed === "string") return refuse(response, parsed);
    world.limits.set(parsed.user, parsed.limits);
    response.json({ ok: true });
  });
  for (const part of ["faults", "limits"] as const) {
    router.delete(`/${part}`, (request, response) => {
      world[part].clear(userOf(request));
      response.json({ ok: true });
    });
  }

  router.delete("/grants", async (request, response) => {
    const user = userOf(request);
    if (user === undefined) return refuse(response, "Whose? DELETE /grants?user=…");
    await world.grants.revoke(user);
    response.json({ ok: true });
  });

  return router;
}

function refuse(response: Response, sentence: string): void {
  response.status(400).json({ error: sentence });
}

/** A fault as JSON. */
const shown = (fault: Fault) => ({ ...fault, match: fault.match?.source });

/**
 * Gmail's daily limit for one account, off unless switched on; `delayMs` is the time that every
 * send takes.
 */
interface GoogleLimits {
  perDay?: number;
  delayMs?: number;
}

const DAY = 24 * 60 * 60_000;
const NAMES = ["perDay", "delayMs"];

/** The limits that a request body sets and for whom, or a sentence about its problem. */
function parseLimits(body: unknown): { user: string; limits: GoogleLimits } | string {
  const { user, ...limits } = (typeof body === "object" && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  if (typeof user !== "string") return '"user" is an address.';
  if (Object.keys(limits).length === 0) return `Which limit? ${NAMES.join(", ")}.`;
  for (const [name, value] of Object.entries(limits)) {
    if (!NAMES.includes(name)) return `There is no limit "${name}": ${NAMES.join(", ")}.`;
    if (!Number.isInteger(value) || Number(value) < 0) return `"${name}" is a whole number from 0.`;
  }
  return { user: user.toLowerCase(), limits };
}

/** The limits that are switched on; counts each account's emails. */
export function openLimits(now: () => number) {
  const limits = new Map<string, GoogleLimits>();
  const sends = new Map<string, number[]>();
  return {
    set: (user: string, given: GoogleLimits): void =>
      void limits.set(user, { ...limits.get(user), ...given }),

    /** Switches limits off; the emails still count. */
    clear: (user?: string): void =>
      void (user === undefined ? limits.clear() : limits.delete(user)),

    delayOf: (user: string): number => limits.get(user)?.delayMs ?? 0,

    /**
     * Counts one send of this account. Throws Gmail's refusal, which names the time, when the
     * rolling 24 hours are full.
     */
    spend(user: string): void {
      const { perDay = Number.POSITIVE_INFINITY } = limits.get(user) ?? {};
      const day = (sends.get(user) ?? []).filter((time) => time > now() - DAY);
      if (day.length >= perDay) {
        const time = new Date(Math.max(now(), (day.at(-perDay) ?? now()) + DAY)).toISOString();
        const message = `User-rate limit exceeded.  Retry after ${time} (Mail sending)`;
        throw new GoogleError(429, "rateLimitExceeded", message);
      }
      sends.set(user, [...day, now()]);
    },
  };
}

/** The input of `POST /faults` (see README.md). */
export interface Fault {
  op: "send" | "token";
  status?: number;
  reason?: string;
  message?: string;
  /** The exact text of the answer, in place of Google's form. */
  body?: string;
  times: number;
  skip: number;
  user?: string;
  match?: RegExp;
  delayMs: number;
  retryAfter?: string;
  reset: boolean;
  storeFirst: boolean;
}

/** The call that a fault may hit: whose it is, and the raw message of a send. */
export interface GoogleCall {
  op: Fault["op"];
  user: string | null;
  raw?: Buffer;
}

const count = (min: number) => (value: unknown) => Number.isInteger(value) && Number(value) >= min;
const text = (value: unknown) => typeof value === "string" && value !== "";
const flag = (value: unknown) => typeof value === "boolean";

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  reason: text,
  message: text,
  user: text,
  body: (value) => typeof value === "string",
  reset: flag,
  storeFirst: flag,
  times: count(1),
  skip: count(0),
  delayMs: count(0),
  op: (value) => value === "send" || value === "token",
  status: (value) => count(200)(value) && Number(value) <= 599,
  match: (value) => text(value) && isPattern(String(value)),
  retryAfter: (value) => text(value) || count(0)(value),
};

const PARTS_OF_ANSWER = ["reason", "message", "body", "retryAfter"];

/** The fault in a request body, or a sentence about its problem. */
function parseFault(body: unknown): Fault | string {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return "A fault is a JSON object.";
  const given = body as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(FIELDS, name)) return `A fault has no field "${name}".`;
    if (!FIELDS[name]?.(value))
      return `The value of "${name}" makes no sense: ${JSON.stringify(value)}.`;
  }
  if (given.op === undefined) return 'A fault needs "op": "send" or "token".';
  if (given.op === "token" && given.match !== undefined)
    return '"match" looks at raw messages: it needs "op": "send".';
  if (given.reset === true && given.status !== undefined)
    return 'A dropped connection has no status: "reset" or "status".';
  const part = PARTS_OF_ANSWER.find((name) => given[name] !== undefined);
  if (part !== undefined && given.status === undefined) return `A "${part}" needs a "status".`;
  if (given.body !== undefined && (given.reason ?? given.message) !== undefined)
    return 'A "body" is the whole answer: it has no "reason" or "message".';
  if (Number(given.status) < 400 && given.body === undefined)
    return 'A status below 400 needs a "body": Google\'s form is for refusals.';
  const does = given.status !== undefined || given.reset === true || given.storeFirst === true;
  if (!does && !given.delayMs)
    return 'A fault needs "status", "reset", "storeFirst" or "delayMs": it does nothing.';
  const { match, retryAfter, user, ...rest } = given as Partial<Fault> &
    Pick<Fault, "op"> & { match?: string };
  return {
    times: 1,
    skip: 0,
    delayMs: 0,
    reset: false,
    storeFirst: false,
    ...rest,
    ...(user !== undefined && { user: user.toLowerCase() }),
    ...(match !== undefined && { match: new RegExp(match, "m") }),
    ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
  };
}

/** The waiting faults, oldest first. */
export function openFaults() {
  let faults: Fault[] = [];
  return {
    add: (fault: Fault): void => void faults.push(fault),
    list: (): readonly Fault[] => faults,

    clear(user?: string): void {
      faults = user === undefined ? [] : faults.filter((fault) => fault.user !== user);
    },

    /**
     * The first fault that hits a call and no longer skips calls, for one time. Each before it skips
     * one call fewer.
     */
    take(call: GoogleCall): Fault | null {
      for (const fault of faults.filter((each) => hits(each, call))) {
        if (fault.skip > 0) {
          fault.skip -= 1;
          continue;
        }
        fault.times -= 1;
        faults = faults.filter((each) => each.times > 0);
        return fault;
      }
      return null;
    },
  };
}

function hits(fault: Fault, { op, user, raw }: GoogleCall): boolean {
  if (fault.op !== op || (fault.user !== undefined && fault.user !== user)) return false;
  return fault.match === undefined || (raw !== undefined && fault.match.test(raw.toString("utf8")));
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, "m");
    return true;
  } catch {
    return false;
  }
}

/** The reason of a fault that doesn't name one. */
const REASONS: Readonly<Record<number, string>> = {
  400: "invalidArgument",
  401: "authError",
  403: "forbidden",
  404: "notFound",
  413: "uploadTooLarge",
  429: "rateLimitExceeded",
};

/** Thrown to answer with exactly this text. */
export class RawAnswer extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;

  constructor(status: number, body: string, headers: Record<string, string>) {
    super("A fault asks for this answer.");
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Thrown if the connection was dropped, so no one can get an answer. */
export class ConnectionDropped extends Error {}

/**
 * Waits the delay of a fault that hits, then throws the refusal that it asks for or drops the
 * connection. A fault that only delays returns, and the call continues.
 */
export async function applyFault(fault: Fault, request: Request): Promise<void> {
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.status === undefined) {
    if (!fault.reset && !fault.storeFirst) return;
    request.socket.resetAndDestroy();
    throw new ConnectionDropped("A fault dropped the connection.");
  }
  const headers = fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter };
  if (fault.body !== undefined) throw new RawAnswer(fault.status, fault.body, headers);
  throw refusal(fault, fault.status, headers);
}

function refusal(
  fault: Fault,
  status: number,
  headers: Record<string, string>,
): GoogleError | OAuthError {
  if (fault.op === "token") {
    const error = fault.reason ?? (status >= 500 ? "internal_failure" : "invalid_request");
    return new OAuthError(status, error, fault.message ?? "Bad Request", headers);
  }
  const reason = fault.reason ?? REASONS[status] ?? "backendError";
  return new GoogleError(
    status,
    reason,
    fault.message ?? (status >= 500 ? "Backend Error" : reason),
    { headers },
  );
}
