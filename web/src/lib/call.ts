import { AppError, type Endpoint, type InputOf, type OutputOf } from "@sendwright/core/contract";
import { apiOrigin, currentToken, expireSession, session } from "./access.ts";
import { type Fallbacks, outputOf } from "./answer.ts";
import { noteTooOld } from "./tooOldSession.ts";
import { transport, type WireAnswer, type WireRequest } from "./transport.ts";

export interface CallOptions extends Fallbacks {
  /** File parts by field name. Naming them, even without files, makes a multipart endpoint travel as multipart. */
  files?: Files;
  signal?: AbortSignal | undefined;
  /** Called with the part of the upload that has gone out, from 0 to 1. */
  onProgress?: (part: number) => void;
}

async function answered(request: WireRequest): Promise<WireAnswer> {
  if (!navigator.onLine) {
    console.warn("Offline, request not sent:", request.method, request.url.split("?")[0]);
    throw new AppError("offline", "You're offline. Nothing was sent or saved. Try again when you're back online.");
  }
  try {
    return await transport(request);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    console.error("No answer:", request.method, request.url.split("?")[0]);
    throw new AppError("no_answer", "The server didn't respond. Check your connection and try again.", { cause });
  }
}

/** 403 and 429 are logged with the server's words, and so is a 401 that a fresh token cannot cure. */
function logged(error: AppError): AppError {
  if (error.status === 401) console.warn("Not signed in:", error.reason, error.message);
  if (error.status === 403) console.warn("Authorization error:", error.message);
  if (error.status === 429) console.warn("Rate limit:", error.message);
  return error;
}

/** The ID token; a token that can be neither had nor refreshed ends the session (rule: one refresh a request). */
async function tokenOrEnd(of: string | undefined, refresh: boolean): Promise<string | null> {
  // Read before: Firebase signs out when the token is refused, and the screens then leave for / without a word.
  const { pathname } = location;
  try {
    return await currentToken({ refresh, ...(of !== undefined && { of }) });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    await expireSession(pathname);
    const words = "Your session expired and could not be refreshed automatically. Please sign in again.";
    throw new AppError("session_expired_refresh_failed", words, { cause });
  }
}

/**
 * The one API client: calls an endpoint of the contract with its input, and returns its output. A 401 of a signed-in
 * user refreshes the ID token and tries once more; when the refresh fails the session ends. Throws AppError, and an
 * AbortError when `signal` stops it.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const encoded = endpoint.input.safeEncode(input as never);
  if (!encoded.success) {
    const issue = encoded.error.issues[0];
    // Only the fields: values may be people's addresses or texts.
    console.warn("Invalid request:", endpoint.method, endpoint.path, issue?.path[0]);
    throw new AppError("invalid_input", `${issue?.path.join(".") || "The input"}: ${issue?.message ?? "is not valid"}`);
  }
  const wire = wireRequest(endpoint, encoded.data as Record<string, unknown>, options.files);
  const go = (token: string | null) =>
    answered({
      method: endpoint.method,
      file: endpoint.file,
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
  for (const [name, list] of Object.entries(files)) for (const file of list) data.append(name, file, file.name);
  return data;
}

function query(fields: Wire): string {
  const search = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, asText(value)]));
  return search.size > 0 ? `?${search}` : "";
}

/**
 * Where and how an endpoint's encoded input and files travel: path parts and headers first, the rest as query, JSON, or
 * (multipart endpoints, as soon as files are named, even none) as a form.
 */
function wireRequest(endpoint: Endpoint, input: Wire, files: Files | undefined) {
  const rest: Wire = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string): string => {
    const value = asText(rest[name]);
    delete rest[name];
    return value;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(take(name)));
  const headers: Record<string, string> = { accept: "application/json" };
  for (const [field, header] of Object.entries(endpoint.headers)) if (field in rest) headers[header] = take(field);

  if (endpoint.body === "none") return { url: path + query(rest), headers, body: null };
  if (endpoint.body === "multipart" && files) return { url: path, headers, body: form(rest, files) };
  headers["content-type"] = "application/json";
  return { url: path, headers, body: JSON.stringify(rest) };
}
