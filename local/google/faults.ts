import { setTimeout as wait } from "node:timers/promises";
import type { Request } from "express";
import { GoogleError, OAuthError } from "./googleError.ts";

/** What `POST /faults` takes (see README.md). */
export interface Fault {
  op: "send" | "token";
  status?: number;
  reason?: string;
  message?: string;
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
  op: (value) => value === "send" || value === "token",
  status: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
  reason: text,
  message: text,
  times: count(1),
  skip: count(0),
  user: text,
  match: (value) => text(value) && isPattern(String(value)),
  delayMs: count(0),
  retryAfter: (value) => text(value) || count(0)(value),
  reset: flag,
  storeFirst: flag,
};

/** The fault in a request body, or a sentence about its problem. */
export function parseFault(body: unknown): Fault | string {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return "A fault is a JSON object.";
  const given = body as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(FIELDS, name)) return `A fault has no field "${name}".`;
    if (!FIELDS[name]?.(value)) return `The value of "${name}" makes no sense: ${JSON.stringify(value)}.`;
  }
  if (given.op === undefined) return 'A fault needs "op": "send" or "token".';
  if (given.op === "token" && given.match !== undefined) return '"match" looks at raw messages: it needs "op": "send".';
  if (given.reset === true && given.status !== undefined)
    return 'A dropped connection has no status: "reset" or "status".';
  const does = given.status !== undefined || given.reset === true || given.storeFirst === true;
  if (!does && !given.delayMs) return 'A fault needs "status", "reset", "storeFirst" or "delayMs": it does nothing.';
  const { match, retryAfter, user, ...rest } = given as Partial<Fault> & Pick<Fault, "op"> & { match?: string };
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

    /** Forgets the faults of one account, or all. */
    clear(user?: string): void {
      faults = user === undefined ? [] : faults.filter((fault) => fault.user !== user);
    },

    /** The first fault that hits a call, which uses it up by one. A fault that still skips lets the call through. */
    take(call: GoogleCall): Fault | null {
      for (const fault of faults.filter((each) => hits(each, call))) {
        if (fault.skip > 0) {
          fault.skip -= 1;
        } else {
          fault.times -= 1;
          faults = faults.filter((each) => each.times > 0);
          return fault;
        }
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

/** What a fault says when it does not name its reason. */
const REASONS: Readonly<Record<number, string>> = {
  400: "invalidArgument",
  401: "authError",
  403: "forbidden",
  404: "notFound",
  429: "rateLimitExceeded",
};

/** Thrown if the connection was dropped, so no one can get an answer. */
export class ConnectionDropped extends Error {}

/**
 * Waits the delay of a fault that hits, then throws the refusal that it asks for or drops the connection. A fault that
 * only delays returns, and the call continues.
 */
export async function applyFault(fault: Fault, request: Request): Promise<void> {
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.status === undefined) {
    if (!fault.reset && !fault.storeFirst) return;
    request.socket.resetAndDestroy();
    throw new ConnectionDropped("A fault dropped the connection.");
  }
  const headers = fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter };
  throw refusal(fault, fault.status, headers);
}

function refusal(fault: Fault, status: number, headers: Record<string, string>): GoogleError | OAuthError {
  if (fault.op === "token") {
    const error = fault.reason ?? (status >= 500 ? "internal_failure" : "invalid_request");
    return new OAuthError(status, error, fault.message ?? "Bad Request", headers);
  }
  const reason = fault.reason ?? REASONS[status] ?? "backendError";
  return new GoogleError(status, reason, fault.message ?? (status >= 500 ? "Backend Error" : reason), { headers });
}
