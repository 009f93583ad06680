import {
  AppError,
  type Endpoint,
  type InputOf,
  isReason,
  type OutputOf,
  type Reason,
  reasonOfStatus,
  tooManyRequests,
} from "@sendwright/core/contract";
import { safeEncode } from "zod/mini";
import { apiOrigin, currentToken, earlyAnswer, expireSession, session } from "./access.ts";
import { noteTooOld } from "./tooOldSession.ts";

/** One HTTP request, ready to go. */
interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | null;
  /** Whether a good answer is a file. */
  file: boolean;
  /** Whether the browser may keep that file. */
  immutable: boolean;
  signal: AbortSignal | undefined;
  /** Called with the part that has been uploaded, from 0 to 1. */
  onProgress: ((part: number) => void) | undefined;
}

/** The response, in any form. */
interface WireAnswer {
  status: number;
  header: (name: string) => string | null;
  text: string;
  /** The bytes, of an answer that is a file. */
  content?: Blob;
}

async function byFetch({
  method,
  url,
  headers,
  body,
  file,
  immutable,
  signal,
}: WireRequest): Promise<WireAnswer> {
  const cache = immutable ? "default" : "no-store";
  const early = method === "GET" ? await earlyAnswer(url) : null;
  const response =
    early ?? (await fetch(url, { method, headers, body, signal: signal ?? null, cache }));
  const begun = { status: response.status, header: (name: string) => response.headers.get(name) };
  if (file && response.ok) return { ...begun, text: "", content: await response.blob() };
  return { ...begun, text: await response.text() };
}

/** `fetch` can't report how much of a body has been sent; XMLHttpRequest can. */
function byXhr({
  method,
  url,
  headers,
  body,
  signal,
  onProgress,
}: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        header: (name) => xhr.getResponseHeader(name),
        text: xhr.responseText,
      });
    xhr.onerror = () => reject(new TypeError("The request got no answer."));
    xhr.onabort = () => reject(new DOMException("The request was stopped.", "AbortError"));
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(body);
  });
}

/**
 * Messages for failures that only the client can know; a screen's own fallback covers the others.
 */
const CLIENT_WORDS: Partial<Record<Reason, string>> = {
  payload_too_large: "That file is too large to upload.",
  service_unavailable: "We can't reach the server right now. Please try again in a minute.",
  gateway_timeout:
    "The server took too long to respond. Check whether it worked before you try again.",
};

const LAST_RESORT = "Something went wrong on our side. Please try again in a minute.";

type Body = Record<string, unknown>;

/** The JSON object of a response, or null if it isn't one (a proxy's page, the platform's own). */
function bodyOf(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Body)
      : null;
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
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(1, seconds) : undefined;
}

function worded(fallback: Fallback | undefined, reason: Reason): string | undefined {
  return typeof fallback === "function" ? fallback(reason) : fallback;
}

/** The error that the server threw, or the closest one we know. */
function errorOf(answer: WireAnswer, fallback: Fallback | undefined): AppError {
  const {
    error,
    reason: named,
    request_id,
    success: _success,
    ...details
  } = bodyOf(answer.text) ?? {};
  const reason = isReason(named) ? named : reasonOfStatus(answer.status);
  const requestId = text(request_id) ?? answer.header("x-request-id") ?? undefined;
  const retryAfter = secondsOf(answer.header("retry-after"));
  const ours = reason === "rate_limited" ? tooManyRequests(retryAfter ?? 60) : CLIENT_WORDS[reason];
  return new AppError(reason, text(error) ?? ours ?? worded(fallback, reason) ?? LAST_RESORT, {
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(Object.keys(details).length > 0 ? { details } : {}),
  });
}

/** A screen's own sentence, or one for each reason. */
type Fallback = string | ((reason: Reason) => string);

/** The screen's messages for failures without a message from server or client. */
interface Fallbacks {
  /** For any failure. */
  fallback?: Fallback | undefined;
  /** Used if an answer reports success but lacks its result; otherwise `fallback`. */
  incomplete?: string | undefined;
}

/** The endpoint's result. Throws AppError if the answer says anything else. */
function outputOf<E extends Endpoint>(
  endpoint: E,
  answer: WireAnswer,
  words: Fallbacks,
): OutputOf<E> {
  const ok = answer.status >= 200 && answer.status < 300;
  if (!ok) throw errorOf(answer, words.fallback);
  const body = bodyOf(answer.text);
  const parsed = endpoint.output.safeParse(answer.content ?? body);
  if (parsed.success) return parsed.data as OutputOf<E>;
  const incomplete = words.incomplete ?? words.fallback;
  if (body?.success === false) throw errorOf(answer, incomplete);
  throw new AppError(
    "bad_answer",
    worded(incomplete, "bad_answer") ??
      "We couldn't read the server's response. Please reload the page.",
    { cause: parsed.error },
  );
}

export interface CallOptions extends Fallbacks {
  /**
   * File parts by field name. Naming them, even without files, makes a multipart endpoint travel as
   * multipart.
   */
  files?: Files;
  signal?: AbortSignal | undefined;
  /** Called with the part of the upload that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Waits so many milliseconds. Throws an AbortError if the signal comes first. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/**
 * If the server is too busy for a request, it asks us to repeat it after a second; we do that once,
 * and silently. It did nothing with the first. Longer waits are for the person to decide.
 */
async function answeredInTime(request: WireRequest): Promise<WireAnswer> {
  const answer = await answered(request);
  if (answer.status !== 429 || answer.header("retry-after") !== "1") return answer;
  await pause(1_000, request.signal);
  return answered(request);
}

async function answered(request: WireRequest): Promise<WireAnswer> {
  if (!navigator.onLine) {
    console.warn("Offline, request not sent:", request.method, request.url.split("?")[0]);
    throw new AppError(
      "offline",
      "You're offline, so we couldn't do this. Try again when you're back online.",
    );
  }
  try {
    request.signal?.throwIfAborted();
    return await (request.onProgress && request.body ? byXhr(request) : byFetch(request));
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    console.error("No answer:", request.method, request.url.split("?")[0]);
    throw new AppError(
      "no_answer",
      "The server didn't respond. Check your connection and try again.",
      { cause },
    );
  }
}

/** We log the server's message for a 403, a 429, and a 401 that a fresh token doesn't fix. */
function logged(error: AppError): AppError {
  if (error.status === 401) console.warn("Not signed in:", error.reason, error.message);
  if (error.status === 403) console.warn("Authorization error:", error.message);
  if (error.status === 429) console.warn("Rate limit:", error.message);
  return error;
}

/**
 * The ID token. If we can neither get nor refresh it, the session ends (rule: one refresh a
 * request).
 */
async function tokenOrEnd(of: string | undefined, refresh: boolean): Promise<string | null> {
  // Read first: if the token is refused, Firebase signs out, and the screens change to / without a
  // message.
  const { pathname } = location;
  try {
    return await currentToken({ refresh, ...(of !== undefined && { of }) });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    await expireSession(pathname);
    const words =
      "Your session expired and could not be refreshed automatically. Please sign in again.";
    throw new AppError("session_expired_refresh_failed", words, { cause });
  }
}

/**
 * The one API client: calls an endpoint of the contract with its input, and returns its output. A
 * 401 of a signed-in user refreshes the ID token and tries once more. If the refresh fails, the
 * session ends. A 429 that asks for one second is tried once more after it. Throws AppError, and an
 * AbortError if `signal` stops it.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const encoded = safeEncode(endpoint.input, input as never);
  if (!encoded.success) {
    const issue = encoded.error.issues[0];
    // Only the fields: values may be people's addresses or texts.
    console.warn("Invalid request:", endpoint.method, endpoint.path, issue?.path[0]);
    throw new AppError(
      "invalid_input",
      `${issue?.path.join(".") || "The input"}: ${issue?.message ?? "is not valid"}`,
    );
  }
  const wire = wireRequest(endpoint, encoded.data as Record<string, unknown>, options.files);
  const go = (token: string | null) =>
    answeredInTime({
      method: endpoint.method,
      file: endpoint.file,
      immutable: endpoint.immutable,
      ...wire,
      url: apiOrigin() + wire.url,
      headers: token ? { ...wire.headers, authorization: `Bearer ${token}` } : wire.headers,
      signal: options.signal,
      onProgress: options.onProgress,
    });

  const uid = session().user?.uid;
  let token = endpoint.auth === "user" ? await tokenOrEnd(uid, false) : null;
  let answer = await go(token);
  if (answer.status === 401 && token) {
    const fresh = await tokenOrEnd(uid, true);
    if (fresh) {
      token = fresh;
      answer = await go(fresh);
    }
  }
  try {
    return outputOf(endpoint, answer, options);
  } catch (error) {
    if (error instanceof AppError && error.reason === "session_too_old") noteTooOld(token);
    throw error instanceof AppError ? logged(error) : error;
  }
}

type Files = Readonly<Record<string, readonly File[]>>;

type Wire = Record<string, unknown>;

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function form(fields: Wire, files: Files): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, asText(value));
  for (const [name, list] of Object.entries(files))
    for (const file of list) data.append(name, file, file.name);
  return data;
}

function query(fields: Wire): string {
  const search = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, asText(value)]),
  );
  return search.size > 0 ? `?${search}` : "";
}

/**
 * Where and how an endpoint's encoded input and files travel: path parts and headers first, the
 * rest as query, JSON, or (multipart endpoints, as soon as files are named, even none) as a form.
 */
function wireRequest(endpoint: Endpoint, input: Wire, files: Files | undefined) {
  const rest: Wire = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  );
  const take = (name: string): string => {
    const value = asText(rest[name]);
    delete rest[name];
    return value;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_part, name: string) =>
    encodeURIComponent(take(name)),
  );
  const headers: Record<string, string> = { accept: "application/json" };
  for (const [field, header] of Object.entries(endpoint.headers))
    if (field in rest) headers[header] = take(field);

  if (endpoint.body === "none") return { url: path + query(rest), headers, body: null };
  if (endpoint.body === "multipart" && files)
    return { url: path, headers, body: form(rest, files) };
  headers["content-type"] = "application/json";
  return { url: path, headers, body: JSON.stringify(rest) };
}
