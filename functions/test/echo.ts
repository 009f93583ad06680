import {
  type Endpoint,
  endpoint,
  idField,
  jsonField,
  lineOfText,
  success,
} from "@sendwright/core/contract/endpoint";
import { expect } from "vitest";
import * as z from "zod/mini";
import { USER_BODY } from "../src/http/rawBody.ts";
import { openRoute } from "../src/http/route.ts";
import type { Api, Given } from "./harness.ts";

const received = z.object({
  input: z.unknown(),
  files: z.array(
    z.object({ field: z.string(), filename: z.string(), type: z.string(), text: z.string() }),
  ),
});
const echoed = success({ received });

const fields = z.object({
  name: lineOfText(20),
  count: z.optional(z.int().check(z.maximum(9))),
  kind: z.optional(z.enum(["a", "b"])),
  list: z.optional(z.array(z.string()).check(z.maxLength(2))),
  words: z.optional(z.string().check(z.minLength(1, "Please fill in all fields."))),
});
const json = endpoint({
  method: "POST",
  path: "/api/json",
  auth: "none",
  rate: "demo_previews",
  input: fields,
  output: echoed,
});
const upload = endpoint({
  method: "POST",
  path: "/api/upload",
  auth: "none",
  rate: "demo_previews",
  files: { file: 1, many: 2 },
  input: z.object({
    name: z.string(),
    values: z.optional(jsonField(z.record(z.string(), z.string()))),
  }),
  output: echoed,
});
const byId = endpoint({
  method: "PUT",
  path: "/api/thing/:id",
  auth: "none",
  rate: "demo_previews",
  headers: { revision: "if-match" },
  input: z.object({ id: idField, revision: z.optional(z.string()), name: z.optional(z.string()) }),
  output: echoed,
});
const query = endpoint({
  method: "GET",
  path: "/api/query",
  auth: "none",
  rate: "demo_previews",
  input: z.object({ after: z.optional(z.string()) }),
  output: echoed,
});

let calls = 0;

/** How often a handler of `echo` was reached since the last question. */
export function handled(): number {
  const seen = calls;
  calls = 0;
  return seen;
}

const described: Endpoint[] = [json, upload, byId, query];
/**
 * Routes that answer with their handler's input. They need no user, but accept bodies as large as a
 * user's. Without the database, a test mocks `rateLimit.ts`.
 */
export const echo = described.map((one) =>
  openRoute(
    one,
    async ({ input, files }) => {
      calls += 1;
      const seen = files.map(({ field, filename, contentType, content }) => {
        return { field, filename, type: contentType, text: content.toString("utf8") };
      });
      return { success: true, received: { input, files: seen } };
    },
    USER_BODY,
  ),
);

export const multipart = { "content-type": "multipart/form-data; boundary=X" };
/** A part of a multipart body, written by hand. */
export const part = (head: string, body: string) =>
  `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;

/** Calls such a route; returns its handler's input. */
export async function echoOf(api: Api, method: string, path: string, given: Given) {
  const answer = await api.request(method, path, given);
  expect(answer.status).toBe(200);
  return received.parse(answer.body.received);
}
