import { AppError } from "@sendwright/core/contract/appError";
import type { Endpoint } from "@sendwright/core/contract/endpoint";
import type { Request } from "express";
import { refuseOtherVersions } from "./inputProblem.ts";
import { rawBodyOf } from "./rawBody.ts";
import { readJson } from "./readJson.ts";
import { type ParsedUpload, readUpload } from "./readUpload.ts";

/** What a request brings, not checked against the endpoint's schema yet. */
export interface Arrived {
  input: Record<string, unknown>;
  files: ParsedUpload[];
}

/**
 * Gathers body, query (GET and DELETE), headers and path parts of a request into one input. A path part wins over a
 * body field of its name. Throws what `readJson`, `readUpload` and `refuseOtherVersions` throw, and
 * `unsupported_media_type`.
 */
export async function readInput(endpoint: Endpoint, request: Request): Promise<Arrived> {
  const { fields, files } = await readBody(endpoint, request);
  const query = endpoint.body === "none" ? request.query : {};
  refuseOtherVersions(endpoint, Object.keys({ ...fields, ...query }));
  return { input: { ...fields, ...query, ...headersOf(endpoint, request), ...request.params }, files };
}

async function readBody(endpoint: Endpoint, request: Request) {
  const body = rawBodyOf(request);
  const contentType = request.get("content-type") ?? "";
  if (endpoint.body === "none" || body.length === 0) return { fields: {}, files: [] };
  if (/^application\/json\s*(;|$)/i.test(contentType)) return { fields: readJson(body), files: [] };
  if (endpoint.body === "multipart" && /^multipart\/form-data\s*;/i.test(contentType)) {
    return readUpload(body, contentType, endpoint);
  }
  const kinds = endpoint.body === "multipart" ? "multipart/form-data or application/json" : "application/json";
  throw new AppError("unsupported_media_type", `The request body must be ${kinds}.`);
}

function headersOf(endpoint: Endpoint, request: Request): Record<string, unknown> {
  const found = Object.entries(endpoint.headers).map(([field, header]) => [field, request.get(header)]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
