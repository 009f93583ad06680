import type { Request } from "express";

/** The parameters of a request's query and of its form or JSON body, all as text. */
export function paramsOf(request: Request): URLSearchParams {
  const params = new URL(request.originalUrl, "http://127.0.0.1").searchParams;
  const body: unknown = request.body;
  if (typeof body === "object" && body !== null && !Buffer.isBuffer(body)) {
    for (const [name, value] of Object.entries(body)) {
      for (const each of [value].flat()) params.append(name, String(each));
    }
  }
  return params;
}

/** The account that a request's `user` parameter names, if any. */
export function userOf(request: Request): string | undefined {
  return paramsOf(request).get("user")?.toLowerCase();
}

/**
 * The token of a request's Authorization header (or of `access_token`, as Google allows), or null.
 */
export function bearerOf(request: Request): string | null {
  const header = /^Bearer\s+(\S+)\s*$/i.exec(request.get("authorization") ?? "")?.[1];
  return header ?? paramsOf(request).get("access_token");
}
