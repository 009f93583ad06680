import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { write } from "firebase-functions/logger";
import { codeOf } from "./codeOf.ts";

const runs = new AsyncLocalStorage<string>();

/**
 * Does the work of one run: a request, a slice or a round of the sweep. All of its log lines have
 * the same `run_id`.
 */
export function runWithId<Result>(work: () => Result): Result {
  return runs.run(randomUUID(), work);
}

/** The id of this run, or a new one outside of any. */
export function runId(): string {
  return runs.getStore() ?? randomUUID();
}

/**
 * The only fields of a log line: ids, counts, times, reasons. No field takes free text, so that no
 * address, subject, body, value or token can reach a log.
 */
export interface LogFields {
  request_id?: string;
  uid?: string;
  send_id?: string;
  template_id?: string;
  /** Method and pattern of a route, e.g. `PUT /api/template/:id`. */
  route?: string;
  status?: number;
  reason?: string;
  state?: string;
  rows?: number;
  /** The path of a document, which consists of ids. */
  document?: string;
  documents?: string[];
  /** A count for the event. */
  count?: number;
  /** Names of a document's fields, as its schema has them. */
  fields?: string[];
  ms?: number;
  error?: unknown;
}

/** Logs something that a person should look at; `event` is a fixed word or two. */
export function logWarning(event: string, fields: LogFields = {}): void {
  write({ severity: "WARNING", message: event, ...ofThisRun(), ...withoutWords(fields) });
}

/** As `logWarning`, for events that must not happen. */
export function logError(event: string, fields: LogFields = {}): void {
  write({ severity: "ERROR", message: event, ...ofThisRun(), ...withoutWords(fields) });
}

function ofThisRun(): { run_id?: string } {
  const run_id = runs.getStore();
  return run_id === undefined ? {} : { run_id };
}

function withoutWords({ error, ...fields }: LogFields): Record<string, unknown> {
  return error === undefined ? fields : { ...fields, error: describe(error) };
}

interface ErrorDescription {
  name: string;
  code?: string | number;
  /** Where it was thrown. */
  at: string[];
  cause?: ErrorDescription;
}

/**
 * An error without its message, because messages quote content (`Unexpected token in "…"`); name,
 * code and place don't.
 */
function describe(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const code = codeOf(error);
  return {
    name: error.name,
    ...(typeof code === "number" || (typeof code === "string" && /^[\w/-]{1,60}$/.test(code))
      ? { code }
      : {}),
    at: framesOf(error).slice(0, 8),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: describe(error.cause, depth + 1) }),
  };
}

/** The stack without the message at its beginning, whose lines may look like anything. */
function framesOf({ stack = "", message }: Error): string[] {
  const start = message === "" ? 0 : stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => /^at .+(:\d+:\d+\)?|\(<anonymous>\))$/.test(line));
}
