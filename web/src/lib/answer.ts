import {
  AppError,
  type Endpoint,
  isReason,
  type OutputOf,
  type Reason,
  reasonOfStatus,
  tooManyRequests,
} from "@sendwright/core/contract";
import type { WireAnswer } from "./transport.ts";

/** Sentences for what only the client can know; a screen's own fallback stands in for the others. */
const CLIENT_WORDS: Partial<Record<Reason, string>> = {
  payload_too_large: "That file is too large to upload.",
  service_unavailable: "We can't reach the server right now. Please try again in a minute.",
  gateway_timeout: "The server took too long to respond. Check whether it worked before you try again.",
};

const LAST_RESORT = "Something went wrong on our side. Please try again in a minute.";

type Body = Record<string, unknown>;

/** The JSON object of a response, or null if it isn't one (a proxy's page, the platform's own). */
function bodyOf(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : null;
  } catch {
    return null;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whole seconds of a `Retry-After` header (seconds or a date), at least 1. */
export function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(1, seconds) : undefined;
}

function clientWords(reason: Reason, retryAfter: number | undefined): string | undefined {
  if (reason !== "rate_limited") return CLIENT_WORDS[reason];
  return tooManyRequests(retryAfter ?? 60);
}

function worded(fallback: Fallback | undefined, reason: Reason): string | undefined {
  return typeof fallback === "function" ? fallback(reason) : fallback;
}

/** The error that the server threw, or the best account of it. */
function errorOf(answer: WireAnswer, fallback: Fallback | undefined): AppError {
  const { error, reason: named, request_id, success: _success, ...details } = bodyOf(answer.text) ?? {};
  const reason = isReason(named) ? named : reasonOfStatus(answer.status);
  const requestId = text(request_id) ?? answer.header("x-request-id") ?? undefined;
  const retryAfter = secondsOf(answer.header("retry-after"));
  return new AppError(
    reason,
    text(error) ?? clientWords(reason, retryAfter) ?? worded(fallback, reason) ?? LAST_RESORT,
    {
      ...(requestId === undefined ? {} : { requestId }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(Object.keys(details).length > 0 ? { details } : {}),
    },
  );
}

/** A screen's own sentence, or one for each reason. */
type Fallback = string | ((reason: Reason) => string);

/** The screen's sentences for what neither server nor client has words for. */
export interface Fallbacks {
  /** For any failure. */
  fallback?: Fallback | undefined;
  /** Used if an answer reports success but lacks its result; otherwise `fallback`. */
  incomplete?: string | undefined;
}

/** The endpoint's result. Throws AppError if the answer says anything else. */
export function outputOf<E extends Endpoint>(endpoint: E, answer: WireAnswer, words: Fallbacks): OutputOf<E> {
  const ok = answer.status >= 200 && answer.status < 300;
  if (!ok) throw errorOf(answer, words.fallback);
  const body = bodyOf(answer.text);
  const parsed = endpoint.output.safeParse(answer.content ?? body);
  if (parsed.success) return parsed.data as OutputOf<E>;
  const incomplete = words.incomplete ?? words.fallback;
  if (body?.success === false) throw errorOf(answer, incomplete);
  throw new AppError(
    "bad_answer",
    worded(incomplete, "bad_answer") ?? "We couldn't read the server's response. Please reload the page.",
    { cause: parsed.error },
  );
}
