import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Node reports each request here before any handler gets it. */
const CHANNEL = "http.server.request.start";
/** The headers by which the runtime decides how to read a body. */
const HIDDEN_HEADERS = ["content-type", "content-encoding"] as const;

const hidden = new WeakMap<IncomingMessage, Map<(typeof HIDDEN_HEADERS)[number], string>>();

/**
 * Keeps the functions runtime from reading bodies: it would parse 32 MB of JSON, or unpack 1 GB,
 * before our code could refuse them (docs/decisions/0012). A body without a type it leaves in the
 * socket. It also gets no path that it can't decode: it would answer with its own page. For a
 * process that serves the API and nothing else. Returns a function that undoes it.
 */
export function deferBodyParsing(): () => void {
  subscribe(CHANNEL, hide);
  return () => unsubscribe(CHANNEL, hide);
}

/**
 * The address of a request, with a path that can be decoded. Where a percent sign encodes nothing
 * (`/%ff`), every percent sign of the path is escaped, so the path matches no route and gets the
 * usual answer.
 */
export function decodableUrl(url: string): string {
  const [path = ""] = url.split("?", 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}

function hide(message: unknown): void {
  const { request } = message as { request: IncomingMessage };
  request.url = decodableUrl(request.url ?? "/");
  const kept = new Map<(typeof HIDDEN_HEADERS)[number], string>();
  for (const name of HIDDEN_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) kept.set(name, value);
    delete request.headers[name];
  }
  hidden.set(request, kept);
}

/** Gives a request that the runtime has passed on the headers back that say what its body is. */
export function showBody(request: IncomingMessage): void {
  for (const [name, value] of hidden.get(request) ?? []) request.headers[name] = value;
}
